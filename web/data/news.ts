import { useSyncExternalStore } from 'react';
import type { ActivityItem } from '../../schemas/activity.ts';

/** Changes by others since this browser last looked, by channel. All its tabs share them. */
interface News {
  /** Up to where activity has been counted; `beginning` before the first time. */
  readonly cursor: string;
  readonly channels: Readonly<Record<string, number>>;
}

const key = 'workspace.news';

/** The cursor before the first look. */
export const beginning = 'now';
const none: News = { cursor: beginning, channels: {} };
let news: News = stored();
const listeners = new Set<() => void>();

function stored(): News {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<News>) };
  } catch {
    return none;
  }
}

function show(next: News): void {
  news = next;
  for (const listener of listeners) listener();
}

function keep(next: News): void {
  localStorage.setItem(key, JSON.stringify(next));
  show(next);
}

addEventListener('storage', (event) => {
  if (event.key === key) show(stored());
});

const counted: ReadonlySet<string> = new Set(['created', 'imported', 'attached', 'updated']);

/** The cursor from which an opened page reads activity. */
export const newsCursor = (): string => news.cursor;

/** Counts a page of changes by others, unless another tab has counted it. */
export function addNews(items: readonly ActivityItem[], from: string, to: string, me: string | undefined): void {
  if (from !== news.cursor || from === to) return;
  const channels = { ...news.channels };
  for (const { channelId, actor, action } of items) {
    if (channelId !== undefined && actor.id !== me && counted.has(action)) {
      channels[channelId] = (channels[channelId] ?? 0) + 1;
    }
  }
  keep({ cursor: to, channels });
}

/** Begins again from now. Call it when the cursor is another person's or unknown, or when there is too much to read. */
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
