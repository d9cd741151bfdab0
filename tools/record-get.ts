import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import type { Record, RecordVersion } from '../schemas/records.ts';
import { dataSetOf, refuseUnknownFields } from './data-sets.ts';
import { fittedRecord, mostOf, roomForData } from './fitting.ts';
import { channelId, recordAnswer, recordId } from './shared.ts';
import { reads, tool } from './tool.ts';

/** With these an answer stays short enough for a model. */
const mostVersions = 20;

export default tool({
  name: 'workspace_record_get',
  group: 'default',
  title: 'Read a record',
  description:
    'One record with its values. While nextOffsets names a field, its value goes on: call again with that field and offset. versions answers in place of values.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    recordId,
    fields: z.array(z.string()).optional().describe('Only the values of these field keys'),
    offset: z.int().min(0).optional().describe('First character of a text, or item of a list; default 0'),
    versions: z.int().min(1).max(mostVersions).optional().describe('Newest versions: who changed what'),
  }),
  output: z.object({ ...recordAnswer, versions: z.array(z.looseObject({})).optional() }),
  async run(workspace, { fields, offset, versions: limit, ...input }) {
    const { record } = await workspace.records.get(input);
    if (limit !== undefined) {
      const { versions } = await workspace.records.versions({ ...input, limit });
      return { record: { ...record, values: {} }, versions: mostOf(versions.map(short), roomForData) };
    }
    if (fields?.some((key) => !Object.hasOwn(record.values, key))) await refuseUnknown(workspace, record, fields);
    return { ...fittedRecord(record, { fields, offset }), forApp: () => ({ record }) };
  },
});

/** The author's name, and each change as its values before and after. */
const short = ({ versionNumber, createdAt, createdBy, via, changes }: RecordVersion) => ({
  versionNumber,
  createdAt,
  createdBy: createdBy.name,
  ...(via && { via }),
  ...(changes.length > 0 && { changes }),
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
