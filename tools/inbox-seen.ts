import * as z from 'zod';
import { idempotencyKey } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_inbox_seen',
  group: 'feed',
  title: 'Mark the inbox as seen',
  description: 'Says until when you have seen your inbox. It never goes back.',
  scope: 'workspace.write',
  annotations: sets,
  input: z.strictObject({
    until: z.string().describe('at of the newest item that you dealt with'),
    idempotencyKey,
  }),
  output: z.object({ seenUntil: z.string() }),
  run: (workspace, input) => workspace.inbox.seen(input),
});
