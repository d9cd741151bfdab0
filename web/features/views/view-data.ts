import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { workspace } from '../../data/client.ts';
import type { DefinitionOf, ViewData } from '../../views/props.ts';
import { combined, inRuns } from './widget-runs.ts';
import type { Seen } from './viewing.ts';

const pageRecords = 200;

/** A change of a record concerns the Views of its Data Set. */
export const keyOf = ({ view: { objectTypeId, id, currentVersionId } }: Seen) => [
  'data_set',
  objectTypeId,
  'view',
  id,
  currentVersionId,
];

const asked = ({ channelId, view }: Seen, filters: ViewFilters) => ({
  channelId,
  viewId: view.id,
  ...(filters.length > 0 && { filters }),
});

/** The records of a View with those of the pages before, and how many it has in all. */
export function useRecordsOf(viewing: Seen, restricting: ViewFilters) {
  const filters = [...viewing.temporary, ...restricting];
  const named = asked(viewing, filters);
  const key = [...keyOf(viewing), filters];
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

/** The figures of a pivot table. */
export const useFiguresOf = (viewing: Seen) =>
  useQuery({
    queryKey: [...keyOf(viewing), viewing.temporary, 'figures'],
    queryFn: async ({ signal }) => (await workspace.views.data(asked(viewing, viewing.temporary), { signal })).data,
    placeholderData: keepPreviousData,
  });

/**
 * The figures of a dashboard as they come. Its first widget is asked for alone, then twice as many together each time.
 * Those of a large Data Set appear one after the other, and many of a small one need few requests.
 */
export const useWidgetsOf = (viewing: Seen, { widgets }: DefinitionOf<'dashboard'>) =>
  useQueries({
    queries: inRuns(widgets.map(({ id }) => id)).map((widgetIds) => ({
      queryKey: [...keyOf(viewing), viewing.temporary, 'widgets', widgetIds],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await workspace.views.data({ ...asked(viewing, viewing.temporary), widgetIds }, { signal })).data,
      placeholderData: keepPreviousData,
    })),
    combine: (runs) => combined(widgets, runs),
  });
