import type { FeedItem } from '../../../schemas/feed.ts';

/** Saves of a thing within this time of each other are told in one line, unless somebody posts in between. */
const stretchMs = 60 * 60_000;

/** An item of the feed, and how many versions before it are told with it. */
export interface Happening<Item> {
  readonly item: Item;
  readonly earlier: number;
  /** An item of each person who saved and each way in which they did, the last first. */
  readonly makers: readonly Pick<FeedItem, 'actor' | 'via'>[];
  /** Whether it is the newest about its thing. Reactions and comments stand there alone. */
  readonly isNewest: boolean;
}

/** The items of a feed, newest first. The versions of a thing from one stretch of time are one. */
export function happeningsOf(items: readonly FeedItem[]): Happening<FeedItem>[] {
  const happenings: (Happening<FeedItem> & { readonly oldest: FeedItem })[] = [];
  const told = new Set<string>();
  const places = new Map<string, number>();
  for (const item of items) {
    if (item.type === 'post') places.clear();
    const id = idOf(item);
    const place = places.get(id);
    const later = place === undefined ? undefined : happenings[place];
    if (place !== undefined && later && continues(later.oldest, item)) {
      const makers = later.makers.some((maker) => isSameMaker(maker, item)) ? later.makers : [...later.makers, item];
      happenings[place] = { ...later, oldest: item, earlier: later.earlier + 1, makers };
    } else {
      places.set(id, happenings.length);
      happenings.push({ item, oldest: item, earlier: 0, makers: [item], isNewest: !told.has(id) });
      told.add(id);
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
  isVersion(newer) &&
  isVersion(older) &&
  Date.parse(newer.at) - Date.parse(older.at) <= stretchMs;

const isSameMaker = (one: Happening<FeedItem>['makers'][number], other: FeedItem): boolean =>
  one.actor.id === other.actor.id &&
  one.via?.interface === other.via?.interface &&
  one.via?.agent?.name === other.via?.agent?.name;
