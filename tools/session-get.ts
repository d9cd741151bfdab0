import * as z from 'zod';
import { nextCursor, pageArguments, sessionAnswer, sessionId } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_session_get',
  group: 'sessions',
  title: 'Read a session',
  description: 'A conversation with its messages, oldest first. With access admin the messages are left out.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({ sessionId, limit, cursor }),
  output: z.object({
    session: sessionAnswer,
    messages: z
      .array(z.object({ id: z.string(), role: z.string(), body: z.string(), createdAt: z.string() }))
      .optional(),
    nextCursor,
  }),
  shorten: byItems(),
  async run(workspace, input) {
    const { session } = await workspace.sessions.get({ sessionId: input.sessionId });
    if (session.access === 'admin') return { session };
    return { session, ...(await workspace.sessions.messages(input)) };
  },
});
