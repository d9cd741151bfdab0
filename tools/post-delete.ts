import * as z from 'zod';
import { channelId, idempotencyKey, postId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_post_delete',
  group: 'feed',
  title: 'Delete a post',
  description: 'Hides a post of your own and its discussion from everyone.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, postId, idempotencyKey }),
  output: z.object({ deleted: z.boolean() }),
  run: (workspace, input) => workspace.posts.remove(input),
});
