import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import type { Record, RecordVersion } from '../schemas/records.ts';
import { dataSetOf } from './data-sets.ts';
import { fittedRecord, mostOf, roomForData } from './fitting.ts';
import { channelId, nextCursor, pageArguments, recordAnswer, recordId, refuseUnknownFields } from './shared.ts';
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
    cursor: pageArguments.cursor,
  }),
  output: z.object({ ...recordAnswer, versions: z.array(z.looseObject({})).optional(), nextCursor }),
  async run(
    workspace,
    { fields, offset, cursor, versions: limit = cursor === undefined ? undefined : mostVersions, ...input },
  ) {
    const { record } = await workspace.records.get(input);
    if (limit !== undefined)
      return { record: { ...record, values: {} }, ...(await history(workspace, { ...input, limit, cursor })) };
    if (fields?.some((key) => !Object.hasOwn(record.values, key))) await refuseUnknown(workspace, record, fields);
    return { ...fittedRecord(record, { fields, offset }), forApp: () => ({ record }) };
  },
});

type Asked = Parameters<Workspace['records']['versions']>[0];

/** Versions that fit an answer. The cursor goes on behind the last of them. */
async function history(workspace: Workspace, asked: Asked) {
  const page = await workspace.records.versions(asked);
  const versions = page.versions.map(short);
  const fitting = mostOf(versions, roomForData).length;
  if (fitting === versions.length || versions.length === 1) return { versions, nextCursor: page.nextCursor };
  return history(workspace, { ...asked, limit: Math.max(1, fitting) });
}

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
  const known = dataSetOf(channel.dataSets, objectTypeId).fields.map(({ key }) => key);
  refuseUnknownFields(fields, known);
}
