import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { addFunctions } from '../../src/store/sqlite/functions.ts';

type Row = Record<string, string | number | null | Uint8Array>;

/** The rows that one change adds to each table, in the order in which they can be written again. */
export async function rowsOfOne(path: string, change: () => Promise<unknown>): Promise<Map<string, Row[]>> {
  const database = new SQLite(path, { readonly: true });
  const tables = tablesOf(database).map(({ name, hasRowid }) => ({ name, added: addedTo(database, name, hasRowid) }));
  await change();
  const rows = tables.map(({ name, added }): [string, Row[]] => [name, added()]);
  database.close();
  return new Map(rows.filter(([, found]) => found.length > 0));
}

interface Table {
  readonly name: string;
  readonly hasRowid: boolean;
}

const tablesOf = (database: Database): Table[] =>
  database
    .prepare(
      `select sqlite_master.name, not listed.wr as hasRowid
       from sqlite_master join pragma_table_list as listed on listed.name = sqlite_master.name
       where listed.schema = 'main' and listed.type = 'table' and sqlite_master.name not like 'sqlite_%'
       order by sqlite_master.rowid`,
    )
    .all() as Table[];

/** Finds the rows that a table has and did not have before. */
function addedTo(database: Database, table: string, hasRowid: boolean): () => Row[] {
  if (hasRowid) {
    const last = database.prepare(`select coalesce(max(rowid), 0) from ${table}`).pluck().get();
    return () => database.prepare(`select * from ${table} where rowid > ?`).all(last) as Row[];
  }
  const key = database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck()
    .all(table)
    .join(', ');
  const keys = () => database.prepare(`select json_array(${key}) as key, * from ${table}`).all() as Row[];
  const before = new Set<unknown>(keys().map((row) => row.key));
  return () =>
    keys()
      .filter((row) => !before.has(row.key))
      .map(({ key: _key, ...row }) => row);
}

/** A copy of the same database, so that both write to the same tables, indexes and triggers. */
export async function rawCopy(path: string, folder: string): Promise<Database> {
  mkdirSync(folder);
  const source = new SQLite(path, { readonly: true });
  await source.backup(join(folder, 'raw.db'));
  source.close();
  const raw = new SQLite(join(folder, 'raw.db'));
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  addFunctions(raw);
  return raw;
}

/** Writes the rows again under new identifiers, in one transaction. */
export function insertion(raw: Database, rows: Map<string, Row[]>): () => void {
  const statements = [...rows].map(([table, found]) => {
    const columns = Object.keys(found[0]!).filter((name) => name !== numbered[table]);
    const values = columns.map((name) => references[`${table}.${name}`] ?? `@${name}`);
    const sql = `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`;
    return { statement: raw.prepare(sql), found };
  });
  const identifiers = [...rows.values()]
    .flat()
    .flatMap((row) => Object.values(row))
    .filter(isIdentifier);
  return raw.transaction(() => {
    const renamed = new Map(identifiers.map((old) => [old, `${old.split('_')[0]}_${randomUUID()}`]));
    for (const { statement, found } of statements) {
      for (const row of found) statement.run(withNewIdentifiers(row, renamed));
    }
  }).immediate;
}

/** Columns whose values the database gives. */
const numbered: Readonly<Record<string, string>> = { passages: 'id', audit_events: 'number' };

/** Columns that hold such a value of another row. */
const references: Readonly<Record<string, string>> = {
  'change_audiences.event': '(select max(number) from audit_events)',
};

const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && (/^(art|artv|aud|rec)_[0-9a-z]{26}$/.test(value) || /^[0-9a-f-]{36}$/.test(value));

function withNewIdentifiers(row: Row, renamed: Map<string, string>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, (typeof value === 'string' && renamed.get(value)) || value]),
  );
}
