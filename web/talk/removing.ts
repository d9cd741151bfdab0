import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../data/problems.ts';
import { tell } from '../ui/toast.tsx';

/** How long a deletion can be taken back. */
const undoMs = 6_000;

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function hide(id: string, isHidden: boolean): void {
  const next = new Set(hidden);
  if (isHidden) next.add(id);
  else next.delete(id);
  hidden = next;
  for (const listener of listeners) listener();
}

/** What is about to be deleted, and not shown meanwhile. */
export const useHidden = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hidden);

/**
 * Hides something now and deletes it shortly, so that it can be undone. What was said has no trash. A page that is left
 * deletes at once.
 */
export function removeSoon(id: string, what: string, remove: () => Promise<unknown>): void {
  hide(id, true);
  const settle = new AbortController();
  const act = () => {
    settle.abort();
    clearTimeout(timer);
    remove().catch((error: unknown) => {
      hide(id, false);
      tell(sentenceOf(error));
    });
  };
  const timer = setTimeout(act, undoMs);
  addEventListener('pagehide', act, { signal: settle.signal });
  tell(`${what} is deleted.`, {
    label: 'Undo',
    run: () => {
      settle.abort();
      clearTimeout(timer);
      hide(id, false);
    },
  });
}
