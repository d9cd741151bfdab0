import { useSyncExternalStore } from 'react';
import type { ActivityItem } from '../../schemas/activity.ts';

/** Changes by others since this browser last looked, by channel. */
interface News {
  /** Up to where activity has been read; `now` before the first time. */
  readonly cursor: string;
  readonly channels: Readonly<Record<string, number>>;
}

const key = 'workspace.news';
const none: News = { cursor: 'now', channels: {} };
let news: News = stored();
const listeners = new Set<() => void>();

function stored(): News {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<News>) };
  } catch {
    return none;
  }
}

function keep(next: News): void {
  news = next;
  localStorage.setItem(key, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Two tabs share what is new. */
addEventListener('storage', (event) => {
  if (event.key !== key) return;
  news = stored();
  for (const listener of listeners) listener();
});

const counted: ReadonlySet<string> = new Set(['created', 'imported', 'attached', 'updated']);

export const newsCursor = (): string => news.cursor;

/** Adds changes by others to the channels where they happened. */
export function addNews(items: readonly ActivityItem[], cursor: string, me: string | undefined): void {
  const channels = { ...news.channels };
  for (const { channelId, actor, action } of items) {
    if (channelId !== undefined && actor.id !== me && counted.has(action)) {
      channels[channelId] = (channels[channelId] ?? 0) + 1;
    }
  }
  keep({ cursor, channels });
}

/** A cursor belongs to one person and may be forgotten; then what is new begins now. */
export const forgetNews = (): void => keep(none);

/** The channel is being looked at. */
export function readNews(channelId: string): void {
  if (!(channelId in news.channels)) return;
  const { [channelId]: _read, ...channels } = news.channels;
  keep({ ...news, channels });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How many changes by others each channel has that this browser has not shown. */
export const useNews = (): Readonly<Record<string, number>> => useSyncExternalStore(subscribe, () => news.channels);
