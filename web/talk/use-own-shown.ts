import { useCallback, useEffect, useRef } from 'react';
import { sent } from '../data/outbox-sent.ts';

interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<Pages>;
}

/**
 * One's own comment is the last of a long discussion. Once it is stored, the discussion is read to its end. Call the
 * answer with the key of each comment.
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
