import { useEffect } from 'react';
import { forget, useOutbox } from '../data/outbox.ts';
import { tell } from '../ui/toast.tsx';

/** Tells of reactions and deletions that were refused, because nothing on a page stands for them. */
export function useRefusals(): void {
  const outbox = useOutbox();
  useEffect(() => {
    for (const { key, act, state, refusal } of outbox) {
      if (state !== 'refused' || act.kind === 'words') continue;
      tell(refusal ?? 'It could not be done.');
      void forget(key);
    }
  }, [outbox]);
}
