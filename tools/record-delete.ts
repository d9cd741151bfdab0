import * as z from 'zod';
import { channelId, idempotencyKey, recordId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_delete',
  group: 'records',
  title: 'Delete a record',
  description: 'Moves a record to the trash; files and documents that its fields point to stay.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ channelId, recordId, idempotencyKey }),
  output: z.object({ deleted: z.boolean() }),
  run: (workspace, input) => workspace.records.remove(input),
});
