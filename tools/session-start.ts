import * as z from 'zod';
import { channelId, idempotencyKey, sessionAnswer, title } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_session_start',
  group: 'sessions',
  title: 'Start a session',
  description:
    'Opens a conversation of your own, with a channel as context if given. It is shared with nobody until workspace_session_attach.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({ title: title.optional(), channelId: channelId.optional(), idempotencyKey }),
  output: z.object({ session: sessionAnswer }),
  run: (workspace, input) => workspace.sessions.start(input),
});
