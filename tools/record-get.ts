import * as z from 'zod';
import { fittedRecord } from './fitting.ts';
import { channelId, recordAnswer, recordId } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_get',
  group: 'records',
  title: 'Read a record',
  description:
    'One record with its values. While nextOffsets names a field, its value goes on: call again with that field and offset.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({
    channelId,
    recordId,
    fields: z.array(z.string()).optional().describe('Only the values of these field keys'),
    offset: z.int().min(0).optional().describe('First character of a text, or item of a list; default 0'),
  }),
  output: z.object(recordAnswer),
  async run(workspace, { fields, offset, ...input }) {
    return fittedRecord((await workspace.records.get(input)).record, { fields, offset });
  },
});
