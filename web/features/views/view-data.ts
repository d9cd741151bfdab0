import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { workspace } from '../../data/client.ts';
import type { ViewData } from '../../views/props.ts';

const pageRecords = 200;

/** A change of a record concerns the Views of its Data Set. */
const keyOf = ({ objectTypeId, id, currentVersionId }: View) => [
  'data_set',
  objectTypeId,
  'view',
  id,
  currentVersionId,
];

/** The records of a View with those of the pages before, and how many it has in all. */
export function useRecordsOf(view: View, channelId: string, filters: ViewFilters | undefined) {
  const named = { channelId, viewId: view.id, ...(filters && { filters }) };
  const key = [...keyOf(view), filters ?? []];
  const pages = useInfiniteQuery({
    queryKey: [...key, 'records'],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await workspace.views.data({ ...named, limit: pageRecords, ...(cursor && { cursor }) }, { signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages: all }): ViewData => ({ ...all.at(-1), records: all.flatMap(({ records }) => records ?? []) }),
  });
  const total = useQuery({
    queryKey: [...key, 'count'],
    queryFn: async ({ signal }) => (await workspace.views.anchors(named, { signal })).count,
    enabled: pages.hasNextPage,
  });
  return { pages, total: total.data };
}

/** The figures of a dashboard or pivot table. */
export const useFiguresOf = (view: View, channelId: string) =>
  useQuery({
    queryKey: [...keyOf(view), 'figures'],
    queryFn: async ({ signal }) => (await workspace.views.data({ channelId, viewId: view.id }, { signal })).data,
  });
