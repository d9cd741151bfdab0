import { type DataRow, dataTable } from './data-tables.ts';
import type { Db } from '../tables.ts';
import { iterateDirectly, runDirectly } from '../sqlite/driver.ts';

/**
 * The rows of a Data Set to read from, in SQL: all but those that are pending. A statement asks for these itself, for they may
 * come and go between two statements. Without any, this costs a comparison for each row.
 */
export function publishedRows(dataSet: number): string {
  const table = dataTable(dataSet);
  const pending = (column: string) => `(select ${column} from pending_rows where data_set = ${dataSet})`;
  return `(select * from ${table}
    where ${pending('first_id')} is null or id not between ${pending('first_id')} and ${pending('last_id')}) as ${table}`;
}

/** Where the pending rows of a Data Set lie. */
export interface PendingBlock {
  readonly firstId: string;
  readonly lastId: string;
  /** When each of them was made. */
  readonly at: number;
}

/** For whoever goes along an index, to go past them without looking at each. */
export function pendingBlock(db: Db, dataSet: number): PendingBlock | undefined {
  const statement =
    'select first_id as firstId, last_id as lastId, created_at as at from pending_rows where data_set = ?';
  return runDirectly<PendingBlock>(db, statement, [dataSet])[0];
}

/**
 * The next records from an ID on, in the order of their IDs: as many as there may be, and none behind the one with which their
 * texts come to more than so many characters. `nextId` is that of the record behind them.
 */
export function rowsFrom(
  db: Db,
  dataSet: number,
  id: string,
  { most, characters }: { readonly most: number; readonly characters: number },
): { rows: DataRow[]; nextId?: string } {
  const rows: DataRow[] = [];
  let left = characters;
  for (const row of publishedFrom(db, dataSet, id, most + 1)) {
    if (rows.length === most || left < 0) return { rows, nextId: row.id };
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') left -= value.length;
  }
  return { rows };
}

function* publishedFrom(db: Db, dataSet: number, id: string, most: number): Generator<DataRow, void> {
  const pending = pendingBlock(db, dataSet);
  const from = (condition: string, ...ids: string[]): Iterable<DataRow> =>
    iterateDirectly(db, `select * from ${dataTable(dataSet)} where ${condition} order by id limit ?`, [...ids, most]);
  if (pending) {
    yield* from('id >= ? and id < ?', id, pending.firstId);
    yield* from('id >= ? and id > ?', id, pending.lastId);
  } else {
    yield* from('id >= ?', id);
  }
}
