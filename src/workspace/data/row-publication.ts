import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { indexRecordsLater } from '../../search/indexing.ts';
import type { Database, LongWork, Steps, WriteScope } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { PendingRows, untilRowsMayBeAdded } from '../../store/data-tables/pending-rows.ts';
import { raiseLongestText } from '../operation/data-set-catalogue.ts';
import { countRevision } from './new-data-sets.ts';

/** Makes the rows that are to be added to the Data Set of a number. */
export type PendingIn = (dataSet: number) => PendingRows;

/** How long work is carried out. */
type Run = <Result>(work: LongWork<Result>) => Promise<Result>;

/** Adds rows in as many transactions as it takes; what is left of them when that fails is taken back. */
export async function addedWhole<Result>(
  database: Database,
  scope: WriteScope,
  add: (tx: Db, pendingIn: PendingIn) => Steps<Result>,
  run: Run = (work) => database.writeInStretches(scope, work),
): Promise<Result> {
  let pending: PendingRows | undefined;
  const pendingIn = (dataSet: number) => (pending = new PendingRows(dataSet));
  try {
    return await untilRowsMayBeAdded(() => run((tx) => add(tx, pendingIn)));
  } catch (error) {
    // Rows that cannot be removed now are removed later, like those left by a dead process.
    await pending?.discard(database).catch(() => {});
    throw error;
  }
}

/** In the transaction from which on everybody sees the rows. */
export async function publishRows(
  tx: Db,
  dataSet: CatalogueDataSet,
  pending: PendingRows,
  count: number,
): Promise<void> {
  await pending.publish(tx);
  if (count === 0) return;
  await tx
    .updateTable('data_sets')
    .set((eb) => ({ record_count: eb('record_count', '+', count) }))
    .where('number', '=', dataSet.number)
    .execute();
  await raiseLongestText(tx, { number: dataSet.number, characters: pending.longestText });
  await countRevision(tx, dataSet.number);
  await indexRecordsLater(tx, dataSet.id, pending.firstId);
}
