import * as z from 'zod';
import { ClientApp } from '../schemas/common.ts';
import type { SubjectType } from '../schemas/discussions.ts';
import { invalidRequest } from '../schemas/errors.ts';
import { fittedBody } from './fitting.ts';
import { body, channelId, idempotencyKey, optionalMentions, saidAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_post_create',
  group: 'default',
  title: 'Post',
  description:
    'Posts to a channel, seen by all its readers, under your user’s name: results, not your reasoning. replyTo makes it a reply or comment.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    channelId,
    body,
    replyTo: z.string().optional().describe('A post, artifact, file or session of the channel, by ID'),
    ...optionalMentions,
    clientApp: ClientApp.optional(),
    idempotencyKey,
  }),
  output: z.object({
    post: saidAnswer.optional(),
    reply: saidAnswer.optional(),
    comment: saidAnswer.optional(),
  }),
  async run(workspace, { replyTo, ...said }) {
    if (replyTo === undefined) {
      const { post, ...beside } = await workspace.posts.create(said);
      return { post: fittedBody(post), ...beside };
    }
    const subjectType = typeOf(replyTo);
    if (subjectType === 'post') {
      const { reply, ...beside } = await workspace.posts.reply({ ...said, postId: replyTo });
      return { reply: fittedBody(reply), ...beside };
    }
    const { comment, ...beside } = await workspace.discussions.comment({ ...said, subjectType, subjectId: replyTo });
    return { comment: fittedBody(comment), ...beside };
  },
});

const types = new Map<string, SubjectType>([
  ['post', 'post'],
  ['art', 'artifact'],
  ['file', 'file'],
  ['ses', 'session'],
  ['rec', 'record'],
]);

function typeOf(id: string): SubjectType {
  const type = types.get(id.split('_', 1)[0]!);
  if (!type)
    throw invalidRequest(
      '/replyTo',
      'is the ID of a post, artifact, file, session or record. Name the root of a discussion to go on with it',
    );
  return type;
}
