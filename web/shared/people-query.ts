import { queryOptions } from '@tanstack/react-query';
import { itemsOf } from '../../src/sdk/index.ts';
import { workspace } from '../data/client.ts';

/** Every person of the organization, by name. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  staleTime: 5 * 60_000, // Every post on a page asks for it.
  queryFn: ({ signal }) => Array.fromAsync(itemsOf(workspace.people.list, { limit: 200 }, { signal })),
});
