import * as z from 'zod';
import { ActivityType } from '../schemas/activity.ts';
import { limits } from '../schemas/limits.ts';
import { channelId } from './shared.ts';
import { shortChanges } from './short-items.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_activity',
  group: 'feed',
  title: 'See what changed',
  description:
    'Lists what changed that you may see, oldest first, each change once, deletions included. Always answers nextCursor; keep it and pass it as after to see only what changed since. An empty page is the end. by is a number in people.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    after: z.string().optional().describe('nextCursor of the page before, with the same filters, or "now"'),
    channelId: channelId.optional(),
    types: z.array(ActivityType).optional().describe('Default: all'),
    actorId: z.string().optional().describe('Only changes by this person'),
    agent: z.string().optional().describe('Only changes through the agent of this name'),
    limit: z.int().min(1).max(limits.pageMost).optional().describe(`Default ${limits.pageDefault}`),
  }),
  output: z.object({
    items: z.array(z.object({ type: z.string(), id: z.string(), action: z.string() })),
    people: z.looseObject({}).optional(),
    nextCursor: z.string(),
  }),
  shorten: byItems(limits.pageDefault),
  async run(workspace, input) {
    const { items, nextCursor } = await workspace.activity.list(input);
    return { ...shortChanges(items, input.channelId !== undefined), nextCursor };
  },
});
