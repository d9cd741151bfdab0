import type { FeedItem } from '../../../schemas/feed.ts';

/** An item of the feed, and how many versions before it by the same person it stands for. */
export interface Happening<Item> {
  readonly item: Item;
  readonly earlier: number;
  /** Whether it is the newest about its thing. Reactions and comments stand there alone. */
  readonly isNewest: boolean;
}

/** The items of a feed, in which one person's successive versions of a thing, made in one way, are one. */
export function happeningsOf(items: readonly FeedItem[]): Happening<FeedItem>[] {
  const happenings: Happening<FeedItem>[] = [];
  const told = new Set<string>();
  for (const item of items) {
    const last = happenings.at(-1);
    if (last && continues(last.item, item)) happenings[happenings.length - 1] = { ...last, earlier: last.earlier + 1 };
    else {
      happenings.push({ item, earlier: 0, isNewest: !told.has(idOf(item)) });
      told.add(idOf(item));
    }
  }
  return happenings;
}

function idOf(item: FeedItem): string {
  switch (item.type) {
    case 'post':
      return item.post.id;
    case 'artifact':
      return item.artifact.id;
    case 'file':
      return item.file.id;
    case 'session':
      return item.session.id;
  }
}

/** Whether an item tells of a version. Otherwise the artifact was added to the channel. */
export const isVersion = ({ at, actor, artifact }: FeedItem & { type: 'artifact' }): boolean =>
  at === artifact.updatedAt && actor.id === artifact.updatedBy.id;

const continues = (newer: FeedItem, older: FeedItem): boolean =>
  newer.type === 'artifact' &&
  older.type === 'artifact' &&
  newer.artifact.id === older.artifact.id &&
  isVersion(newer) &&
  isVersion(older) &&
  newer.actor.id === older.actor.id &&
  newer.via?.interface === older.via?.interface &&
  newer.via?.agent?.name === older.via?.agent?.name;
