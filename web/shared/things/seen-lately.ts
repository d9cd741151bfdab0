import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { workspace } from '../../data/client.ts';
import { isNotHere } from '../../data/problems.ts';
import { forgetPage, partsOf, type RecentPage, recentPages, type Room } from './recent.ts';

interface Asked {
  readonly id: string;
  /** The ID or slug in the address. */
  readonly channelId: string;
}

type Read = (asked: Asked, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** Reads as little as there is of what a page shows. Rejects where it is not shared any more. */
const reads: Readonly<Record<Room, Read>> = {
  artifacts: ({ id }, options) => workspace.artifacts.get({ artifactId: id, length: 4 }, options),
  files: ({ id }, options) => workspace.files.get({ fileId: id }, options),
  sessions: ({ id }, options) => workspace.sessions.get({ sessionId: id }, options),
  records: ({ id, channelId }, options) => workspace.records.get({ channelId, recordId: id }, options),
  posts: ({ id, channelId }, options) => workspace.posts.get({ channelId, postId: id }, options),
  views: ({ id, channelId }, options) => workspace.views.get({ channelId, viewId: id }, options),
  'data-sets': ({ id, channelId }, options) => workspace.dataSets.get({ channelId, objectTypeId: id }, options),
  people: ({ id }, options) => workspace.people.list({ ids: [id] }, options),
};

/** The pages that were looked at last. One that is not shared any more is left out, as soon as that is known. */
export function useSeenLately(): readonly RecentPage[] {
  const [pages] = useState(recentPages);
  const { data: gone } = useQuery({
    queryKey: ['seen-lately', ...pages.map(({ url }) => url)],
    queryFn: async ({ signal }) => {
      const refused = await Promise.all(pages.map(async ({ url }) => ((await isGone(url, signal)) ? [url] : [])));
      refused.flat().forEach(forgetPage);
      return refused.flat();
    },
    staleTime: 0,
  });
  return useMemo(() => pages.filter(({ url }) => !gone?.includes(url)), [pages, gone]);
}

async function isGone(url: string, signal: AbortSignal): Promise<boolean> {
  const { room, ...asked } = partsOf(url);
  return reads[room](asked, { signal }).then(() => false, isNotHere);
}
