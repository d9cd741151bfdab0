import * as z from 'zod';
import { channelId, idempotencyKey, sessionId } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_session_attach',
  group: 'default',
  title: 'Share a session',
  description:
    'Lets the current readers of a channel read a conversation of yours. attached is false when it was shared already.',
  scope: 'workspace.write',
  annotations: sets,
  input: z.strictObject({ sessionId, channelId, idempotencyKey }),
  output: z.object({ attached: z.boolean() }),
  run: (workspace, input) => workspace.sessions.link(input),
});
