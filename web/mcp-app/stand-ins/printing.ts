/** A chat prints no app by itself. */
export const usePrinting = (): boolean => false;
export const printedRows = (): undefined => undefined;
