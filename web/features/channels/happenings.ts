import type { FeedItem } from '../../../schemas/feed.ts';

/** An item of the feed, and how many versions before it by the same person it stands for. */
export interface Happening<Item> {
  readonly item: Item;
  readonly earlier: number;
}

/** The items of a feed, in which one person's successive versions of a thing are one. */
export function happeningsOf(items: readonly FeedItem[]): Happening<FeedItem>[] {
  const happenings: Happening<FeedItem>[] = [];
  for (const item of items) {
    const last = happenings.at(-1);
    if (last && continues(last.item, item)) happenings[happenings.length - 1] = { ...last, earlier: last.earlier + 1 };
    else happenings.push({ item, earlier: 0 });
  }
  return happenings;
}

const continues = (newer: FeedItem, older: FeedItem): boolean =>
  newer.type === 'artifact' &&
  older.type === 'artifact' &&
  newer.artifact.id === older.artifact.id &&
  newer.actor.id === older.actor.id &&
  newer.via?.agent?.name === older.via?.agent?.name;
