import { type DataRow, dataTable } from './data-tables.ts';
import type { Db } from '../tables.ts';
import { engineOf, runDirectly } from '../engine.ts';

/**
 * SQL for the visible rows of a Data Set. The statement looks up pending rows itself, because they may change between
 * statements. Without pending rows this costs a comparison per row.
 */
export function publishedRows(dataSet: number): string {
  const table = dataTable(dataSet);
  const pending = (column: string) => `(select ${column} from pending_rows where data_set = ${dataSet})`;
  return `(select * from ${table}
    where ${pending('first_id')} is null or id not between ${pending('first_id')} and ${pending('last_id')}) as ${table}`;
}

/** The ID range of a Data Set's pending rows. */
export interface PendingBlock {
  readonly firstId: string;
  readonly lastId: string;
  /** The creation time of every row. */
  readonly at: number;
}

/** The block of pending rows, so that index scans can skip them at once. */
export function pendingBlock(db: Db, dataSet: number): PendingBlock | undefined {
  const statement =
    'select first_id as firstId, last_id as lastId, created_at as at from pending_rows where data_set = ?';
  return runDirectly<PendingBlock>(db, statement, [dataSet])[0];
}

/**
 * The next visible records from an ID on, in ID order. Stops at `most` records, or after the record whose texts exceed
 * `characters`. `nextId` is the record after them.
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
    engineOf(db).iterate(`select * from ${dataTable(dataSet)} where ${condition} order by id limit ?`, [...ids, most]);
  if (pending) {
    yield* from('id >= ? and id < ?', id, pending.firstId);
    yield* from('id >= ? and id > ?', id, pending.lastId);
  } else {
    yield* from('id >= ?', id);
  }
}
