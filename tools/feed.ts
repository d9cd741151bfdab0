import * as z from 'zod';
import type { FeedItem } from '../schemas/feed.ts';
import { limits } from '../schemas/limits.ts';
import { fittedItem, mostOf, roomForData } from './fitting.ts';
import { bodyOffset, channelId, nextCursor, pageArguments } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const fitted = ({ items }: { readonly items: readonly FeedItem[] }, offset?: number) =>
  items.values().map((item) => fittedItem(item, offset));

export default tool({
  name: 'workspace_feed',
  group: 'default',
  title: 'Read the feed',
  description:
    'Reads the feed of a channel, newest first: posts, artifact versions, files and sessions, each with replyCount and reactions. Long posts are cut (nextOffset); the same page with offset reads on. Reading marks nothing as seen.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    limit: z.int().min(1).max(limits.feedPageMost).optional().describe(`Default ${limits.feedPageDefault}`),
    cursor: pageArguments.cursor,
    offset: bodyOffset,
  }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), type: z.string(), at: z.string() })),
    nextCursor,
  }),
  shorten: byItems(limits.feedPageDefault),
  async run(workspace, { offset, ...input }) {
    const page = await workspace.feed.list(input);
    const fitting = mostOf(fitted(page, offset), roomForData);
    if (fitting.length === page.items.length) return { ...page, items: fitting };
    // A cursor refers to a page's last item, so a shorter page is requested instead of cutting this one.
    const shorter = await workspace.feed.list({ ...input, limit: Math.max(1, fitting.length) });
    return { ...shorter, items: [...fitted(shorter, offset)] };
  },
});
