import * as z from 'zod';
import { fittedBody } from './fitting.ts';
import { body, channelId, idempotencyKey, mentions, postId, saidAnswer } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_post_update',
  group: 'feed',
  title: 'Edit a post',
  description: 'Replaces the body and all four mention arrays of a post of your own; an empty array mentions nobody.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, postId, body, ...mentions, idempotencyKey }),
  output: z.object({ post: saidAnswer }),
  run: async (workspace, input) => ({ post: fittedBody((await workspace.posts.update(input)).post) }),
});
