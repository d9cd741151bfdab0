import { sql } from 'kysely';
import type { FieldType } from '../../../schemas/fields.ts';
import type { Db } from '../tables.ts';
import { type Engine, engineOf, runDirectly } from '../engine.ts';

/**
 * Each Data Set has a table of its own, with a typed column for each field. Filters can use indexes, and aggregates run
 * at the engine's speed. Texts, dates (`2026-10-05`) and IDs are TEXT; numbers are REAL; checkboxes are 0 and 1. Times
 * are INTEGER, in milliseconds since 1970. A select stores the index of its choice, from 0. A field of several values
 * is a JSON array. Empty values are NULL. `updated_at` and `updated_by` are NULL until the first change.
 */
export const dataTable = (dataSet: number): string => `data_${dataSet}`;

export const dataColumn = (field: number): `f${number}` => `f${field}`;

export interface DataColumn {
  readonly number: number;
  readonly type: FieldType;
  readonly multiple: boolean;
}

export const createDataTable = (tx: Db, dataSet: number, columns: readonly DataColumn[]): Promise<void> =>
  createDataTableOf(tx, dataSet, columns.map(storedAs));

const storedAs = (column: DataColumn): StoredField => ({
  name: dataColumn(column.number),
  storage: storageClass(column),
});

interface StoredField {
  readonly name: string;
  readonly storage: StorageClass;
}

/** The same of columns as they are stored. */
export async function createDataTableOf(tx: Db, dataSet: number, fields: readonly StoredField[]): Promise<void> {
  const { columnTypes } = engineOf(tx);
  const [text, integer] = [sql.raw(columnTypes.text), sql.raw(columnTypes.integer)];
  await sql`create table ${sql.id(dataTable(dataSet))} (
    id ${text} not null primary key,
    ${sql.join([
      ...fields.map((field) => sql.raw(definitionOf(columnTypes, field))),
      sql`title ${text} not null, created_at ${integer} not null, created_by ${text} not null,
        updated_at ${integer}, updated_by ${text}, version ${integer} not null`,
    ])})`.execute(tx);
  await sql`create index ${sql.id(`${dataTable(dataSet)}_by_change`)}
    on ${sql.id(dataTable(dataSet))} (${lastChange}, id)`.execute(tx);
  estimateCheckboxes(tx, dataSet, fields);
}

/** A checkbox in SQL: one without a value is false. */
export const checkedOf = (column: string): string => `coalesce(${column}, 0)`;

/** Each column of whole numbers may be that of a checkbox. */
function estimateCheckboxes(tx: Db, dataSet: number, fields: readonly StoredField[]): void {
  const numbers = fields.filter(({ storage }) => storage === 'integer');
  engineOf(tx).estimate(
    dataTable(dataSet),
    numbers.map(({ name }) => checkedOf(name)),
  );
}

/** Allocates a Data Set number, which is never reused. */
export const takeDataSetNumber = (tx: Db): Promise<number> => engineOf(tx).nextDataSetNumber();

/** Appends columns, which are NULL in every row. */
export async function addDataColumns(tx: Db, dataSet: number, columns: readonly DataColumn[]): Promise<void> {
  const engine = engineOf(tx);
  const fields = columns.map(storedAs);
  const added = fields.map((field) => definitionOf(engine.columnTypes, field));
  await engine.addColumns(dataTable(dataSet), added);
  estimateCheckboxes(tx, dataSet, fields);
}

export type StoredValue = string | number | null;

/** The length of the longest text, in UTF-16 code units. */
export const longestTextOf = (values: readonly StoredValue[]): number =>
  values.reduce<number>((longest, value) => (typeof value === 'string' ? Math.max(longest, value.length) : longest), 0);

/** The columns of every record, and the values of its fields. */
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

/** One record, with the names of its creator and last editor. */
export async function readRow(db: Db, dataSet: number, id: string): Promise<(DataRow & RowAuthors) | undefined> {
  const [row] = await runDirectly<DataRow & RowAuthors>(
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

/** Records of a Data Set; `ids` is a JSON array. */
export const readRows = (db: Db, dataSet: number, ids: string): Promise<DataRow[]> =>
  runDirectly(db, `select * from ${dataTable(dataSet)} where id in (select value from json_each(+?))`, [ids]);

/** Which of these records there are; `ids` is a JSON array. */
export async function existingIds(db: Db, dataSet: number, ids: string): Promise<string[]> {
  const statement = `select id from ${dataTable(dataSet)} where id in (select value from json_each(+?))`;
  return (await runDirectly<{ id: string }>(db, statement, [ids])).map(({ id }) => id);
}

/** Bytes of the texts in these columns of records; `ids` is a JSON array. Reads no text. */
export async function textBytesOf(db: Db, dataSet: number, columns: readonly string[], ids: string): Promise<number> {
  if (columns.length === 0) return 0;
  const sizes = columns.map((column) => `coalesce(sum(octet_length(${column})), 0)`).join(' + ');
  const statement = `select ${sizes} as bytes from ${dataTable(dataSet)} where id in (select value from json_each(+?))`;
  const [row] = await runDirectly<{ bytes: number }>(db, statement, [ids]);
  return row!.bytes;
}

export interface RowAuthors {
  readonly creator_name: string;
  readonly updater_name: string | null;
}

export async function insertRow(tx: Db, dataSet: number, row: DataRow): Promise<void> {
  insertAlike(tx, dataSet, [row]);
}

/** Rows per statement. Inserting several at once takes two thirds of the time. */
export const rowsAtOnce = 20;

/** Inserts rows in their order. Pauses after each statement. */
export function* insertManyRows(tx: Db, dataSet: number, rows: readonly DataRow[]): Generator<void> {
  let alike: DataRow[] = [];
  for (const row of rows) {
    if (alike.length === rowsAtOnce || (alike[0] && columnsOf(alike[0]) !== columnsOf(row))) {
      insertAlike(tx, dataSet, alike);
      alike = [];
      yield;
    }
    alike.push(row);
  }
  if (alike.length > 0) insertAlike(tx, dataSet, alike);
}

const columnsOf = (row: DataRow): string => Object.keys(row).join(', ');

function insertAlike(tx: Db, dataSet: number, rows: readonly DataRow[]): void {
  const [row] = rows;
  const placeholders = `(${Object.keys(row!)
    .map(() => '?')
    .join(', ')})`;
  const insert = engineOf(tx).statement(
    `insert into ${dataTable(dataSet)} (${columnsOf(row!)}) values ${rows.map(() => placeholders).join(', ')}`,
  );
  insert(rows.flatMap((one) => Object.values(one) as StoredValue[]));
}

export async function updateRow(tx: Db, dataSet: number, id: string, changes: Partial<DataRow>): Promise<void> {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`);
  const update = engineOf(tx).statement(`update ${dataTable(dataSet)} set ${assignments.join(', ')} where id = ?`);
  update([...Object.values(changes), id]);
}

/** Deletes records; `ids` is a JSON array. */
export async function deleteRows(tx: Db, dataSet: number, ids: string): Promise<void> {
  await runDirectly(tx, `delete from ${dataTable(dataSet)} where id in (select value from json_each(+?))`, [ids]);
}

const purgedAtOnce = 50;

/** The IDs of some records, pending ones too. */
export async function someRows(tx: Db, dataSet: number): Promise<string[]> {
  const some = `select id from ${dataTable(dataSet)} limit ${purgedAtOnce}`;
  return (await runDirectly<{ id: string }>(tx, some, [])).map(({ id }) => id);
}

/** Drops the table of a Data Set, which should be empty. Harmless to repeat. */
export async function dropDataTable(tx: Db, dataSet: number): Promise<void> {
  await runDirectly(tx, `drop table if exists ${dataTable(dataSet)}`, []);
}

interface LastChange {
  readonly id: string;
  readonly at: number;
  readonly actorId: string;
  readonly actorName: string;
}

/** When, and by whom, each of these records was last changed. */
export async function lastChangesOf(db: Db, dataSet: number, ids: readonly string[]): Promise<LastChange[]> {
  const { rows } = await sql<LastChange>`
    select record.id, coalesce(record.updated_at, record.created_at) as at, actor.id as "actorId", actor.name as "actorName"
    from ${sql.id(dataTable(dataSet))} as record
    join users as actor on actor.id = coalesce(record.updated_by, record.created_by)
    where record.id in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Queries must repeat this expression exactly, so that its index is used. */
export const changedAt = 'coalesce(updated_at, created_at)';
const lastChange = sql.raw(changedAt);

const definitionOf = (types: Engine['columnTypes'], { name, storage }: StoredField): string =>
  `"${name}" ${types[storage]}`;

type StorageClass = 'text' | 'real' | 'integer';

const storageClasses: Readonly<Record<FieldType, StorageClass>> = {
  text: 'text',
  long_text: 'text',
  number: 'real',
  currency: 'real',
  percent: 'real',
  checkbox: 'integer',
  date: 'text',
  date_time: 'integer',
  select: 'integer',
  multi_select: 'text',
  user: 'text',
  url: 'text',
  email: 'text',
  phone: 'text',
  record: 'text',
  file: 'text',
  artifact: 'text',
  session: 'text',
};

export const storageClass = ({ type, multiple }: DataColumn) => (multiple ? 'text' : storageClasses[type]);
