import { WorkspaceError } from '../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { forgetText, forgetTexts, indexText } from '../../search/indexing.ts';
import { recordText } from '../../search/records.ts';
import { type DataRow, deleteRows, type StoredValue } from '../../store/data-tables/data-tables.ts';
import { endHistories } from '../../store/data-tables/record-versions.ts';
import { eachOf, prepared, preparedInsert } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import type { ViaColumns } from '../../store/via.ts';
import { removeLinksToRecords } from '../placing/links.ts';

/** Takes records out of their Data Set, with their links and their text; what their values point to stays. */
export async function removeRecords(tx: Db, dataSet: number, recordIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(recordIds);
  endHistories(tx, ids);
  deleteRows(tx, dataSet, ids);
  await rememberDeleted(tx, { ids });
  await deleteRecords(tx, { ids });
  await count(tx, { dataSet, more: -recordIds.length });
  await removeLinksToRecords(tx, ids);
  await forgetTexts(tx, recordIds);
}

export const insertRecord = preparedInsert('records');

export const noteVia = prepared((db, by: ViaColumns & { id: string }) =>
  db
    .updateTable('records')
    .set({ interface: by.interface, agent: by.agent })
    .where('id', '=', by.id)
    .where((eb) => eb.or([eb('interface', 'is not', by.interface), eb('agent', 'is not', by.agent)])),
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

export async function index(tx: Db, { id, version, title }: DataRow, text: string): Promise<void> {
  await indexText(tx, { type: 'record', id, versionId: String(version), title }, Buffer.from(text));
}

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
