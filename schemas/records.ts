import * as z from 'zod';
import { ArtifactKind } from './artifacts.ts';
import {
  ChannelId,
  DataSetId,
  IdempotencyKey,
  InterfaceType,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  RecordId,
  refusingManyKeys,
  Timestamp,
  Title,
  Via,
} from './common.ts';
import { FieldName } from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { Filters } from './queries.ts';

/** Values by field key. The Data Set defines the keys and their types. */
const Values = refusingManyKeys(z.record(z.string(), z.unknown()), limits.fields);

export const Record = z.object({
  id: z.string(),
  objectTypeId: z.string(),
  channelId: z.string(),
  title: z.string(),
  values: z.record(z.string(), z.unknown()).describe('Field key → value; a field without a value is left out'),
  versionNumber: z.int(),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  updatedAt: Timestamp,
  updatedBy: Person,
  interfaceType: InterfaceType.optional().describe(
    'The interface of the last change; absent if a connected source made it',
  ),
  via: Via.optional().describe('Through what it was changed last'),
});
export type Record = z.infer<typeof Record>;

const RecordChange = z.object({
  fieldKey: z.string(),
  from: z.unknown().optional().describe('Absent if there was no value'),
  to: z.unknown().optional().describe('Absent if the value was cleared'),
  isCut: z.literal(true).optional().describe('The values are long: only their beginning is kept, or nothing'),
});
export type RecordChange = z.infer<typeof RecordChange>;

export const RecordVersion = z.object({
  versionNumber: z.int(),
  createdAt: Timestamp,
  createdBy: Person,
  interfaceType: InterfaceType.optional().describe('Absent if a connected source made it'),
  via: Via.optional(),
  changes: z.array(RecordChange).describe('The fields that this version changed; empty for the first that is known'),
});
export type RecordVersion = z.infer<typeof RecordVersion>;

export const Attachment = z.object({
  resourceType: z.enum(['file', 'artifact']),
  id: z.string(),
  title: z.string().describe('The name of a file'),
  kind: ArtifactKind.optional().describe('Only an artifact has one'),
  contentType: z.string().optional().describe('Only a file has one'),
  size: z.int().optional().describe('Bytes; only a file has it'),
  url: PageUrl,
  createdBy: Person,
  attachedAt: Timestamp,
  attachedBy: Person,
});
export type Attachment = z.infer<typeof Attachment>;

const ExpectedVersionNumber = z.int().min(1).optional().describe('Refused when the record has changed since');

const inBatch = <Item extends z.ZodType>(item: Item) => listOf(item, limits.batchRecords);

/** The records of a batch, by what is to happen to them. */
export const BatchParts = z.strictObject({
  create: inBatch(z.strictObject({ title: Title, values: Values.optional() })).optional(),
  update: inBatch(
    z.strictObject({
      id: RecordId,
      title: Title.optional(),
      values: Values.optional(),
      expectedVersionNumber: ExpectedVersionNumber,
    }),
  ).optional(),
  upsert: z
    .strictObject({
      matchFieldKey: FieldName.describe('A field with one value, or title. Its value finds the record'),
      records: inBatch(z.strictObject({ title: Title.optional(), values: Values.optional() })),
    })
    .optional()
    .describe('Updates the record that has the value, or creates it'),
  delete: inBatch(RecordId).optional().describe('Record IDs'),
});
export type BatchParts = z.infer<typeof BatchParts>;

/** The filter of an update, the values to set, and how many records it must find. */
const UpdateMany = z.strictObject({
  filters: Filters.describe('As in a typed query; none finds every record'),
  values: Values.describe('null clears a field; fields that are not named stay'),
  expectedCount: z
    .int()
    .min(0)
    .max(limits.batchRecords, `must be at most ${limits.batchRecords}; narrow the filters`)
    .describe('Refused with count_changed when the filter finds another number'),
});

const BatchedRecord = z.object({
  id: z.string(),
  title: z.string().optional().describe('Absent if deleted'),
  versionNumber: z.int().optional().describe('Absent if deleted'),
  change: z.enum(['created', 'updated', 'unchanged', 'deleted']),
});
export type BatchedRecord = z.infer<typeof BatchedRecord>;

export const records = {
  create: operation({
    summary: 'A new record in a Data Set of a channel',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/records',
    example: {
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      title: 'Harbour crane',
      values: { stage: 'won', amount: 125000, closed_on: '2026-10-05' },
    },
    status: 201,
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        objectTypeId: DataSetId,
        title: Title,
        values: Values.optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ record: Record }),
  }),
  get: operation({
    summary: 'One record',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/records/{recordId}',
    input: () => z.strictObject({ channelId: ChannelId, recordId: RecordId }),
    output: () => z.object({ record: Record }),
  }),
  versions: operation({
    summary: 'The versions of a record, newest first: who changed what, when and through what',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/records/{recordId}/versions',
    input: () => z.strictObject({ channelId: ChannelId, recordId: RecordId, ...pageInput }),
    output: () => z.object({ versions: z.array(RecordVersion), ...pageOutput }),
  }),
  attachments: operation({
    summary: 'Files and artifacts attached to a record that the caller may read: files first, the last made first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/records/{recordId}/attachments',
    input: () => z.strictObject({ channelId: ChannelId, recordId: RecordId, ...pageInput }),
    output: () => z.object({ attachments: z.array(Attachment), ...pageOutput }),
  }),
  update: operation({
    summary:
      'Change values of a record. null clears a field; fields that are not named stay. An update that changes nothing makes no version',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}/records/{recordId}',
    example: { values: { stage: 'lost', amount: null }, expectedVersionNumber: 3 },
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        recordId: RecordId,
        title: Title.optional(),
        values: Values.optional(),
        expectedVersionNumber: ExpectedVersionNumber,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ record: Record }),
  }),
  remove: operation({
    summary: 'Move a record to the trash; what its fields point to stays; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/records/{recordId}',
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        recordId: RecordId,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  batch: operation({
    summary: `Create, update, upsert and delete up to ${limits.batchRecords} records of a Data Set, all of them or none`,
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/records/batch',
    example: {
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      create: [{ title: 'Harbour crane', values: { stage: 'won' } }],
      update: [{ id: 'rec_01k6zq3v8me2t9x4c7r5hbnd0a', values: { stage: 'lost' }, expectedVersionNumber: 3 }],
      upsert: { matchFieldKey: 'number', records: [{ title: 'Quay wall', values: { number: 17, stage: 'open' } }] },
      delete: ['rec_01k6zq3v8me2t9x4c7r5hbnd0b'],
    },
    problems: ['invalid_values', 'read_only_source', 'version_conflict'],
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        objectTypeId: DataSetId,
        ...BatchParts.shape,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () =>
      z.object({ records: z.array(BatchedRecord).describe('In the order of create, update, upsert, delete') }),
    hasLongAnswer: true,
  }),
  updateMany: operation({
    summary: `Set the same values in all records that a filter finds, at most ${limits.batchRecords} and as many as expected`,
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/records/update',
    example: {
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      filters: [{ field: 'stage', operator: 'eq', value: 'open' }],
      values: { stage: 'lost', closed_on: '2026-10-05' },
      expectedCount: 25,
    },
    problems: ['invalid_values', 'read_only_source', 'count_changed'],
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        objectTypeId: DataSetId,
        ...UpdateMany.shape,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () =>
      z.object({
        count: z.int().describe('Records that the filter found'),
        records: z.array(BatchedRecord).describe('By ID; one that had the values already is unchanged'),
      }),
    hasLongAnswer: true,
  }),
};
