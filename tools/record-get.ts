import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import type { Record } from '../schemas/records.ts';
import { dataSetOf, refuseUnknownFields } from './data-sets.ts';
import { fittedRecord } from './fitting.ts';
import { channelId, recordAnswer, recordId } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_get',
  group: 'default',
  title: 'Read a record',
  description:
    'One record with its values. While nextOffsets names a field, its value goes on: call again with that field and offset.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    recordId,
    fields: z.array(z.string()).optional().describe('Only the values of these field keys'),
    offset: z.int().min(0).optional().describe('First character of a text, or item of a list; default 0'),
  }),
  output: z.object(recordAnswer),
  async run(workspace, { fields, offset, ...input }) {
    const { record } = await workspace.records.get(input);
    if (fields?.some((key) => !Object.hasOwn(record.values, key))) await refuseUnknown(workspace, record, fields);
    return fittedRecord(record, { fields, offset });
  },
});

/** A record omits fields without a value, so the Data Set supplies the known keys. */
async function refuseUnknown(
  workspace: Workspace,
  { channelId, objectTypeId }: Record,
  fields: readonly string[],
): Promise<void> {
  const { channel } = await workspace.channels.get({ channelId });
  refuseUnknownFields(dataSetOf(channel.dataSets, objectTypeId).fields, fields);
}
