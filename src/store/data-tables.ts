import { type RawBuilder, sql } from 'kysely';
import type { InterfaceType } from '../../schemas/common.ts';
import type { FieldType } from '../../schemas/fields.ts';
import type { Db } from './database.ts';
import { directRun, iterateDirectly, runDirectly } from './driver.ts';
import { newIds } from './ids.ts';
import { Turn } from './turn.ts';

/**
 * The records of a Data Set are rows of a table of its own, with a typed column for each field, so that a filter can use an
 * index and an aggregate runs at the speed of the engine.
 *
 * Texts, dates (`2026-10-05`) and IDs are TEXT; numbers REAL; times INTEGER, in milliseconds since 1970; checkboxes 0 and 1;
 * a select's value is the place of its choice among the choices, from 0; a field of several values is a JSON array of these.
 * What is empty is NULL. `updated_at` and `updated_by` are NULL until the first change.
 */
export const dataTable = (dataSet: number): string => `data_${dataSet}`;

export const dataColumn = (field: number): `f${number}` => `f${field}`;

export interface DataColumn {
  readonly number: number;
  readonly type: FieldType;
  readonly multiple: boolean;
}

export async function createDataTable(tx: Db, dataSet: number, columns: readonly DataColumn[]): Promise<void> {
  await sql`create table ${sql.id(dataTable(dataSet))} (
    id text not null primary key,
    ${sql.join([
      ...columns.map(columnDefinition),
      sql`title text not null, created_at integer not null, created_by text not null,
        updated_at integer, updated_by text, version integer not null`,
    ])})`.execute(tx);
  await sql`create index ${sql.id(`${dataTable(dataSet)}_by_change`)}
    on ${sql.id(dataTable(dataSet))} (${lastChange}, id)`.execute(tx);
}

export async function addDataColumn(tx: Db, dataSet: number, column: DataColumn): Promise<void> {
  await sql`alter table ${sql.id(dataTable(dataSet))} add column ${columnDefinition(column)}`.execute(tx);
}

export type StoredValue = string | number | null;

/** What every record has, beside the values in the columns of its fields. */
export interface DataRow {
  readonly id: string;
  readonly title: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly updated_at: number | null;
  readonly updated_by: string | null;
  readonly version: number;
  readonly [column: `f${number}`]: StoredValue;
}

/** One record, with the names of who made and who last changed it. */
export function readRow(db: Db, dataSet: number, id: string): (DataRow & RowAuthors) | undefined {
  const [row] = runDirectly<DataRow & RowAuthors>(
    db,
    `select record.*, creator.name as creator_name, updater.name as updater_name
      from ${dataTable(dataSet)} as record
      join users as creator on creator.id = record.created_by
      left join users as updater on updater.id = record.updated_by
      where record.id = +?`,
    [id],
  );
  return row;
}

export interface RowAuthors {
  readonly creator_name: string;
  readonly updater_name: string | null;
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
  const statement = `select * from ${dataTable(dataSet)} where id >= ? order by id limit ?`;
  let left = characters;
  for (const row of iterateDirectly<DataRow>(db, statement, [id, most + 1])) {
    if (rows.length === most || left < 0) return { rows, nextId: row.id };
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') left -= value.length;
  }
  return { rows };
}

export function insertRow(tx: Db, dataSet: number, row: DataRow): void {
  const columns = Object.keys(row);
  runDirectly(
    tx,
    `insert into ${dataTable(dataSet)} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    Object.values(row),
  );
}

export function updateRow(tx: Db, dataSet: number, id: string, changes: Partial<DataRow>): void {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`);
  runDirectly(tx, `update ${dataTable(dataSet)} set ${assignments.join(', ')} where id = ?`, [
    ...Object.values(changes),
    id,
  ]);
}

/** Takes records away; `ids` as JSON. */
export function deleteRows(tx: Db, dataSet: number, ids: string): void {
  runDirectly(tx, `delete from ${dataTable(dataSet)} where id in (select value from json_each(+?))`, [ids]);
}

/** Where a list by last change goes on: behind the record, or whatever else, that was changed then. */
export interface ChangePlace {
  readonly at: number;
  readonly id: string;
}

interface ChangedRow extends ChangePlace {
  readonly title: string;
}

/**
 * The records that were changed last, the newest first. An import changes very many in one moment, so those of the moment
 * where the list goes on are sought by their IDs.
 */
export function lastChangedRows(db: Db, dataSet: number, limit: number, behind?: ChangePlace): ChangedRow[] {
  const find = (rest: string, ...parameters: (string | number)[]): ChangedRow[] =>
    runDirectly(db, `select id, title, ${changedAt} as at from ${dataTable(dataSet)} ${rest} limit ?`, parameters);
  const newestFirst = `order by ${changedAt} desc, id desc`;
  if (!behind) return find(newestFirst, limit);
  const sameMoment = find(`where ${changedAt} = ? and id < ? order by id desc`, behind.at, behind.id, limit);
  const earlier = find(`where ${changedAt} < ? ${newestFirst}`, behind.at, limit - sameMoment.length);
  return [...sameMoment, ...earlier];
}

interface LastChange extends ChangePlace {
  readonly actorId: string;
  readonly actorName: string;
}

/** When and by whom each of these records was last changed. */
export async function lastChangesOf(db: Db, dataSet: number, ids: readonly string[]): Promise<LastChange[]> {
  const { rows } = await sql<LastChange>`
    select record.id, coalesce(record.updated_at, record.created_at) as at, actor.id as actorId, actor.name as actorName
    from ${sql.id(dataTable(dataSet))} as record
    join users as actor on actor.id = coalesce(record.updated_by, record.created_by)
    where record.id in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** An expression, so that the index of the same expression is used. */
const changedAt = 'coalesce(updated_at, created_at)';
const lastChange = sql.raw(changedAt);

const columnDefinition = (column: DataColumn): RawBuilder<unknown> =>
  sql`${sql.id(dataColumn(column.number))} ${sql.raw(storageClass(column))}`;

export function storageClass({ type, multiple }: DataColumn): 'text' | 'real' | 'integer' {
  if (multiple) return 'text';
  switch (type) {
    case 'number':
    case 'currency':
    case 'percent':
      return 'real';
    case 'checkbox':
    case 'date_time':
    case 'select':
      return 'integer';
    default:
      return 'text';
  }
}

/** Whether some record has no value in a field. */
export function hasEmptyValue(tx: Db, dataSet: number, field: number): boolean {
  const statement = `select 1 from ${dataTable(dataSet)} where ${dataColumn(field)} is null limit 1`;
  return runDirectly(tx, statement, []).length > 0;
}

/** A record to be: its values in the order of the columns that they go into. */
export interface NewRow {
  readonly title: string;
  readonly values: readonly (string | number | null)[];
}

/** One statement that inserts several rows takes two thirds of the time of one for each. */
const batchRows = 20;

/**
 * Inserts records, in their order; the rows are taken one by one, so that they need never be in memory together, and others
 * have their turn in between.
 * Returns how many they were and the ID of the first.
 */
export async function insertRows(
  tx: Db,
  dataSet: number,
  columns: readonly number[],
  rows: Iterable<NewRow>,
  { at, by, through = null }: { readonly at: number; readonly by: string; readonly through?: InterfaceType | null },
): Promise<{ count: number; firstId: string | undefined }> {
  const names = [...columns.map(dataColumn), 'id', 'title', 'created_at', 'created_by', 'version'];
  const row = `(${names.map(() => '?').join(', ')})`;
  const insertion = (rowCount: number) =>
    directRun(
      tx,
      `insert into ${dataTable(dataSet)} (${names.join(', ')}) values ${Array(rowCount).fill(row).join(', ')}`,
    );
  const insertBatch = insertion(batchRows);
  const ids = newIds('rec');
  const turn = new Turn();
  let count = 0;
  let [firstId, id]: (string | undefined)[] = [];
  let waiting: unknown[] = [];
  let entered = '';
  const enterUpTo = (last: string) => {
    const enter = `insert into records (id, data_set, interface) select id, ?, ? from ${dataTable(dataSet)} where id > ? and id <= ? on conflict do nothing`;
    runDirectly(tx, enter, [dataSet, through, entered, last]);
    entered = last;
  };
  for (const { title, values } of rows) {
    id = ids.next().value;
    if (firstId === undefined) [firstId, entered] = [id, id.slice(0, -1)];
    waiting.push(...values, id, title, at, by, 1);
    count += 1;
    if (count % batchRows > 0) continue;
    insertBatch(waiting);
    waiting = [];
    if (!turn.isOver()) continue;
    enterUpTo(id);
    await turn.pass();
  }
  if (waiting.length > 0) insertion(count % batchRows)(waiting);
  if (id !== undefined) enterUpTo(id);
  return { count, firstId };
}
