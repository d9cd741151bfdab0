import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { workspace } from '../../data/client.ts';
import type { ViewedRecord } from '../../views/props.ts';
import { type Asked, filtersOf } from './asked.ts';

const pageRecords = 100;

/** Records page by page by a typed query, and their exact count. */
export function useRecords(channelId: string, { objectTypeId }: DataSet, { filters, sort }: Asked) {
  const from = { mode: 'deterministic' as const, channelId, objectTypeId };
  const where = filters.length > 0 && { filters: filtersOf({ filters }) };
  const order = sort && { orderBy: [{ field: sort.key, direction: sort.direction }] };
  const pages = useInfiniteQuery({
    queryKey: ['data_set', objectTypeId, 'records', filters, sort],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspace.queries.run(
        { ...from, operation: 'records', limit: pageRecords, ...where, ...order, ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages: all }) => all.flatMap(({ data }) => (data.rows ?? []).map(recordOf)),
  });
  const count = useQuery({
    queryKey: ['data_set', objectTypeId, 'count', filters],
    queryFn: async ({ signal }) => {
      const metrics = [{ alias: 'count', function: 'count_rows' as const }];
      const { data } = await workspace.queries.run({ ...from, operation: 'aggregate', metrics, ...where }, { signal });
      return Number(data.rows?.[0]?.['count'] ?? 0);
    },
    enabled: pages.hasNextPage,
  });
  return { pages, count: count.data };
}

const recordOf = ({ id, title, ...values }: Record<string, unknown>): ViewedRecord => ({
  id: String(id),
  title: String(title),
  values,
});
