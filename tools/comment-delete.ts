import * as z from 'zod';
import { channelId, commentId, idempotencyKey } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_comment_delete',
  group: 'feed',
  title: 'Delete a comment',
  description: 'Hides a comment or reply of your own from everyone.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, commentId, idempotencyKey }),
  output: z.object({ deleted: z.boolean() }),
  run: (workspace, input) => workspace.discussions.removeComment(input),
});
