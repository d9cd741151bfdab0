import * as z from 'zod';
import { ClientApp } from '../schemas/common.ts';
import { fittedBody } from './fitting.ts';
import { body, channelId, idempotencyKey, optionalMentions, postId, saidAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_reply_create',
  group: 'feed',
  title: 'Reply to a post',
  description: 'Adds a reply to a post, under your user’s name.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    channelId,
    postId,
    body,
    ...optionalMentions,
    clientApp: ClientApp.optional(),
    idempotencyKey,
  }),
  output: z.object({ reply: saidAnswer }),
  async run(workspace, input) {
    const { reply, ...beside } = await workspace.posts.reply(input);
    return { reply: fittedBody(reply), ...beside };
  },
});
