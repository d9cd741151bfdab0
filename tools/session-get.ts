import * as z from 'zod';
import { fittedMessage } from './fitting.ts';
import { bodyOffset, nextCursor, pageArguments, sessionAnswer, sessionId } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_session_get',
  group: 'default',
  title: 'Read a session',
  description: 'A conversation with its messages, oldest first. With access admin the messages are left out.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({ sessionId, limit, cursor, bodyOffset }),
  output: z.object({
    session: sessionAnswer,
    messages: z
      .array(
        z.object({
          id: z.string(),
          role: z.string(),
          body: z.string(),
          nextOffset: z.int().optional().describe('Where a body that was cut goes on'),
          createdAt: z.string(),
        }),
      )
      .optional(),
    nextCursor,
  }),
  shorten: byItems(),
  async run(workspace, { bodyOffset, ...input }) {
    const { session } = await workspace.sessions.get({ sessionId: input.sessionId });
    if (session.access === 'admin') return { session };
    const { messages, nextCursor } = await workspace.sessions.messages(input);
    return { session, messages: messages.map((message) => fittedMessage(message, bodyOffset)), nextCursor };
  },
});
