import type { FieldInput } from '../../schemas/fields.ts';
import type { Record as WorkspaceRecord } from '../../schemas/records.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { indexRecordsLater } from '../../src/search/indexing.ts';
import type { NewRow } from '../../src/store/data-tables/row-insertion.ts';
import type { Db } from '../../src/store/tables.ts';
import { newField } from '../../src/workspace/data/data-set-changes.ts';
import { addDataSet } from '../../src/workspace/data/new-data-sets.ts';
import { insertAtOnce } from './insertion.ts';
import type { Account, Reply } from './rest.ts';
import { inStorage } from './storage.ts';

interface NewDataSet {
  readonly name: string;
  readonly fields?: readonly FieldInput[];
  /** As if a connected source filled it, and of its fields these. */
  readonly fromSource?: readonly string[];
}

/** An empty Data Set in a channel, named by its slug. */
export async function emptyDataSet(
  dataFolder: string,
  channelSlug: string,
  { name, fields = [], fromSource }: NewDataSet,
): Promise<CatalogueDataSet> {
  return inStorage(dataFolder, (tx) =>
    addedDataSet(tx, channelSlug, {
      name,
      readOnly: fromSource !== undefined,
      fields: fields.map((field) => ({ ...newField(field), fromSource: fromSource?.includes(field.key) ?? false })),
    }),
  );
}

/** A Data Set of a channel, as whoever made the channel would add it. */
export async function addedDataSet(
  tx: Db,
  channelSlug: string,
  dataSet: Omit<Parameters<typeof addDataSet>[2], 'channelId'>,
): Promise<CatalogueDataSet> {
  const channel = await tx.selectFrom('channels').selectAll().where('slug', '=', channelSlug).executeTakeFirstOrThrow();
  const caller = {
    userId: channel.created_by,
    organizationId: channel.organization_id,
    role: 'admin',
    scopes: [],
    interface: 'api',
  } as const;
  return addDataSet(tx, caller, { channelId: channel.id, ...dataSet });
}

/** Ways to work on the records of a channel, as someone. */
export function recordsIn(channel: string, by: () => Account) {
  const path = `/channels/${channel}/records`;
  return {
    create: (objectTypeId: string, title: string, values?: object, headers?: Record<string, string>): Promise<Reply> =>
      by().call(`POST ${path}`, { objectTypeId, title, values }, headers),
    get: (id: string): Promise<Reply> => by().call(`GET ${path}/${id}`),
    update: (id: string, change: object, headers?: Record<string, string>): Promise<Reply> =>
      by().call(`PATCH ${path}/${id}`, change, headers),
    remove: (id: string): Promise<Reply> => by().call(`DELETE ${path}/${id}`),
    /** A record that must not be refused. */
    created: async (objectTypeId: string, title: string, values?: object): Promise<WorkspaceRecord> =>
      (await by().done(`POST ${path}`, { objectTypeId, title, values })).record,
  };
}

/** Records as an import brings them: many at once, searchable a while later. Returns the ID of the first. */
export async function importRecords(
  dataFolder: string,
  { id, number, fields }: CatalogueDataSet,
  rows: readonly NewRow[],
  at = Date.now(),
): Promise<string> {
  return inStorage(dataFolder, async (tx) => {
    const { created_by } = await tx
      .selectFrom('data_sets')
      .select('created_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const columns = fields.map((field) => field.number);
    const { count, firstId } = await insertAtOnce(tx, number, columns, rows, { at, by: created_by });
    await tx
      .updateTable('data_sets')
      .set((eb) => ({ record_count: eb('record_count', '+', count) }))
      .where('id', '=', id)
      .execute();
    await indexRecordsLater(tx, id, firstId);
    return firstId;
  });
}
