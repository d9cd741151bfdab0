import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { workspace } from '../../data/client.ts';
import type { ViewedRecord } from '../../views/props.ts';
import type { Span, TableRows } from '../../views/table/actions.ts';

/** The records of a View by their places. Only the stretches that are wanted are read, however far they are. */
export function useViewRows(view: View, channelId: string, filters?: ViewFilters) {
  const { objectTypeId, id: viewId, currentVersionId } = view;
  const named = { channelId, viewId, ...(filters && { filters }) };
  const key = ['data_set', objectTypeId, 'view', viewId, currentVersionId, filters ?? []];
  const [wanted, setWanted] = useState<readonly Span[]>([[0, 60]]);
  const groups = useQuery({
    queryKey: [...key, 'groups'],
    queryFn: async ({ signal }) => (await workspace.views.data({ ...named, limit: 1 }, { signal })).data.groups ?? [],
    enabled: view.definition['groupByFieldKey'] !== undefined,
    placeholderData: keepPreviousData,
  });
  const anchors = useQuery({
    queryKey: [...key, 'anchors'],
    queryFn: ({ signal }) => workspace.views.anchors(named, { signal }),
    placeholderData: keepPreviousData,
  });
  const { count = 0, every = 1, anchors: places = [] } = anchors.data ?? {};
  const blocks = blocksOf(wanted, count, every);
  const stretches = useQueries({
    queries: blocks.map((block) => {
      const cursor = places.find(({ place }) => place === block * every)?.cursor;
      return {
        queryKey: [...key, 'stretch', block, every],
        queryFn: async ({ signal }: { signal: AbortSignal }) => ({
          block,
          records: await stretch({ ...named, cursor }, every, signal),
        }),
        enabled: block === 0 || cursor !== undefined,
        placeholderData: keepPreviousData,
      };
    }),
    combine: (results) => ({
      records: new Map(results.flatMap(({ data }) => (data ? [[data.block, data.records] as const] : []))),
      error: results.find(({ error }) => error)?.error,
    }),
  });
  /** The page is drawn anew only where other stretches are wanted, not for each row that is scrolled. */
  const want = useCallback(
    (...spans: readonly Span[]) => {
      const blocks = blocksOf(spans, count, every).join();
      setWanted((now) => (blocksOf(now, count, every).join() === blocks ? now : spans));
    },
    [count, every, setWanted],
  );
  const { records } = stretches;
  const rows = useMemo(
    (): TableRows => ({
      count,
      isWhole: true,
      at: (row): ViewedRecord | undefined => records.get(Math.floor(row / every))?.[row % every],
      want,
    }),
    [count, every, records, want],
  );
  return { rows, anchors, groups, error: stretches.error };
}

/** The stretches between anchors in which wanted records are. */
const blocksOf = (wanted: readonly Span[], count: number, every: number): number[] => {
  const blocks = new Set<number>();
  for (const [from, to] of wanted)
    for (let block = Math.floor(from / every); block * every < Math.min(to, count); block += 1) blocks.add(block);
  return [...blocks];
};

type Asked = Omit<Parameters<typeof workspace.views.data>[0], 'limit'>;

/** As many records as stand between two anchors. */
async function stretch(asked: Asked, every: number, signal: AbortSignal): Promise<ViewedRecord[]> {
  const records: ViewedRecord[] = [];
  for (let { cursor } = asked; records.length < every; ) {
    const limit = Math.min(limits.pageMost, every - records.length);
    const { data } = await workspace.views.data({ ...asked, limit, cursor }, { signal });
    records.push(...(data.records ?? []));
    cursor = data.nextCursor;
    if (cursor === undefined) break;
  }
  return records;
}
