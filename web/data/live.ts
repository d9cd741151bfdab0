import { useEffect } from 'react';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { cache } from './cache.ts';
import { workspace } from './client.ts';
import { concerned } from './concerned.ts';
import { connection } from './connection.ts';
import { addNews, beginning, forgetNews, newsCursor } from './news.ts';
import { meQuery } from './queries.ts';

const busyMs = 2_000;
/** How often the page looks while nothing happens. */
export const quietMs = 15_000;
/** How long after a change the page looks often. */
const livelyMs = 60_000;
const pageItems = 100;
/** More changes than these pages hold are not read one by one: everything shown is read again. */
const pagesAtOnce = 5;

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
  let cursor = newsCursor();
  while (!signal.aborted) {
    if (document.visibilityState === 'visible') {
      const reached = await catchUp(cursor, signal);
      if (reached !== cursor) lastChange = Date.now();
      cursor = reached;
    }
    const isBusy = Date.now() - lastChange < livelyMs || connection.get() === 'lost';
    await untilLater(isBusy ? busyMs : quietMs, signal);
  }
}

/** While nothing happens, the last answer is the next one too, and nothing is sent. */
const held = {};

/** Reads all changes behind a cursor; returns how far it came. */
async function catchUp(from: string, signal: AbortSignal): Promise<string> {
  let cursor = from;
  try {
    for (let page = 0; page < pagesAtOnce; page += 1) {
      const { items, nextCursor } = await workspace.activity.list(
        { after: cursor, limit: pageItems },
        { signal, held },
      );
      connection.set('live');
      addNews(items, cursor, nextCursor, cache.getQueryData(meQuery.queryKey)?.userId);
      // Answers that were read before may be older than this cursor.
      if (cursor === beginning) void cache.invalidateQueries();
      for (const queryKey of concerned(items)) void cache.invalidateQueries({ queryKey });
      cursor = nextCursor;
      if (items.length < pageItems) return cursor;
    }
    return await catchUp(beginAnew(), signal);
  } catch (error) {
    return signal.aborted || !(error instanceof WorkspaceError) ? cursor : failed(error, cursor);
  }
}

function failed({ code }: WorkspaceError, cursor: string): string {
  if (code === 'unauthenticated') connection.set('signed-out');
  else if (code === 'unavailable') connection.set('lost');
  else if (code === 'invalid_request' || code === 'not_found') return beginAnew();
  return cursor;
}

function beginAnew(): string {
  forgetNews();
  return newsCursor();
}

/** Resolves later, or as soon as the tab is looked at again or the network comes back. */
function untilLater(ms: number, stopping: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = new AbortController();
  const { signal } = done;
  const timer = setTimeout(resolve, ms);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), { signal });
  addEventListener('online', () => resolve(), { signal });
  stopping.addEventListener('abort', () => resolve(), { signal });
  return promise.finally(() => {
    clearTimeout(timer);
    done.abort();
  });
}
