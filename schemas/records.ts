import * as z from 'zod';
import {
  ChannelId,
  DataSetId,
  IdempotencyKey,
  InterfaceType,
  Person,
  RecordId,
  refusingManyKeys,
  Timestamp,
  Title,
  Via,
} from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

/** Values by field key. The Data Set defines the keys and their types. */
const Values = refusingManyKeys(z.record(z.string(), z.unknown()), limits.fields);

export const Record = z.object({
  id: z.string(),
  objectTypeId: z.string(),
  channelId: z.string(),
  title: z.string(),
  values: z.record(z.string(), z.unknown()).describe('Field key → value; a field without a value is left out'),
  versionNumber: z.int(),
  url: z.string(),
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
        expectedVersionNumber: z.int().min(1).optional().describe('Refused when the record has changed since'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ record: Record }),
  }),
  remove: operation({
    summary: 'Delete a record; what its fields point to stays; harmless to repeat',
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
};
