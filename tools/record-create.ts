import * as z from 'zod';
import { fittedRecord } from './fitting.ts';
import { channelId, idempotencyKey, objectTypeId, recordAnswer, title, values } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_create',
  group: 'records',
  earlierGroup: 'default',
  title: 'Create a record',
  description:
    'Adds a record to a Data Set. Field keys and choices: workspace_channel_get. invalid_values names every wrong field; read_only_source: the row belongs into the connected source.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({ channelId, objectTypeId, title, values: values.optional(), idempotencyKey }),
  output: z.object(recordAnswer),
  run: async (workspace, input) => fittedRecord((await workspace.records.create(input)).record),
});
