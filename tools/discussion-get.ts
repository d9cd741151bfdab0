import * as z from 'zod';
import { Reactions } from '../schemas/posts.ts';
import { fittedBody } from './fitting.ts';
import { bodyOffset, nextCursor, pageArguments, root, saidAnswer } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_discussion_get',
  group: 'default',
  title: 'Read a discussion',
  description:
    "Reads the discussion of a post, session, artifact or file, oldest first. A post's discussion is its replies. Long bodies are cut (nextOffset); offset reads on.",
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    ...root,
    offset: bodyOffset,
    limit,
    cursor,
  }),
  output: z.object({
    root: z.object({ type: z.string(), id: z.string() }),
    comments: z.array(saidAnswer),
    reactions: Reactions,
    nextCursor,
  }),
  shorten: byItems(),
  async run(workspace, { offset, ...input }) {
    const { root, comments, ...rest } = await workspace.discussions.get(input);
    return {
      root: root.type === 'post' ? fittedBody(root, offset) : root,
      comments: comments.map((comment) => fittedBody(comment, offset)),
      ...rest,
    };
  },
});
