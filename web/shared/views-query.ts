import { queryOptions } from '@tanstack/react-query';
import { itemsOf } from '../../src/sdk/index.ts';
import { workspace } from '../data/client.ts';

/** Every saved View of a channel, by name. */
export const viewsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['views', channelId],
    queryFn: ({ signal }) => Array.fromAsync(itemsOf(workspace.views.list, { channelId, limit: 200 }, { signal })),
  });
