import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Channel } from '../../schemas/channels.ts';
import { itemsOf } from '../../src/sdk/index.ts';
import { cache, forgetUnseen } from './cache.ts';
import { workspace } from './client.ts';
import { readNews } from './news.ts';

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => workspace.me.get({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every channel that the person may read, by name. */
export const channelsQuery = queryOptions({
  queryKey: ['channel'],
  queryFn: async ({ signal }) => {
    const channels = await Array.fromAsync(itemsOf(workspace.channels.list, { limit: 200 }, { signal }));
    forgetWithdrawn(channels);
    return channels;
  },
});

/** If a channel is gone, nothing is kept of it. All that is shown is read again, and the rest is forgotten. */
function forgetWithdrawn(channels: readonly Channel[]): void {
  const before = cache.getQueryData<readonly Channel[]>(['channel']) ?? [];
  const gone = before.filter(({ id }) => !channels.some((channel) => channel.id === id));
  if (gone.length === 0) return;
  for (const { id } of gone) readNews(id);
  forgetUnseen();
  void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.length > 1 });
}

/** One channel by ID or slug, with its Data Sets. */
export const channelQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channel', channelId],
    queryFn: async ({ signal }) => (await workspace.channels.get({ channelId }, { signal })).channel,
  });

export const useMe = () => useQuery(meQuery).data;

/** Whether the person administers the organization. Undefined until it is known. */
export const useIsAdmin = (): boolean | undefined => useMe()?.scopes.includes('workspace.admin');

/** Whether it has been answered, or refused, who the person is and which channels they read. */
export const useIsKnown = (): boolean =>
  [useQuery(meQuery), useQuery(channelsQuery)].every(({ isPending }) => !isPending);

export const useChannels = () => useQuery(channelsQuery).data;
