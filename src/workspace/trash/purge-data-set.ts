import { limits } from '../../../schemas/limits.ts';
import { dequeue } from '../../search/index-queue.ts';
import { forgetTexts } from '../../search/indexing.ts';
import { deleteRows, dropDataTable, someRows } from '../../store/data-tables/data-tables.ts';
import { endHistories } from '../../store/data-tables/record-versions.ts';
import type { Steps } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { count } from '../data/record-rows.ts';
import { removeSaidOfRecords } from '../placing/said.ts';
import { removeSomeLinksToRecords } from '../placing/links.ts';
import { deleteEntry, type Entry } from '../placing/trash-entries-sql.ts';
import { nextEntryOf, nextViewOf } from './purge-sql.ts';

/** How to purge what belongs to a Data Set. */
interface Purging {
  readonly view: (tx: Db, id: string) => Steps<void>;
  readonly entry: (tx: Db, entry: Entry) => Steps<void>;
}

/**
 * Deletes a Data Set with its table and its entry in the trash. An import that is adding rows is refused at its next
 * transaction.
 */
export async function* purgeDataSet(
  tx: Db,
  { id, number }: { readonly id: string; readonly number: number },
  purge: Purging,
): Steps<void> {
  await tx.deleteFrom('pending_rows').where('data_set', '=', number).execute();
  yield* forgetSource(tx, number);
  yield* purgeRows(tx, number);
  // Until its rows are gone it stays queued, so that rows without a text are not taken for damage.
  await dequeue(tx, id);
  for (let next; (next = (await nextEntryOf(tx, { dataSet: number, id }))[0]); yield) yield* purge.entry(tx, next);
  for (let next; (next = (await nextViewOf(tx, { dataSet: number }))[0]); yield) yield* purge.view(tx, next.id);
  await tx.deleteFrom('learned_indexes').where('data_set', '=', number).execute();
  await tx.deleteFrom('data_set_fields').where('data_set', '=', number).execute();
  await tx.deleteFrom('data_sets').where('number', '=', number).execute();
  await deleteEntry(tx, { id });
  await dropDataTable(tx, number);
}

async function* purgeRows(tx: Db, number: number): Steps<void> {
  for (let ids; (ids = await rowsLeft(tx, number)).length > 0; yield) {
    const json = JSON.stringify(ids);
    while (await removeSomeLinksToRecords(tx, json)) yield;
    yield* removeSaidOfRecords(tx, number, json);
    await endHistories(tx, json);
    await deleteRows(tx, number, json);
    await tx.deleteFrom('records').where('id', 'in', ids).execute();
    await count(tx, { dataSet: number, more: -ids.length });
    await forgetTexts(tx, ids);
  }
}

/** None once another process has purged the Data Set. */
async function rowsLeft(tx: Db, number: number): Promise<readonly string[]> {
  return (await isThere(tx, { number })).length === 0 ? [] : someRows(tx, number);
}

const isThere = prepared((db, by: { number: number }) =>
  db.selectFrom('data_sets').select('number').where('number', '=', by.number),
);

async function* forgetSource(tx: Db, number: number): Steps<void> {
  await tx.deleteFrom('sources').where('data_set', '=', number).execute();
  for (;;) {
    const some = tx
      .selectFrom('source_rows')
      .select('key')
      .where('data_set', '=', number)
      .limit(limits.rowsRemovedAtOnce);
    const { numDeletedRows } = await tx
      .deleteFrom('source_rows')
      .where('data_set', '=', number)
      .where('key', 'in', some)
      .executeTakeFirstOrThrow();
    if (numDeletedRows < limits.rowsRemovedAtOnce) break;
    yield;
  }
  await tx.deleteFrom('source_columns').where('data_set', '=', number).execute();
}
