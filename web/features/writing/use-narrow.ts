import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 700px)');

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Whether two texts have no room beside each other. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
