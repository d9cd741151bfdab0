import type { ActivityItem } from '../schemas/activity.ts';
import type { Person, Via } from '../schemas/common.ts';
import type { FeedItem } from '../schemas/feed.ts';
import type { File } from '../schemas/files.ts';
import type { Reactions } from '../schemas/posts.ts';
import { cutAt } from './fitting.ts';

/** Longer bodies are cut in a feed. The discussion of a post shows the rest. */
const bodyCharacters = 240;

interface Signature {
  readonly id: string;
  readonly name: string;
  /** The agent, else the interface. */
  readonly via?: string;
}

/** A feed item in few tokens. `by` is the number of who acted. */
export interface ShortItem {
  readonly type: FeedItem['type'];
  /** The post, artifact, file or session. */
  readonly id: string;
  readonly at: string;
  readonly by: number;
}

type NumberOf = (person: Person, via?: Via) => number;

/** Numbers who acted. People stand beside the items once, with what they acted through. */
function numbered(): { numberOf: NumberOf; people: () => false | { people: Record<string, Signature> } } {
  const signatures: Signature[] = [];
  return {
    numberOf({ id, name }, via) {
      const through = via && (via.agent?.name ?? via.interface);
      const known = signatures.findIndex((one) => one.id === id && one.via === through);
      if (known >= 0) return known + 1;
      return signatures.push({ id, name, ...(through !== undefined && { via: through }) });
    },
    people: () =>
      signatures.length > 0 && {
        people: Object.fromEntries(signatures.map((signature, index) => [index + 1, signature])),
      },
  };
}

/** Feed items for a model: what it needs to choose what to read. */
export function shortItems(items: readonly FeedItem[]): { items: ShortItem[]; people?: Record<string, Signature> } {
  const { numberOf, people } = numbered();
  const shown = items.map((item) => ({
    type: item.type,
    id: subjectOf(item).id,
    at: toSecond(item.at),
    by: numberOf(item.actor, item.via),
    ...shownOf(item, numberOf),
    ...discussed(subjectOf(item)),
  }));
  return { items: shown, ...people() };
}

/** Files for a model, each with the first places where it is attached. */
export function shortFiles(files: readonly File[]) {
  const { numberOf, people } = numbered();
  const shown = files.map(({ id, fileName, contentType, size, links, createdAt, createdBy, via }) => ({
    id,
    fileName,
    contentType,
    size,
    at: toSecond(createdAt),
    by: numberOf(createdBy, via),
    ...(links.length > 0 && { attachedTo: links.slice(0, mostPlaces).map(({ targetId }) => targetId) }),
    ...(links.length > mostPlaces && { linkCount: links.length }),
  }));
  return { files: shown, ...people() };
}

const mostPlaces = 3;

/** Changes for a model. The channel is left out where all are of one. */
export function shortChanges(changes: readonly ActivityItem[], isOfOneChannel: boolean) {
  const { numberOf, people } = numbered();
  const shown = changes.map(({ type, id, action, at, actor, via, channelId, objectTypeId, title }) => ({
    type,
    id,
    action,
    at: toSecond(at),
    by: numberOf(actor, via),
    ...(!isOfOneChannel && channelId !== undefined && { channelId }),
    ...(objectTypeId !== undefined && { objectTypeId }),
    ...(title !== undefined && { title }),
  }));
  return { items: shown, ...people() };
}

/** A time without its milliseconds. */
const toSecond = (time: string): string => `${time.slice(0, 19)}Z`;

function subjectOf(item: FeedItem) {
  switch (item.type) {
    case 'post':
      return item.post;
    case 'artifact':
      return item.artifact;
    case 'file':
      return item.file;
    case 'session':
      return item.session;
  }
}

function shownOf(item: FeedItem, numberOf: NumberOf): object {
  switch (item.type) {
    case 'post': {
      const body = cutAt(item.post.body, bodyCharacters);
      return { body, ...(body.length < item.post.body.length && { nextOffset: body.length }) };
    }
    case 'artifact':
      return { title: item.artifact.title, versionNumber: item.artifact.versionNumber };
    case 'file':
      return { fileName: item.file.fileName, size: item.file.size };
    case 'session': {
      const { title, owner } = item.session;
      return { title, ...(owner.id !== item.actor.id && { owner: numberOf(owner) }) };
    }
  }
}

const discussed = ({ replyCount, reactions }: { replyCount?: number; reactions: Reactions }) => ({
  ...(replyCount && { replyCount }),
  ...(reactions.length > 0 && {
    reactions: Object.fromEntries(reactions.map(({ reaction, count }) => [reaction, count])),
  }),
});
