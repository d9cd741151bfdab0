import type { FeedItem } from '../schemas/feed.ts';
import { fittedItem } from './fitting.ts';
import { marked } from './marked.ts';

/** The JSON of a channel. Others may go on between the parts, because each post may be long and full of hidden text. */
export function* channelText(about: object, items: readonly FeedItem[]): Generator<void, string, void> {
  const feed: object[] = [];
  for (const item of items) {
    feed.push(fittedItem(item));
    yield;
  }
  return marked({ ...about, feed }, true).text;
}
