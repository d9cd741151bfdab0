import * as z from 'zod';
import { ChannelId, feedPageInput, jsonArray, listOf, pageOutput, Person, Timestamp, UserId, Via } from './common.ts';
import { FeedType, shownInChannel } from './discussions.ts';
import { operation } from './operation.ts';

/** An event in a channel. Feed items never move; a later version is a new item. */
const happening = { id: z.string(), at: Timestamp, actor: Person, via: Via.optional() };

export const FeedItem = z.discriminatedUnion('type', [
  z.object({ ...happening, type: z.literal('post'), post: shownInChannel.post }),
  z.object({
    ...happening,
    type: z.literal('artifact'),
    artifact: shownInChannel.artifact.describe('As this version of it is'),
  }),
  z.object({ ...happening, type: z.literal('file'), file: shownInChannel.file }),
  z.object({ ...happening, type: z.literal('session'), session: shownInChannel.session }),
]);
export type FeedItem = z.infer<typeof FeedItem>;

const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** A time or the beginning of a day, as a timestamp. */
const Since = z
  .string()
  .refine((text) => Time.safeParse(text).success, 'must be a time such as 2026-05-04T09:00:00Z, or a day')
  .transform((time) => new Date(time).toISOString());

const feedFilters = {
  since: Since.optional().describe('Only what happened at or after this time'),
  types: jsonArray(listOf(FeedType, FeedType.options.length)).optional().describe('Default: all'),
  actorId: UserId.optional().describe('Only what this person did'),
};

export const feed = {
  list: operation({
    summary: 'Posts, artifact versions, files and sessions of a channel, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/feed',
    input: () => z.strictObject({ channelId: ChannelId, ...feedFilters, ...feedPageInput }),
    output: () => z.object({ items: z.array(FeedItem), ...pageOutput }),
  }),
};
