import { WorkspaceError } from '../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { forgetText, forgetTexts, indexText } from '../../search/indexing.ts';
import { recordText } from '../../search/records.ts';
import {
  type DataRow,
  deleteRows,
  insertRow,
  readRows,
  type StoredValue,
} from '../../store/data-tables/data-tables.ts';
import { endHistories } from '../../store/data-tables/record-versions.ts';
import { eachOf, prepared, preparedInsert, valuesOf } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import type { ViaColumns } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';
import type { Context } from '../operation/context.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { noteRecordsGone } from '../operation/gone/gone-sql.ts';
import { removeLinksToRecords } from '../placing/links.ts';
import { putLinksBack, setLinksAside } from '../placing/trashed-links-sql.ts';
import { auditDeletion, enterTrash } from '../placing/trashing.ts';

/** Moves records to the trash, from which each can be restored. */
export async function trashRecords(tx: Db, context: Context, dataSet: CatalogueDataSet, ids: readonly string[]) {
  const at = new Date().toISOString();
  const turn = new Turn();
  const json = JSON.stringify(ids);
  await setLinksAside(tx, json);
  await copyRecords(tx, { ids: json });
  for (const row of await readRows(tx, dataSet.number, json)) {
    const { id, title } = row;
    await keepRow(tx, { id, row: JSON.stringify(row) });
    const trashed = { type: 'record', id, title, channel_id: dataSet.channelId, data_set: dataSet.number } as const;
    await enterTrash(tx, context, trashed, at);
    await auditDeletion(tx, context, trashed, dataSet.id);
    await turn.yield();
  }
  await takeOut(tx, dataSet.number, ids);
}

/** Puts a record back as it was, with its text and what was attached to it. */
export async function restoreRecord(tx: Db, id: string): Promise<void> {
  const [stored] = await findTrashed(tx, { id });
  const row = JSON.parse(stored!.row) as DataRow;
  const dataSet = await dataSetNumbered(tx, stored!.data_set);
  await insertRow(tx, dataSet.number, row);
  await insertRecord(tx, { id, data_set: dataSet.number, interface: stored!.interface, agent: stored!.agent });
  await forgetDeleted(tx, { id });
  await count(tx, { dataSet: dataSet.number, more: 1 });
  await putLinksBack(tx, id);
  await deleteTrashed(tx, { id });
  await index(tx, row, recordText(dataSet.fields, row));
}

const copyRecords = prepared((db, by: { ids: string }) =>
  db
    .insertInto('trashed_records')
    .columns(['id', 'data_set', 'row', 'interface', 'agent'])
    .expression((eb) =>
      eb
        .selectFrom('records')
        .select(['id', 'data_set', eb.val('').as('row'), 'interface', 'agent'])
        .where('id', 'in', eachOf(by.ids)),
    ),
);

const keepRow = prepared((db, by: { id: string; row: string }) =>
  db.updateTable('trashed_records').set({ row: by.row }).where('id', '=', by.id),
);

const findTrashed = prepared((db, by: { id: string }) =>
  db.selectFrom('trashed_records').selectAll().where('id', '=', by.id),
);

const deleteTrashed = prepared((db, by: { id: string }) => db.deleteFrom('trashed_records').where('id', '=', by.id));

/** Forgets a record in the trash. */
export async function purgeRecord(tx: Db, id: string): Promise<void> {
  await endHistories(tx, JSON.stringify([id]));
  await deleteTrashed(tx, { id });
}

const forgetDeleted = prepared((db, by: { id: string }) => db.deleteFrom('deleted_records').where('id', '=', by.id));

/** Deletes records of which nothing is said any more, with their links and their text. Their values' targets stay. */
export async function removeRecords(tx: Db, dataSet: number, recordIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(recordIds);
  await endHistories(tx, ids);
  await takeOut(tx, dataSet, recordIds);
}

async function takeOut(tx: Db, dataSet: number, recordIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(recordIds);
  await deleteRows(tx, dataSet, ids);
  await noteRecordsGone(tx, { dataSet });
  await rememberDeleted(tx, { ids });
  await deleteRecords(tx, { ids });
  await count(tx, { dataSet, more: -recordIds.length });
  await removeLinksToRecords(tx, ids);
  await forgetTexts(tx, recordIds);
}

export const insertRecord = preparedInsert('records');

/** Enters new records into the directory; `ids` is a JSON array. */
export const insertRecords = prepared((db, by: ViaColumns & { ids: string; dataSet: number }) =>
  db
    .insertInto('records')
    .columns(['id', 'data_set', 'interface', 'agent'])
    .expression((eb) =>
      eb
        .selectFrom(valuesOf(by.ids))
        .select([
          'asked.value',
          eb.val(by.dataSet).as('data_set'),
          eb.val(by.interface).as('interface'),
          eb.val(by.agent).as('agent'),
        ]),
    ),
);

/** Notes through what records were changed; `ids` is a JSON array. */
export const noteVia = prepared((db, by: ViaColumns & { ids: string }) =>
  db
    .updateTable('records')
    .set({ interface: by.interface, agent: by.agent })
    .where('id', 'in', eachOf(by.ids))
    .where((eb) =>
      eb.or([eb('interface', 'is distinct from', by.interface), eb('agent', 'is distinct from', by.agent)]),
    ),
);

const rememberDeleted = prepared((db, by: { ids: string }) =>
  db
    .insertInto('deleted_records')
    .columns(['id', 'data_set'])
    .expression(db.selectFrom('records').select(['id', 'data_set']).where('id', 'in', eachOf(by.ids))),
);

const deleteRecords = prepared((db, by: { ids: string }) => db.deleteFrom('records').where('id', 'in', eachOf(by.ids)));

export const count = prepared((db, by: { dataSet: number; more: number }) =>
  db
    .updateTable('data_sets')
    .set((eb) => ({ record_count: eb('record_count', '+', by.more) }))
    .where('number', '=', by.dataSet),
);

export const findDeleted = prepared((db, by: { recordId: string; channel: string }) =>
  db
    .selectFrom('deleted_records')
    .innerJoin('data_sets', 'data_sets.number', 'deleted_records.data_set')
    .select('deleted_records.id')
    .where('deleted_records.id', '=', by.recordId)
    .where('data_sets.channel_id', '=', by.channel),
);

export const differences = (row: DataRow, wanted: Readonly<{ [column: string]: StoredValue }>) =>
  Object.entries(wanted).filter(([column, value]) => value !== row[column as keyof DataRow]);

/** The commit makes a record's text searchable as it stands now. Its old text is removed. */
export async function reindex(tx: Db, { fields }: CatalogueDataSet, before: DataRow, now: DataRow): Promise<void> {
  const text = recordText(fields, now);
  if (now.title === before.title && text === recordText(fields, before)) return;
  await forgetText(tx, now.id);
  await index(tx, now, text);
}

/** Resolves to whether the record is searchable whole. */
export const index = (tx: Db, { id, version, title }: DataRow, text: string): Promise<boolean> =>
  indexText(tx, { type: 'record', id, versionId: String(version), title }, Buffer.from(text));

export function readOnlySource(): WorkspaceError {
  return new WorkspaceError(
    'read_only_source',
    'The records of this Data Set come from a connected source: change them there. Here only its own File, Artifact, Session and Record fields can be set. Nothing was changed.',
  );
}

const deletedAmong = prepared((db, by: { dataSet: number; ids: string }) =>
  db.selectFrom('deleted_records').select('id').where('data_set', '=', by.dataSet).where('id', 'in', eachOf(by.ids)),
);

/** Which of these were records of the Data Set and are deleted. */
export async function deletedIn(tx: Db, dataSet: number, ids: readonly string[]): Promise<string[]> {
  return (await deletedAmong(tx, { dataSet, ids: JSON.stringify(ids) })).map(({ id }) => id);
}
