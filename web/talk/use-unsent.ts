import { useEffect, useState } from 'react';
import { type DraftKey, drafts } from '../data/drafts.ts';
import { useMe } from '../data/queries.ts';
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
  const by = useMe()?.userId;
  useEffect(() => {
    if (by === undefined || place === undefined) return;
    void found(keyOf(by, place)).then((kept) => kept && setUnsent((now) => (now.body === '' ? kept : now)));
  }, [by, place]);
  const write = (next: Unsent) => {
    setUnsent(next);
    if (by !== undefined && place !== undefined) keep(keyOf(by, place), next);
  };
  return [unsent, write] as const;
}

const keyOf = (by: string, of: string): DraftKey => ({ by, kind: 'message', of, base: '' });

/** A browser that keeps nothing still sends words. */
const isKeptNowhere = () => undefined;

const found = async (key: DraftKey): Promise<Unsent | undefined> =>
  (await drafts.read<Unsent>(key).catch(isKeptNowhere))?.content;

function keep(key: DraftKey, unsent: Unsent): void {
  const kept = unsent.body === '' ? drafts.drop(key) : drafts.keep(key, unsent);
  void kept.catch(isKeptNowhere);
}
