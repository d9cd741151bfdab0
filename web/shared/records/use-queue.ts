import { useRef, useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { tell } from '../../ui/overlays/toast.tsx';

/** Work that is done one after another. A failure is told, and the next is done. */
export function useQueue() {
  const [waiting, setWaiting] = useState(0);
  const last = useRef(Promise.resolve());
  return {
    isWaiting: waiting > 0,
    /** Ends when all work that is queued by now has ended. */
    ended: (): Promise<void> => last.current,
    inOrder: (work: () => Promise<void>): void => {
      setWaiting((count) => count + 1);
      last.current = last.current
        .then(work)
        .catch((error: unknown) => tell(sentenceOf(error)))
        .finally(() => setWaiting((count) => count - 1));
    },
  };
}
