import { useEffect, useState } from 'react';
import { cache } from '../data/cache.ts';
import { type DraftKey, drafts } from '../data/drafts.ts';
import { meQuery } from '../data/queries.ts';
import type { Mentionable } from './mentionable.ts';

/** Words that are being written, with what was picked to be named in them. */
export interface Unsent {
  readonly body: string;
  readonly mentioned: readonly Mentionable[];
}

export const nothing: Unsent = { body: '', mentioned: [] };

/**
 * The words in a composer, and how to change them. With a `place` this browser keeps them until they are sent. They are
 * there again after the page was left.
 */
export function useUnsent(place: string | undefined, initial: Unsent) {
  const [unsent, setUnsent] = useState(initial);
  useEffect(() => {
    withDraft(place, async (key) => {
      const kept = await drafts.read<Unsent>(key);
      if (kept) setUnsent((now) => (now.body === '' ? kept.content : now));
    });
  }, [place]);
  const write = (next: Unsent) => {
    setUnsent(next);
    withDraft(place, (key) => (next.body === '' ? drafts.drop(key) : drafts.keep(key, next)));
  };
  return [unsent, write] as const;
}

/** Waits until it is known whose words these are. A browser that keeps nothing still sends them. */
function withDraft(of: string | undefined, act: (key: DraftKey) => Promise<unknown>): void {
  if (of === undefined) return;
  cache
    .ensureQueryData(meQuery)
    .then(({ userId: by }) => act({ by, kind: 'message', of, base: '' }))
    .catch(() => {});
}
