import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { workspace } from '../../data/client.ts';
import type { ViewedRecord } from '../../views/props.ts';
import type { TableRows } from '../../views/table/actions.ts';
import type { Asked } from './asked.ts';

const pageRecords = 200;
/** The next page is read when the last row that is drawn is this near to the end. */
const ahead = 60;

/** Records page by page by a typed query, and their exact count. */
export function useRecords(channelId: string, { objectTypeId }: DataSet, { filters, sort }: Asked) {
  const from = { mode: 'deterministic' as const, channelId, objectTypeId };
  const where = filters.length > 0 && { filters };
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
  const { data: records, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const rows = useMemo(
    (): TableRows => ({
      count: records?.length ?? 0,
      isWhole: !hasNextPage,
      at: (row) => records?.[row],
      want: (...spans) => {
        const to = Math.max(...spans.map(([, end]) => end));
        if (records && hasNextPage && !isFetchingNextPage && to > records.length - ahead) void fetchNextPage();
      },
    }),
    [records, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  return { pages, rows, count: count.data };
}

const recordOf = ({ id, title, ...values }: Record<string, unknown>): ViewedRecord => ({
  id: String(id),
  title: String(title),
  values,
});
