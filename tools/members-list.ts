import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { channelId, nextCursor, pageArguments, withinAnswerLimit } from './shared.ts';
import { reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_members_list',
  group: 'feed',
  title: 'List members',
  description: 'Explicit human members of a channel, with the user IDs that mentions take.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({ channelId, limit, cursor }),
  output: z.object({
    members: z.array(z.object({ userId: z.string(), name: z.string(), role: z.string() })),
    nextCursor,
  }),
  run: (workspace, { limit: most = limits.pageDefault, ...page }) =>
    withinAnswerLimit((fitting) => workspace.members.list({ ...page, limit: fitting }), most, 1),
});
