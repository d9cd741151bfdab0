import * as z from 'zod';
import { Reaction } from '../schemas/posts.ts';
import { commentId, idempotencyKey, root } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_reaction_set',
  group: 'feed',
  title: 'React',
  description: 'Reacts to a post, session, artifact or file of a channel, or to a comment of its discussion.',
  scope: 'workspace.write',
  annotations: sets,
  input: z.strictObject({
    ...root,
    commentId: commentId.optional(),
    reaction: Reaction,
    active: z.boolean().describe('false takes it back'),
    idempotencyKey,
  }),
  output: z.object({ reaction: z.string(), active: z.boolean(), count: z.int() }),
  run: (workspace, input) => workspace.discussions.react(input),
});
