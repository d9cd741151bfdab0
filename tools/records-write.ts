import * as z from 'zod';
import { invalidRequest } from '../schemas/errors.ts';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import type { BatchedRecord } from '../schemas/records.ts';
import { idempotencyKey, objectTypeId, title, values } from './shared.ts';
import { tool, writes } from './tool.ts';

/** Described once, with `create`. */
const more = { title: z.string().optional(), values: z.record(z.string(), z.unknown()).optional() };
const ids = z.array(z.string());

export default tool({
  name: 'workspace_records_write',
  group: 'records',
  title: 'Write many records',
  description: `Creates, updates, upserts and deletes up to ${limits.toolRecords} records of a Data Set, all of them or none. A refusal names every mistake. Field keys and choices: workspace_channel_get. version_conflict names the records that changed and their versions.`,
  scope: 'workspace.write',
  annotations: writes,
  input: z.strictObject({
    objectTypeId,
    channelId: z.string().optional().describe('Its channel; not needed'),
    create: z
      .array(z.strictObject({ title, values: values.optional() }))
      .optional()
      .describe('New records'),
    update: z
      .array(z.strictObject({ id: z.string(), ...more, expectedVersionNumber: z.int().min(1).optional() }))
      .optional()
      .describe(
        'Values that you name are set, null clears one, all others stay. expectedVersionNumber: as you read it',
      ),
    upsert: z
      .strictObject({ matchFieldKey: z.string(), records: z.array(z.strictObject(more)) })
      .optional()
      .describe('Updates the record that has the value of matchFieldKey (or title), else creates one'),
    delete: ids.optional().describe('Record IDs'),
    idempotencyKey,
  }),
  output: z.object({
    created: ids.optional().describe('IDs, in the order of the call'),
    updated: z.record(z.string(), z.int()).optional().describe('ID → new versionNumber'),
    unchanged: ids.optional(),
    deletedCount: z.int().optional(),
  }),
  async run(workspace, { channelId, ...input }) {
    refuseMany(input);
    const place = channelId ?? (await channelOf(workspace, input.objectTypeId));
    return short((await workspace.records.batch({ channelId: place, ...input })).records);
  },
});

interface Parts {
  readonly create?: readonly unknown[] | undefined;
  readonly update?: readonly unknown[] | undefined;
  readonly upsert?: { readonly records: readonly unknown[] } | undefined;
  readonly delete?: readonly unknown[] | undefined;
}

function refuseMany({ create = [], update = [], upsert, delete: remove = [] }: Parts): void {
  const count = create.length + update.length + (upsert?.records.length ?? 0) + remove.length;
  if (count > limits.toolRecords)
    throw invalidRequest('', `names ${count} records; send at most ${limits.toolRecords} in one call`);
}

async function channelOf(workspace: Workspace, id: string): Promise<string> {
  return (await workspace.dataSets.find({ objectTypeId: id })).dataSet.channelId;
}

/** IDs and versions alone, so that the answer about as many records as possible still fits. */
function short(records: readonly BatchedRecord[]) {
  const { created, updated, unchanged, deleted } = Object.groupBy(records, ({ change }) => change);
  const idsOf = (some: readonly BatchedRecord[]) => some.map(({ id }) => id);
  return {
    ...(created && { created: idsOf(created) }),
    ...(updated && { updated: Object.fromEntries(updated.map(({ id, versionNumber }) => [id, versionNumber!])) }),
    ...(unchanged && { unchanged: idsOf(unchanged) }),
    ...(deleted && { deletedCount: deleted.length }),
  };
}
