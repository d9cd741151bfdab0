import * as z from 'zod';
import { channelId, nextCursor, pageArguments } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_members_list',
  group: 'feed',
  title: 'List members',
  description: 'Explicit human members of a channel, with the user IDs that mentions take.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({ channelId, limit, cursor }),
  output: z.object({
    members: z.array(z.object({ userId: z.string(), name: z.string(), role: z.string() })),
    nextCursor,
  }),
  shorten: byItems(),
  run: (workspace, input) => workspace.members.list(input),
});
