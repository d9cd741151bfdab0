import type { WorkspaceClient } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { usePages } from '../lists/use-pages.ts';

type Filters = Omit<Parameters<WorkspaceClient['activity']['list']>[0], 'after' | 'order' | 'limit'>;

/** Changes that the person may see, the last first. */
export const useChanges = (filters: Filters) =>
  usePages(['activity', filters], async (after, options) => {
    const { items, nextCursor } = await workspace.activity.list({ ...filters, order: 'newest', after }, options);
    return { items, nextCursor: items.length > 0 ? nextCursor : undefined };
  });
