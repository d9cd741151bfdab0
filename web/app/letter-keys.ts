import { useSyncExternalStore } from 'react';

/** Where this browser keeps that shortcuts of one key are off. Speech and shaking hands may press them unmeant. */
const place = 'workspace.letterKeys';
const listeners = new Set<() => void>();

export const letterKeys = {
  areOn: (): boolean => localStorage.getItem(place) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(place);
    else localStorage.setItem(place, 'off');
    for (const listener of listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLetterKeys = (): boolean => useSyncExternalStore(subscribe, letterKeys.areOn);
