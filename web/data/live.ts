import { useEffect } from 'react';
import type { ActivityItem } from '../../schemas/activity.ts';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { cache } from './cache.ts';
import { workspace } from './client.ts';
import { connection } from './connection.ts';
import { addNews, forgetNews, newsCursor } from './news.ts';
import { meQuery } from './queries.ts';

const busyMs = 2_000;
const quietMs = 15_000;
/** How long after a change the page looks often. */
const liveliness = 60_000;
const pageItems = 100;

/** Keeps what is shown up to date. It reads the changes of others, and the answers they concern again. */
export function useLive(): void {
  useEffect(() => {
    const stopping = new AbortController();
    void follow(stopping.signal);
    return () => stopping.abort();
  }, []);
}

async function follow(signal: AbortSignal): Promise<void> {
  let lastChange = Date.now();
  while (!signal.aborted) {
    if (document.visibilityState === 'visible') {
      const changed = await look(signal);
      if (changed) lastChange = Date.now();
    }
    const isBusy = Date.now() - lastChange < liveliness || connection.get() === 'lost';
    await untilLater(isBusy ? busyMs : quietMs, signal);
  }
}

/** Reads one page of changes. Says whether there were any. */
async function look(signal: AbortSignal): Promise<boolean> {
  const cursor = newsCursor();
  try {
    const { items, nextCursor } = await workspace.activity.list({ after: cursor, limit: pageItems }, { signal });
    connection.set('live');
    if (nextCursor !== cursor) addNews(items, nextCursor, cache.getQueryData(meQuery.queryKey)?.userId);
    for (const queryKey of concerned(items)) void cache.invalidateQueries({ queryKey });
    return items.length > 0;
  } catch (error) {
    if (!signal.aborted && error instanceof WorkspaceError) failed(error);
    return false;
  }
}

function failed({ code }: WorkspaceError): void {
  if (code === 'unauthenticated') connection.set('signed-out');
  else if (code === 'unavailable') connection.set('lost');
  else if (code === 'invalid_request' || code === 'not_found') forgetNews();
}

/** The keys of the answers that these changes make stale, each once. */
function concerned(items: readonly ActivityItem[]): string[][] {
  if (items.length === 0) return [];
  const keys = items.flatMap(({ type, id, action, channelId, objectTypeId }) => [
    [type, id],
    [`${type}s`],
    ...(channelId === undefined ? [] : [['feed', channelId]]),
    ...(action === 'deleted' || action === 'restored' ? [['trash']] : []),
    ...(type === 'channel' ? [['channel']] : []),
    ...(objectTypeId === undefined ? [] : [['data_set', objectTypeId]]),
    ...(type === 'data_set' && channelId !== undefined ? [['channel', channelId]] : []),
  ]);
  const once = new Map(keys.map((key) => [key.join(' '), key]));
  return [...once.values(), ['inbox'], ['activity']];
}

/** Resolves later, or as soon as the tab is looked at again or the network comes back. */
function untilLater(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = new AbortController();
  const options = { signal: AbortSignal.any([done.signal, signal]) };
  const timer = setTimeout(resolve, ms);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), options);
  addEventListener('online', () => resolve(), options);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    done.abort();
  });
}
