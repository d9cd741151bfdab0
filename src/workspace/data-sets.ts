import { type DataSet, ImportFields, RowImportFields } from '../../schemas/data-sets.ts';
import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import type { FileSource } from '../../schemas/files.ts';
import type { CatalogueDataSet } from '../query/catalogue.ts';
import { indexRecordsLater } from '../search/indexer.ts';
import type { StagedBlob } from '../store/blobs.ts';
import { insertRows } from '../store/data-tables.ts';
import type { Db } from '../store/database.ts';
import { channelIsReadable, notFound } from './access.ts';
import { audit } from './audit.ts';
import type { Handlers } from './call.ts';
import { readableChannelId, writableChannelId } from './channels.ts';
import type { Context } from './context.ts';
import { checkRows, type Pieces, recordsOf, type RowPlan, rowsAsMade, rowsInto, tableOf } from './csv-import.ts';
import { dataSetsIn, dataSetNumbered, presentDataSet } from './data-set-catalogue.ts';
import { addDataSet, changeFields, newField } from './data-set-changes.ts';
import { maxUploadBytes } from './files.ts';
import { formFields } from './forms.ts';
import { once, replayed } from './once.ts';

export const dataSets: Handlers<'dataSets'> = {
  create: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { name, objectType, description, fields = [] } = input;
      const channelId = await writableChannelId(tx, context, input.channelId);
      await checkTargets(tx, context, fields);
      const given = { channelId, name, objectType, description, fields: fields.map(newField) };
      const dataSet = await addDataSet(tx, context.caller, given);
      await audit(tx, context.caller, 'data_set.created', dataSet.id, { subjectId: channelId });
      return { dataSet: presentDataSet(dataSet) };
    }),

  get: (context, { channelId, objectTypeId }) =>
    context.database.read(async (db) => ({
      dataSet: presentDataSet(await readableDataSet(db, context, channelId, objectTypeId)),
    })),

  async update(context, input) {
    const answer = await once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const dataSet = await writableDataSet(tx, context, input.channelId, input.objectTypeId);
      await checkTargets(tx, context, input.fields ?? []);
      await changeFields(tx, dataSet, input.fields ?? []);
      await tx
        .updateTable('data_sets')
        .set({
          name: input.name ?? dataSet.name,
          description: input.description ?? dataSet.description,
          updated_at: new Date().toISOString(),
          updated_by: caller.userId,
        })
        .where('number', '=', dataSet.number)
        .execute();
      await audit(tx, caller, 'data_set.updated', dataSet.id);
      return { dataSet: presentDataSet(await dataSetNumbered(tx, dataSet.number)) };
    });
    context.indexer.wake();
    return answer;
  },

  /** Read twice from disk: to find the fields, then within the transaction, a piece at a time, to insert the rows. */
  async import(context, { channelId: channel, file, ...given }) {
    const mayImport = (db: Db) => writableChannelId(db, context, channel);
    if (given.idempotencyKey === undefined) await context.database.read(mayImport);
    return staged(context, file, async ({ pieces, sha256 }) => {
      const { idempotencyKey, ...wishes } = await formFields(ImportFields, given, file);
      const request = { channelId: channel, ...wishes, sha256 };
      const earlier = await replayed<Imported>(context, idempotencyKey, request);
      if (earlier) return earlier;
      await context.database.read(mayImport);
      const table = await tableOf(pieces, wishes);
      return once(context, idempotencyKey, request, async (tx) => {
        const { name, objectType } = wishes;
        const fields = { channelId: await mayImport(tx), name, objectType, fields: table.fields };
        const dataSet = await addDataSet(tx, context.caller, fields);
        return addRows(tx, context, dataSet, pieces, rowsAsMade(dataSet, table));
      });
    });
  },

  async importRows(context, { channelId: channel, objectTypeId, file, ...given }) {
    const mayImport = (db: Db) => fillableDataSet(db, context, channel, objectTypeId);
    if (given.idempotencyKey === undefined) await context.database.read(mayImport);
    return staged(context, file, async ({ pieces, sha256 }) => {
      const { idempotencyKey, ...wishes } = await formFields(RowImportFields, given, file);
      const request = { channelId: channel, objectTypeId, ...wishes, sha256 };
      const earlier = await replayed<Imported>(context, idempotencyKey, request);
      if (earlier) return earlier;
      const planFor = (dataSet: CatalogueDataSet) => rowsInto(dataSet, pieces, wishes.titleColumn);
      await checkRows(pieces, planFor(await context.database.read(mayImport)));
      return once(context, idempotencyKey, request, async (tx) => {
        const dataSet = await mayImport(tx);
        return addRows(tx, context, dataSet, pieces, planFor(dataSet));
      });
    });
  },
};

interface Imported {
  dataSet: DataSet;
  imported: number;
}

/** What is done with a file whose bytes are on disk for as long as it takes; nothing of it stays. */
async function staged<Result>(
  context: Context,
  file: FileSource,
  use: (blob: StagedBlob) => Promise<Result>,
): Promise<Result> {
  const blob = await context.blobs.stage(file.bytes, await maxUploadBytes(context));
  try {
    return await use(blob);
  } finally {
    await blob.discard();
    context.indexer.wake();
  }
}

async function addRows(
  tx: Db,
  { caller }: Context,
  dataSet: CatalogueDataSet,
  pieces: Pieces,
  plan: RowPlan,
): Promise<Imported> {
  const columns = plan.fields.map(({ number }) => number);
  const made = { at: Date.now(), by: caller.userId, through: caller.interface };
  const { count, firstId } = await insertRows(tx, dataSet.number, columns, recordsOf(pieces, plan), made);
  await tx
    .updateTable('data_sets')
    .set((eb) => ({ record_count: eb('record_count', '+', count) }))
    .where('number', '=', dataSet.number)
    .execute();
  if (firstId !== undefined) await indexRecordsLater(tx, dataSet.id, firstId);
  await audit(tx, caller, 'data_set.imported', dataSet.id, { subjectId: dataSet.channelId });
  return { dataSet: presentDataSet(dataSet), imported: count };
}

/** Record fields point into Data Sets that the caller can read. */
async function checkTargets(tx: Db, { caller }: Context, fields: readonly FieldInput[]): Promise<void> {
  for (const [index, { options }] of fields.entries()) {
    const id = options?.objectTypeId;
    if (id === undefined) continue;
    const target = await tx
      .selectFrom('data_sets')
      .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
      .select('data_sets.id')
      .where('data_sets.id', '=', id)
      .where(channelIsReadable(caller))
      .executeTakeFirst();
    if (!target)
      throw invalidRequest(
        `/fields/${index}/options/objectTypeId`,
        'names no Data Set, or one that is not shared with this account',
      );
  }
}

/** A Data Set of a channel that the caller can see. */
export async function readableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  return dataSetOf(db, await readableChannelId(db, context, channel), objectTypeId);
}

/** A Data Set of a channel that the caller may write to. */
async function writableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  return dataSetOf(db, await writableChannelId(db, context, channel), objectTypeId);
}

async function dataSetOf(db: Db, channelId: string, objectTypeId: string): Promise<CatalogueDataSet> {
  const found = (await dataSetsIn(db, channelId, objectTypeId))[0];
  if (!found) throw notFound('Data Set of this channel');
  return found;
}

/** A Data Set that the caller may add records to. */
async function fillableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  const dataSet = await writableDataSet(db, context, channel, objectTypeId);
  if (!dataSet.readOnly) return dataSet;
  throw new WorkspaceError(
    'read_only_source',
    'The records of this Data Set come from a connected source; add them there. Nothing was imported.',
  );
}
