import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { idempotencyKey, sessionId } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_session_message',
  group: 'sessions',
  title: 'Send a message',
  description:
    'Says something in a conversation of yours. It is answered as a question: take the answer from workspace_query_ask with queryId and waitSeconds.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    sessionId,
    body: z.string().describe(`1 to ${limits.question} characters`),
    idempotencyKey,
  }),
  output: z.object({
    query: z.object({ id: z.string(), status: z.string() }),
    message: z.object({ id: z.string() }),
  }),
  run: (workspace, input) => workspace.sessions.send(input),
});
