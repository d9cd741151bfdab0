import * as z from 'zod';
import { ClientApp } from '../schemas/common.ts';
import { fittedBody } from './fitting.ts';
import { body, idempotencyKey, optionalMentions, root, saidAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_comment_create',
  group: 'feed',
  title: 'Comment',
  description: 'Adds a comment to the discussion of a post, session, artifact or file in a channel.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({ ...root, body, ...optionalMentions, clientApp: ClientApp.optional(), idempotencyKey }),
  output: z.object({ comment: saidAnswer }),
  async run(workspace, input) {
    const { comment, ...beside } = await workspace.discussions.comment(input);
    return { comment: fittedBody(comment), ...beside };
  },
});
