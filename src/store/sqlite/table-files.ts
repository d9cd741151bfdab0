import SQLite from 'better-sqlite3';
import { storageError } from './refusals.ts';
import { type DataColumn, dataColumn, dataTable, storageClass } from '../data-tables/data-tables.ts';
import type { NewRow } from '../data-tables/row-insertion.ts';

/** The number of the only table in a file. */
export const onlyTable = 1;

/**
 * Writes a database file that `Database.openTable` reads. Its one table is typed like a Data Set's. Rows have IDs in
 * order, without authors or times. Returns their number. If it throws, the caller must remove the file.
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

/** Rows per statement; inserting several at once is faster. */
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

/** Sorts like the row numbers, up to the largest table. */
const rowId = (number: number): string => `row_${String(number).padStart(7, '0')}`;
