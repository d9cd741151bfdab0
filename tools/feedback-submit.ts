import * as z from 'zod';
import { idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_feedback_submit',
  group: 'sessions',
  earlierGroup: 'default',
  title: 'Give feedback',
  description: 'Tells the admins and operators of the workspace what went well or wrong, if the user wants that.',
  scope: 'workspace.query',
  annotations: adds,
  input: z.strictObject({
    description: z.string().describe('Description of what happened'),
    queryId: z.string().optional().describe('Session query that it is about'),
    idempotencyKey,
  }),
  output: z.object({ feedback: z.object({ id: z.string(), status: z.string() }) }),
  run: (workspace, input) => workspace.feedback.submit(input),
});
