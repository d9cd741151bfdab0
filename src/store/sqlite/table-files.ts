import SQLite from 'better-sqlite3';
import { storageError } from './refusals.ts';
import { type DataColumn, dataColumn, dataTable, storageClass } from '../data-tables/data-tables.ts';
import type { NewRow } from '../data-tables/row-insertion.ts';

/** The one table of a file. */
export const onlyTable = 1;

/**
 * Writes a database file of one table that is typed like those of Data Sets, to be read by `Database.openTable`. Its rows have
 * IDs in their order, and no authors and times. Nothing is kept of a file that was not written to its end: whoever asks removes it.
 */
export function writeTable(path: string, columns: readonly DataColumn[], rows: Iterable<NewRow>): number {
  const connection = new SQLite(path);
  try {
    for (const setting of ['journal_mode = off', 'synchronous = off']) connection.pragma(setting);
    const typed = columns.map((column) => `${dataColumn(column.number)} ${storageClass(column)}`);
    connection.exec(
      `create table ${dataTable(onlyTable)} (id text not null primary key, title text not null, ${typed.join(', ')})`,
    );
    return connection.transaction(() => insertAll(connection, columns.length, rows))();
  } catch (error) {
    throw storageError(error);
  } finally {
    connection.close();
  }
}

/** One statement that inserts several rows takes less time than one for each. */
const batchRows = 20;

function insertAll(connection: SQLite.Database, columns: number, rows: Iterable<NewRow>): number {
  const row = `(${Array(columns + 2)
    .fill('?')
    .join(', ')})`;
  const insertion = (rowCount: number) =>
    connection.prepare(`insert into ${dataTable(onlyTable)} values ${Array(rowCount).fill(row).join(', ')}`);
  const insertBatch = insertion(batchRows);
  let count = 0;
  let waiting: unknown[] = [];
  for (const { title, values } of rows) {
    count += 1;
    waiting.push(rowId(count), title, ...values);
    if (count % batchRows > 0) continue;
    insertBatch.run(waiting);
    waiting = [];
  }
  if (waiting.length > 0) insertion(count % batchRows).run(waiting);
  return count;
}

/** Sorts as the rows do, of as many as a table may have. */
const rowId = (number: number): string => `row_${String(number).padStart(7, '0')}`;
