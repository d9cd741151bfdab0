import * as z from 'zod';
import { InboxKind } from '../schemas/inbox.ts';
import { nextCursor, pageArguments } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_inbox',
  group: 'feed',
  title: 'Read the inbox',
  description:
    'What concerns you, newest first: mentions, replies, comments on what you made, answers, shares. text is cut after 500 characters; read on with workspace_discussion_get (root, or the post) in channel. Reading marks nothing as seen.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    unseen: z.boolean().optional().describe('Only what is not marked as seen'),
    kinds: z.array(z.enum(InboxKind.options)).optional().describe('Only these'),
    limit,
    cursor,
  }),
  output: z.object({
    items: z.array(z.object({ kind: z.string(), at: z.string(), type: z.string(), id: z.string(), title: z.string() })),
    seenUntil: z.string().optional(),
    nextCursor,
  }),
  shorten: byItems(),
  run: (workspace, input) => workspace.inbox.list(input),
});
