import { useSyncExternalStore } from 'react';

let isOnPaper = false;

/** A page is drawn for paper before the browser takes it. */
addEventListener('beforeprint', () => (isOnPaper = true));
addEventListener('afterprint', () => (isOnPaper = false));

function onPrint(changed: () => void) {
  addEventListener('beforeprint', changed);
  addEventListener('afterprint', changed);
  return () => {
    removeEventListener('beforeprint', changed);
    removeEventListener('afterprint', changed);
  };
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => isOnPaper);

/** Says on paper which rows are missing; nobody may have counted them all. */
export const printedRows = (printed: number, all?: number): string | undefined =>
  printed === all ? undefined : `These are ${printed} rows${all ? ` of ${all}` : ''}. An export has them all.`;
