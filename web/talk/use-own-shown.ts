import { useCallback, useEffect, useRef } from 'react';
import { sent } from '../data/outbox-sent.ts';

interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<Pages>;
}

/**
 * A comment of one's own is the last of a long discussion, so it is read to its end once that comment is stored. Call
 * what it returns with the key of each.
 */
export function useOwnShown(query: Pages): (key: string) => void {
  const own = useRef(new Set<string>());
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => sent.subscribe(({ key }) => own.current.delete(key) && void readToEnd(latest.current)), []);
  return useCallback((key) => void own.current.add(key), []);
}

async function readToEnd(query: Pages): Promise<void> {
  for (let now = query; now.hasNextPage; ) now = await now.fetchNextPage();
}
