import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { ViewData } from '../../views/props.ts';
import { onStale } from '../stand-ins/cache.ts';
import { type AskedView, readView } from './read-view.ts';
import type { ViewAnswer } from './view-answer.ts';

/** More are read on the page of the workspace. */
export const mostRecords = 1_000;

interface Shown {
  readonly first: ViewAnswer;
  readonly filters: ViewFilters;
  /** Whether the first answer holds what these filters find. */
  readonly isRead: boolean;
}

/** The data of a View, with the records of the pages before. It is read anew when records change. */
export function useData({ first, filters, isRead }: Shown) {
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ data: first.data, key: isRead ? key : undefined });
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const count = useRef(first.data.records?.length ?? 0);
  /** The number of the latest reading. One before it that is slower is dropped. */
  const latest = useRef(0);
  const { channel, view } = first;
  const read = useCallback(
    async (least: number): Promise<void> => {
      const number = (latest.current += 1);
      count.current = least;
      setReading(true);
      const of = { channelId: channel.id, viewId: view.id, filters: JSON.parse(key) as ViewFilters };
      try {
        const found = await pagesOf(of, least);
        if (latest.current !== number) return;
        count.current = found.records?.length ?? 0;
        setShown({ data: found, key });
        setFailure(undefined);
      } catch (error) {
        if (latest.current === number) setFailure(sentenceOf(error));
      } finally {
        if (latest.current === number) setReading(false);
      }
    },
    [channel.id, view.id, key],
  );
  const isFirst = useRef(isRead);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else void read(0);
  }, [read]);
  // Ends at once when the host removes the app. Other effects end after the next frame.
  useLayoutEffect(() => onStale(() => read(count.current)), [read]);
  const more = () => void read(Math.min(mostRecords, count.current + 100));
  return {
    data: shown.data,
    isReading,
    /** Whether the data is not yet what these filters find. */
    isOther: shown.key !== key,
    /** Why the latest reading did not succeed. */
    failure,
    again: () => void read(count.current),
    more,
  };
}

/** Pages from the first on, until they hold as many records or there are no more. */
async function pagesOf(of: AskedView, least: number): Promise<ViewData> {
  const records: NonNullable<ViewData['records']>[number][] = [];
  let groups: ViewData['groups'];
  for (let cursor: string | undefined; ; ) {
    const { data } = await readView({ ...of, cursor });
    if (!data.records) return data;
    groups ??= data.groups;
    records.push(...data.records);
    cursor = data.nextCursor;
    if (cursor === undefined || records.length >= least) return { ...data, ...(groups && { groups }), records };
  }
}
