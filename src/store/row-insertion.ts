import type { InterfaceType } from '../../schemas/common.ts';
import { dataColumn, dataTable } from './data-tables.ts';
import type { Db } from './database.ts';
import { directRun, runDirectly } from './driver.ts';
import type { PendingRows } from './pending-rows.ts';
import type { Steps } from './writer.ts';

/** A record to be: its values in the order of the columns that they go into. */
export interface NewRow {
  readonly title: string;
  readonly values: readonly (string | number | null)[];
}

/** One statement that inserts several rows takes two thirds of the time of one for each. */
const batchRows = 20;
/** After so many rows they are entered into the directory of records. */
const enteredRows = 1_000;

/**
 * Adds rows to those that are pending, in their order; they are taken one by one, so that they need never be in memory together.
 * Returns how many they were.
 */
export async function* insertRows(
  tx: Db,
  pending: PendingRows,
  columns: readonly number[],
  rows: Iterable<NewRow>,
  { by, through }: { readonly by: string; readonly through: InterfaceType | null },
): Steps<number> {
  const names = [...columns.map(dataColumn), 'id', 'title', 'created_at', 'created_by', 'version'];
  const row = `(${names.map(() => '?').join(', ')})`;
  const into = `insert into ${dataTable(pending.dataSet)} (${names.join(', ')}) values `;
  const insertion = (rowCount: number) => directRun(tx, into + Array(rowCount).fill(row).join(', '));
  const insertBatch = insertion(batchRows);
  let count = 0;
  let id = pending.firstId;
  let entered = id.slice(0, -1);
  const enterNew = () => {
    const enter = `insert into records (id, data_set, interface)
      select id, ?, ? from ${dataTable(pending.dataSet)} where id > ? and id <= ?`;
    runDirectly(tx, enter, [pending.dataSet, through, entered, id]);
    entered = id;
  };
  let waiting: unknown[] = [];
  for (const { title, values } of rows) {
    id = pending.nextId();
    waiting.push(...values, id, title, pending.at, by, 1);
    count += 1;
    if (count % batchRows > 0) continue;
    pending.renew(tx);
    insertBatch(waiting);
    waiting = [];
    if (count % enteredRows === 0) enterNew();
    yield;
  }
  if (waiting.length > 0) insertion(count % batchRows)(waiting);
  enterNew();
  return count;
}
