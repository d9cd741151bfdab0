import * as z from 'zod';
import { ClientApp } from '../schemas/common.ts';
import { fittedBody } from './fitting.ts';
import { body, channelId, idempotencyKey, optionalMentions, saidAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_post_create',
  group: 'default',
  title: 'Post',
  description: 'Posts to a channel, seen by all its readers, under your user’s name: results, not your reasoning.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({ channelId, body, ...optionalMentions, clientApp: ClientApp.optional(), idempotencyKey }),
  output: z.object({ post: saidAnswer }),
  run: async (workspace, input) => ({ post: fittedBody((await workspace.posts.create(input)).post) }),
});
