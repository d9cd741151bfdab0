import * as z from 'zod';
import { FeedType } from '../schemas/discussions.ts';
import { limits } from '../schemas/limits.ts';
import { mostOf, roomForData } from './fitting.ts';
import { channelId, nextCursor, pageArguments } from './shared.ts';
import { shortItems } from './short-items.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_feed',
  group: 'default',
  title: 'Read the feed',
  description:
    'The feed of a channel, newest first, in short items: posts, artifact versions, files, sessions. by is a number in people. workspace_discussion_get reads replies, and a body that was cut (nextOffset).',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    since: z.string().optional().describe('A time or day'),
    types: z.array(FeedType).optional().describe('Default: all'),
    actorId: z.string().optional().describe('Only by this person'),
    limit: z.int().min(1).max(limits.feedPageMost).optional().describe(`Default ${limits.feedPageDefault}`),
    cursor: pageArguments.cursor,
  }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), type: z.string() })),
    people: z.looseObject({}).optional(),
    nextCursor,
  }),
  shorten: byItems(limits.feedPageDefault),
  async run(workspace, input) {
    const { nextCursor, items } = await workspace.feed.list(input);
    const fitting = mostOf(shortItems(items).items, roomForData).length;
    if (fitting === items.length) return { ...shortItems(items), nextCursor };
    // A cursor refers to a page's last item, so a shorter page is requested instead of cutting this one.
    const shorter = await workspace.feed.list({ ...input, limit: Math.max(1, fitting) });
    return { ...shortItems(shorter.items), nextCursor: shorter.nextCursor };
  },
});
