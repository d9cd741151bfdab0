import { queryOptions, useQuery } from '@tanstack/react-query';
import { workspace } from './client.ts';
import { itemsOf } from '../../src/sdk/index.ts';

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => workspace.me.get({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every channel that the person may read, by name. */
export const channelsQuery = queryOptions({
  queryKey: ['channel'],
  queryFn: ({ signal }) => Array.fromAsync(itemsOf(workspace.channels.list, { limit: 200 }, { signal })),
});

/** How soon a page tells that its channel is not shared any more. No activity says so. */
const rightsMs = 60_000;

/** One channel by ID or slug, with its Data Sets. */
export const channelQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channel', channelId],
    refetchInterval: rightsMs,
    queryFn: async ({ signal }) => (await workspace.channels.get({ channelId }, { signal })).channel,
  });

export const useMe = () => useQuery(meQuery).data;

/** Whether the person administers the organization. Undefined until it is known. */
export const useIsAdmin = (): boolean | undefined => useMe()?.scopes.includes('workspace.admin');
export const useChannels = () => useQuery(channelsQuery).data;
