import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import type { Workspace } from '../schemas/index.ts';
import { addFunctions } from '../src/store/sqlite/functions.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, once, timed } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';

const turns = 60;
const writesPerTurn = 10;
const content = 'Sphinx of black quartz, judge my vow. The five boxing wizards jump quickly.\n\n'
  .repeat(60)
  .slice(0, 4_096);

/** Creating a 4 KiB artifact beside writing the same rows to the same tables with raw better-sqlite3, each in one synced transaction. */
export async function write(folder: string): Promise<Figure[]> {
  const { workspace, databasePath, close } = await openLocalWorkspace(join(folder, 'ours'));
  const create = () =>
    workspace.artifacts.create({ kind: 'markdown', title: 'Four kibibytes', content, idempotencyKey: randomUUID() });
  // The first text of somebody makes their home in the index, which no other does.
  await create();
  const rows = await rowsOfOne(databasePath, create);
  const raw = await rawDatabase(databasePath, join(folder, 'raw'));
  const insert = insertion(raw, rows);
  const turn = (work: () => unknown) => async () => {
    const microseconds: number[] = [];
    for (let index = 0; index < writesPerTurn; index += 1) microseconds.push(1_000 * (await timed(work)));
    return median(microseconds);
  };
  const measured = await inPairs(turns, { ours: turn(create), baseline: turn(insert) });
  await close();
  raw.close();
  return [{ name: '4 KiB artifact: median time', ...measured, unit: 'µs', bound: { atMost: 1.5 } }];
}

/** 32 creates at once leave 32 artifacts. */
export async function concurrentCreates(folder: string): Promise<Figure[]> {
  const { workspace, close } = await openLocalWorkspace(join(folder, 'concurrent'));
  const titles = Array.from({ length: 32 }, (_, index) => `Artifact ${index}`);
  await Promise.all(titles.map((title) => workspace.artifacts.create({ kind: 'markdown', title, content })));
  const left = await count(workspace);
  await close();
  return [{ name: '32 concurrent creates: artifacts left', ...once(left, 32), unit: '', bound: { atLeast: 1 } }];
}

async function count(workspace: Workspace): Promise<number> {
  return (await workspace.artifacts.list({ limit: 200 })).artifacts.length;
}

type Row = Record<string, string | number | null | Uint8Array>;

/** The rows that one create leaves in each table. */
async function rowsOfOne(path: string, create: () => Promise<unknown>): Promise<Map<string, Row[]>> {
  const database = new SQLite(path, { readonly: true });
  const tables = database
    .prepare(
      `select sqlite_master.name from sqlite_master join pragma_table_list as listed on listed.name = sqlite_master.name
       where listed.schema = 'main' and listed.type = 'table' and not listed.wr and sqlite_master.name not like 'sqlite_%'
       order by sqlite_master.rowid`,
    )
    .pluck()
    .all() as string[];
  const last = new Map(tables.map((table) => [table, newest(database, table)]));
  await create();
  const rows = tables.map((table): [string, Row[]] => [
    table,
    database.prepare(`select * from ${table} where rowid > ?`).all(last.get(table)) as Row[],
  ]);
  database.close();
  return new Map(rows.filter(([, found]) => found.length > 0));
}

const newest = (database: Database, table: string) =>
  database.prepare(`select coalesce(max(rowid), 0) from ${table}`).pluck().get();

/** A copy of the same database, so that both write to the same tables, indexes and triggers. */
async function rawDatabase(path: string, folder: string): Promise<Database> {
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

/** Writes the rows again under new identifiers. */
function insertion(raw: Database, rows: Map<string, Row[]>): () => void {
  const statements = [...rows].map(([table, found]) => {
    const columns = Object.keys(found[0]!).filter((name) => !(table === 'passages' && name === 'id'));
    const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`;
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

const isIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && (/^(art|artv|aud)_[0-9a-z]{26}$/.test(value) || /^[0-9a-f-]{36}$/.test(value));

function withNewIdentifiers(row: Row, renamed: Map<string, string>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, (typeof value === 'string' && renamed.get(value)) || value]),
  );
}
