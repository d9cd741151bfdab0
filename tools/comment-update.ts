import * as z from 'zod';
import { fittedBody } from './fitting.ts';
import { body, channelId, commentId, idempotencyKey, optionalMentions, saidAnswer } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_comment_update',
  group: 'feed',
  title: 'Edit a comment',
  description: 'Replaces the body of your own comment or reply. Mention arrays that you leave out stay as they are.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, commentId, body, ...optionalMentions, idempotencyKey }),
  output: z.object({ comment: saidAnswer }),
  run: async (workspace, input) => ({
    comment: fittedBody((await workspace.discussions.updateComment(input)).comment),
  }),
});
