import { queryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';

/** A saved View by its ID, and its channel by ID or slug. */
export const viewQuery = (channelId: string, viewId: string) =>
  queryOptions({
    queryKey: ['view', viewId, channelId],
    queryFn: async ({ signal }) => (await workspace.views.get({ channelId, viewId }, { signal })).view,
  });
