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

/** SQL for the same rows while the condition holds, which is looked at once in a statement. */
export const publishedPlainly = (dataSet: number) => ({
  rows: dataTable(dataSet),
  condition: `not exists (select 1 from pending_rows where data_set = ${dataSet})`,
});

/** The ID range of a Data Set's pending rows. */
export interface PendingBlock {
  readonly firstId: string;
  readonly lastId: string;
  /** The creation time of every row. */
  readonly at: number;
}

/** The block of pending rows, so that index scans can skip them at once. */
export async function pendingBlock(db: Db, dataSet: number): Promise<PendingBlock | undefined> {
  const statement =
    'select first_id as "firstId", last_id as "lastId", created_at as at from pending_rows where data_set = ?';
  const [block] = await runDirectly<PendingBlock>(db, statement, [dataSet]);
  return block;
}

/**
 * The next visible records from an ID on, in ID order. Stops at `most` records, or after the record whose texts exceed
 * `characters`. `nextId` is the record after them.
 */
export async function rowsFrom(
  db: Db,
  dataSet: number,
  id: string,
  { most, characters }: { readonly most: number; readonly characters: number },
): Promise<{ rows: DataRow[]; nextId?: string }> {
  const rows: DataRow[] = [];
  let room = { rows: most, characters };
  let isFull = false;
  const isBeyond = (row: DataRow): boolean => {
    isFull = room.rows === 0 || room.characters < 0;
    room = { rows: room.rows - 1, characters: room.characters - charactersOf(row) };
    return isFull;
  };
  for (const { condition, ids } of await publishedFrom(db, dataSet, id)) {
    if (isFull) break;
    const select = `select * from ${dataTable(dataSet)} where ${condition} order by id limit ?`;
    rows.push(...(await engineOf(db).runUntil(select, [...ids, most + 1], isBeyond)));
  }
  const next = isFull ? rows.pop() : undefined;
  return next ? { rows, nextId: next.id } : { rows };
}

const charactersOf = (row: DataRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

async function publishedFrom(db: Db, dataSet: number, id: string) {
  const pending = await pendingBlock(db, dataSet);
  if (!pending) return [{ condition: 'id >= ?', ids: [id] }];
  return [
    { condition: 'id >= ? and id < ?', ids: [id, pending.firstId] },
    { condition: 'id >= ? and id > ?', ids: [id, pending.lastId] },
  ];
}
