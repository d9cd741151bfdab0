import SQLite, { type Database as Connection } from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { kyselyOn } from './driver.ts';
import { addFunctions } from './functions.ts';
import { migrate } from './migrations.ts';
import { storageError } from './refusals.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/**
 * Compares an untrusted database file with the schema that the product makes at `version`. Covers tables, indexes,
 * triggers and views. Runs no code of the file. Returns the differences.
 */
export async function strangeSchema(path: string, version: number): Promise<string[]> {
  try {
    const connection = new SQLite(path, { readonly: true, fileMustExist: true });
    try {
      connection.pragma('trusted_schema = OFF');
      connection.pragma('cell_size_check = ON');
      const found = connection.pragma('user_version', { simple: true });
      if (found !== version) return [`it is of schema ${String(found)}, not ${version}`];
      return await schemaProblems(kyselyOn(connection), version);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw storageError(error);
  }
}

/** The differences of a schema from the migrations up to `version` and the tables of Data Sets. */
export async function schemaProblems(db: Db, version: number): Promise<string[]> {
  const expected = new Map((await schemaOf(version)).map((row) => [keyOf(row), row]));
  const problems: string[] = [];
  for (const row of await schemaRows(db)) {
    const known = expected.get(keyOf(row));
    expected.delete(keyOf(row));
    if (known ? !isSame(known, row) : !isOfDataSet(row)) problems.push(`the ${keyOf(row)} is none of this product's`);
  }
  for (const missing of expected.keys()) problems.push(`the ${missing} is missing`);
  return problems;
}

const keyOf = ({ type, name }: SchemaRow): string => `${type} ${name}`;

const made = new Map<number, Promise<readonly SchemaRow[]>>();

/** Made once in a process, because the migrations take a tenth of a second. */
function schemaOf(version: number): Promise<readonly SchemaRow[]> {
  const known = made.get(version) ?? makeSchema(version);
  made.set(version, known);
  return known;
}

async function makeSchema(version: number): Promise<SchemaRow[]> {
  const connection: Connection = new SQLite(':memory:');
  try {
    addFunctions(connection);
    const db = kyselyOn(connection);
    await migrate(db, ':memory:', version);
    return await schemaRows(db);
  } finally {
    connection.close();
  }
}

/** Excludes indexes that SQLite creates itself, and its statistics tables. */
async function schemaRows(db: Db): Promise<SchemaRow[]> {
  const { rows } = await sql<SchemaRow>`select type, name, tbl_name as "table", sql from sqlite_schema
    where sql is not null and sql not in ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',
      'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)') order by name`.execute(db);
  return rows;
}

const isSame = (one: SchemaRow, other: SchemaRow): boolean =>
  one.table === other.table && asWritten(one.sql) === asWritten(other.sql);

/** The default time zone is that of the machine that created the database. */
const asWritten = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/("time_zone" text default) '[\w+\-/]*'/, '$1 zone');

/** Whether `createDataTable`, `addDataColumns` or `nextIndexChange` makes this. */
function isOfDataSet({ type, name, table, sql: text }: SchemaRow): boolean {
  const [, number] = /^data_([1-9]\d*)$/.exec(table) ?? [];
  if (number === undefined) return false;
  const written = asWritten(text);
  if (type === 'table') return name === table && isDataTable(table, written);
  if (type !== 'index') return false;
  if (name === `${table}_by_change`)
    return written === `CREATE INDEX "${name}" on "${table}" (coalesce(updated_at, created_at), id)`;
  const [, terms] =
    new RegExp(`^CREATE INDEX ${table}_of_views_[0-9a-f]{16} on ${table} \\((.+)\\)(?: where \\w+ is not null)?$`).exec(
      written,
    ) ?? [];
  return terms !== undefined && terms.match(/\w+/g)!.every((word) => termWords.test(word)) && /^[\w (),]+$/.test(terms);
}

const termWords = /^(f\d+|id|title|(created|updated)_(at|by)|version|folded|coalesce|is|null|asc|desc|0)$/;

function isDataTable(table: string, written: string): boolean {
  const column = String.raw`"f\d+" (?:text|real|integer)`;
  const pattern = String.raw`^CREATE TABLE "${table}" \( id text not null primary key, (?:${column}, )*title text not null, created_at integer not null, created_by text not null, updated_at integer, updated_by text, version integer not null(?:, ${column})*\)$`;
  return new RegExp(pattern).test(written);
}
