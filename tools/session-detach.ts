import * as z from 'zod';
import { channelId, idempotencyKey, sessionId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_session_detach',
  group: 'default',
  title: 'Unshare a session',
  description:
    'Ends the sharing of a conversation with a channel; the session stays. detached is false when it was not shared.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ sessionId, channelId, idempotencyKey }),
  output: z.object({ detached: z.boolean() }),
  run: (workspace, input) => workspace.sessions.unlink(input),
});
