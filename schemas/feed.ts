import * as z from 'zod';
import { ChannelId, feedPageInput, pageOutput, Person, Timestamp, Via } from './common.ts';
import { shownInChannel } from './discussions.ts';
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

export const feed = {
  list: operation({
    summary: 'Posts, artifact versions, files and sessions of a channel, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/feed',
    input: () => z.strictObject({ channelId: ChannelId, ...feedPageInput }),
    output: () => z.object({ items: z.array(FeedItem), ...pageOutput }),
  }),
};
