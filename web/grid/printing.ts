import { useSyncExternalStore } from 'react';

let isOnPaper = false;

/** A page is drawn for paper before the browser takes it. */
function onPrint(changed: () => void) {
  const turn = ({ type }: Event) => {
    isOnPaper = type === 'beforeprint';
    changed();
  };
  addEventListener('beforeprint', turn);
  addEventListener('afterprint', turn);
  return () => {
    removeEventListener('beforeprint', turn);
    removeEventListener('afterprint', turn);
  };
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => isOnPaper);

/** Says on paper which rows are missing; nobody may have counted them all. */
export const printedRows = (printed: number, all?: number): string | undefined =>
  printed === all ? undefined : `The first ${printed} rows${all ? ` of ${all}` : ''}. An export has them all.`;
