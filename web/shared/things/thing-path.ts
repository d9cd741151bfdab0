import type { ActivityItem, ActivityType } from '../../../schemas/activity.ts';
import { channelPath, pathInChannel, resourcePath } from '../../../schemas/urls.ts';

interface Thing {
  readonly type: ActivityType;
  readonly id: string;
  readonly channelId?: string | undefined;
  /** Where a comment stands. */
  readonly root?: ActivityItem['root'];
}

/** The page of something. The channel is named by its slug if the person knows it, else by its ID. */
export function pathOfThing({ type, id, channelId, root }: Thing, slug: string | undefined): string | undefined {
  if (type === 'artifact' || type === 'file' || type === 'session') return resourcePath(type, id);
  if (type === 'channel') return channelPath(slug ?? id);
  const channel = slug ?? channelId;
  if (channel === undefined) return undefined;
  if (type === 'comment') return root && pathInChannel(channel, root.type, root.id);
  if (type === 'data_set') return `${channelPath(channel)}/data-sets/${id}`;
  return pathInChannel(channel, type, id);
}
