import * as z from 'zod';
import { invalidRequest, WorkspaceError } from '../schemas/errors.ts';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { detailOf } from '../schemas/mistakes.ts';
import type { Filters } from '../schemas/queries.ts';
import type { BatchedRecord } from '../schemas/records.ts';
import { trashQuestion } from './asking.ts';
import { idempotencyKey, objectTypeId, title, values } from './shared.ts';
import { tool, writes } from './tool.ts';

/** Described once, with `create`. */
const set = z.record(z.string(), z.unknown());
const more = { title: z.string().optional(), values: set.optional() };
const ids = z.array(z.string());
/** `workspace_query_run` describes them. */
const filters = z.array(z.record(z.string(), z.unknown())) as unknown as z.ZodType<Filters>;

export default tool({
  name: 'workspace_records_write',
  group: 'default',
  title: 'Write many records',
  description: `Creates, updates, upserts and deletes up to ${limits.toolRecords} records of a Data Set, all or none. Field keys and choices: workspace_channel_get. version_conflict names the records that changed. updateWhere goes alone.`,
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
      .describe('Named values are set, null clears one, others stay. expectedVersionNumber: as you read it'),
    updateWhere: z
      .strictObject({ filters, values: set, expectedCount: z.int().min(0) })
      .optional()
      .describe(
        `The same values for all records that filters (of workspace_query_run) find, up to ${limits.batchRecords}. Count them first: count_changed refuses another expectedCount`,
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
    updatedCount: z.int().optional(),
  }),
  async asks(_workspace, { delete: removed = [] }) {
    return removed.length === 0
      ? undefined
      : trashQuestion(removed.length === 1 ? '1 record' : `${removed.length} records`);
  },
  async run(workspace, { channelId: place, updateWhere, ...parts }) {
    const { objectTypeId, idempotencyKey, ...batch } = parts;
    const count = countOf(batch);
    if (updateWhere && count > 0)
      throw invalidRequest('/updateWhere', 'goes alone; write the other records by another call');
    if (count > limits.toolRecords)
      throw invalidRequest('', `names ${count} records; send at most ${limits.toolRecords} in one call`);
    const channelId = place ?? (await channelOf(workspace, objectTypeId));
    const of = { channelId, objectTypeId, idempotencyKey };
    if (updateWhere)
      return counted((await within('/updateWhere', workspace.records.updateMany({ ...of, ...updateWhere }))).records);
    return short((await workspace.records.batch({ ...of, ...batch })).records);
  },
});

interface Parts {
  readonly create?: readonly unknown[] | undefined;
  readonly update?: readonly unknown[] | undefined;
  readonly upsert?: { readonly records: readonly unknown[] } | undefined;
  readonly delete?: readonly unknown[] | undefined;
}

const countOf = ({ create = [], update = [], upsert, delete: remove = [] }: Parts): number =>
  create.length + update.length + (upsert?.records.length ?? 0) + remove.length;

async function channelOf(workspace: Workspace, id: string): Promise<string> {
  return (await workspace.dataSets.find({ objectTypeId: id })).dataSet.channelId;
}

/** Moves the mistakes that an operation names to where the tool takes what they are about. */
async function within<Answer>(path: string, answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof WorkspaceError) || !error.extras.errors) throw error;
    const errors = error.extras.errors.map((mistake) => ({ ...mistake, path: path + mistake.path }));
    throw new WorkspaceError(error.code, detailOf(errors), { ...error.extras, errors });
  });
}

/** The tools of the trash are not among the default ones, so the answer says where it is. */
const howRestored =
  'They are in the trash, from which they can be restored: in the app, with the command workspace trash, or with workspace_restore (listed by --tools records).';

/** IDs and versions alone, so that the answer about as many records as possible still fits. */
function short(records: readonly BatchedRecord[]) {
  const { created, updated, unchanged, deleted } = Object.groupBy(records, ({ change }) => change);
  const idsOf = (some: readonly BatchedRecord[]) => some.map(({ id }) => id);
  return {
    ...(created && { created: idsOf(created) }),
    ...(updated && { updated: Object.fromEntries(updated.map(({ id, versionNumber }) => [id, versionNumber!])) }),
    ...(unchanged && { unchanged: idsOf(unchanged) }),
    ...(deleted && { deletedCount: deleted.length, restore: howRestored }),
  };
}

function counted(records: readonly BatchedRecord[]) {
  const updatedCount = records.filter(({ change }) => change === 'updated').length;
  const unchangedCount = records.length - updatedCount;
  return { updatedCount, ...(unchangedCount > 0 && { unchangedCount }) };
}
