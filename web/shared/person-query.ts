import { queryOptions } from '@tanstack/react-query';
import { workspace } from '../data/client.ts';

/** One person of the organization, also one who left; null if there is none. */
export const personQuery = (personId: string) =>
  queryOptions({
    queryKey: ['people', 'one', personId],
    queryFn: async ({ signal }) => (await workspace.people.list({ ids: [personId] }, { signal })).people[0] ?? null,
  });
