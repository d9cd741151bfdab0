import type { ActivityItem } from '../../schemas/activity.ts';

/** Types of changes that a feed shows. */
const inFeed: ReadonlySet<string> = new Set(['post', 'comment', 'artifact', 'file', 'session']);

/** The keys of the answers that these changes make stale, each once. */
export function concerned(items: readonly ActivityItem[]): string[][] {
  const keys = items.flatMap(keysOf);
  const once = new Map(keys.map((key) => [key.join(' '), key]));
  return [...once.values()];
}

function keysOf({ type, id, channelId, objectTypeId, root }: ActivityItem): string[][] {
  return [
    ['activity'],
    [type, id],
    [`${type}s`],
    ...(channelId === undefined ? [] : [discussionOf(channelId, type, id, root)]),
    ...(channelId !== undefined && inFeed.has(type) ? [['feed', channelId], ['inbox']] : []),
    // Pages of channels and Views have slugs in their keys, and a channel's answer holds its Data Sets. Some join one who were not here.
    ...(type === 'channel' || type === 'data_set' ? [['channel'], ['inbox'], ['people']] : []),
    ...(type === 'view' ? [['view']] : []),
    ...(objectTypeId === undefined ? [] : [['data_set', objectTypeId]]),
  ];
}

/** The discussion that a change is part of. A reaction to a comment does not name it, so all of the channel count. */
const discussionOf = (channelId: string, type: string, id: string, root: ActivityItem['root']): string[] => {
  if (root) return ['discussion', channelId, root.type, root.id];
  return type === 'comment' ? ['discussion', channelId] : ['discussion', channelId, type, id];
};
