import * as z from 'zod';
import { fittedRecord } from './fitting.ts';
import { channelId, idempotencyKey, recordAnswer, recordId, title, values } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_update',
  group: 'records',
  title: 'Change a record',
  description:
    'Sets the values that you name, null clears one, all others stay. With expectedVersionNumber a record that has changed since you read it is refused (version_conflict): read again, decide.',
  scope: 'workspace.write',
  annotations: removes,
  quotes: true,
  input: z.strictObject({
    channelId,
    recordId,
    title: title.optional(),
    values: values.optional(),
    expectedVersionNumber: z.int().min(1).optional().describe('versionNumber that you read'),
    idempotencyKey,
  }),
  output: z.object(recordAnswer),
  run: async (workspace, input) => fittedRecord((await workspace.records.update(input)).record),
});
