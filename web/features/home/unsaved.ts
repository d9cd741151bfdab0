import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cache } from '../../data/cache.ts';
import { type Draft, type DraftKey, drafts } from '../../data/drafts.ts';
import { meQuery, useMe } from '../../data/queries.ts';
import { placeOfAsking } from '../../talk/ask.tsx';
import { later } from '../../ui/later.tsx';

export const NotSaved = later(async () => (await import('./not-saved.tsx')).NotSaved);

/** Something that was written in this browser and is not stored. */
export interface Unsaved extends DraftKey {
  readonly at: number;
  /** Words of a discussion begin with it. Edits of a stored sheet have no title of their own. */
  readonly title: string | undefined;
}

interface Content {
  readonly title?: string;
  readonly body?: string;
}

/** All that is unsaved in this browser, the last first. */
const unsavedQuery = queryOptions({
  queryKey: ['unsaved'],
  queryFn: async (): Promise<readonly Unsaved[]> => {
    const { userId: by } = await cache.ensureQueryData(meQuery);
    const kept = await drafts.list<Content>({ by });
    // Home shows the question of its own field in that field.
    const found = kept.filter((draft) => draft.of !== placeOfAsking).map(withoutContent);
    if (found.length > 0) await NotSaved.preload();
    return found.toSorted((a, b) => b.at - a.at);
  },
  staleTime: 0,
  gcTime: 0,
});

const titleLength = 80;

/** The first line of words, shortened where it is long. */
function beginningOf(body: string): string {
  const letters = Array.from(body.trim().split('\n')[0]!);
  return letters.length > titleLength ? `${letters.slice(0, titleLength).join('').trimEnd()} …` : letters.join('');
}

const withoutContent = ({ content: { title, body }, ...key }: Draft<Content>): Unsaved => ({
  ...key,
  title: title ?? (body === undefined ? undefined : beginningOf(body)),
});

/** Lists them again, once one is discarded or brought back. */
export const refreshUnsaved = (): Promise<void> => cache.invalidateQueries(unsavedQuery);

/** The same, as other tabs write on. */
export function useUnsaved() {
  const by = useMe()?.userId;
  const query = useQuery(unsavedQuery);
  useEffect(() => {
    if (by === undefined) return;
    return drafts.follow({ by }, (base, happened) => {
      // A draft that is listed is kept many times while somebody writes.
      const isListed = cache.getQueryData(unsavedQuery.queryKey)?.some((one) => one.base === base);
      if (happened !== 'kept' || !isListed) void cache.invalidateQueries(unsavedQuery);
    });
  }, [by]);
  return query;
}
