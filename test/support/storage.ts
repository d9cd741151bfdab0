import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { type Run, engineOf, runDirectly } from '../../src/store/engine.ts';
import type { Db, Tables } from '../../src/store/tables.ts';
import { openStore } from '../../src/folder/open.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { hide } from './leaks.ts';
import { patience } from './patience.ts';

const tables = [
  'channels',
  'channel_members',
  'files',
  'file_texts',
  'blobs',
  'artifacts',
  'artifact_versions',
  'links',
  'sessions',
  'messages',
  'queries',
  'change_audiences',
  'audit_events',
  'idempotency_keys',
  'data_sets',
  'data_set_fields',
  'learned_indexes',
  'records',
  'deleted_records',
  'record_versions',
  'trash',
  'purged',
  'trashed_records',
  'trashed_links',
  'views',
  'view_versions',
  'posts',
  'discussions',
  'comments',
  'reactions',
  'feed_items',
  'inbox_items',
  'invitations',
  'webhooks',
  'feedback',
] satisfies (keyof Tables)[];

/**
 * The traces of changes in a data folder: the row count of each table and all blobs. Tables of Data Sets and unfinished blobs count too.
 */
export async function traces(dataFolder: string) {
  const database = await readerOf(dataFolder);
  // Answers to earlier questions would leave traces of their own.
  const open = () =>
    database.read((db) => db.selectFrom('queries').select('id').where('completed_at', 'is', null).execute());
  await expect.poll(open, patience).toEqual([]);
  const names = database.file ? tablesOfSqlite : tablesOfPostgres;
  const rows = await database.read((db) => countsOf(db, names));
  return { rows, blobs: await blobsIn(dataFolder) };
}

const tablesOfSqlite = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
const tablesOfPostgres = sql<{
  name: string;
}>`select tablename as name from pg_tables where schemaname = any(current_schemas(false))`;

/** How many rows each table has, those of Data Sets too. */
async function countsOf(db: Db, names: typeof tablesOfSqlite): Promise<Record<string, number>> {
  const all = await names.execute(db);
  const named = [...tables, ...all.rows.flatMap(({ name }) => (/^data_\d+$/.test(name) ? [name] : []))];
  const counted = named.map((name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counted, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

let reader: { readonly of: string; readonly database: Promise<Database> } | undefined;

/** One connection while a test looks at the same data folder, because it may look at many traces. */
async function readerOf(dataFolder: string): Promise<Database> {
  if (reader?.of === dataFolder) return reader.database;
  await (await reader?.database)?.close();
  reader = { of: dataFolder, database: openStore(dataFolder, { readOnly: true }) };
  return reader.database;
}

/** The same without uploads under way: what a refusal before left goes beside its answer. */
export async function tracesAtRest(dataFolder: string) {
  const { rows, blobs } = await traces(dataFolder);
  return { rows, blobs: blobs.filter((blob) => !blob.startsWith('incoming/')) };
}

/** The files below the blob folder, those under way included. */
export async function blobsIn(dataFolder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(placesIn(dataFolder).blobs, options).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${basename(parentPath)}/${name}`);
}

/** One transaction on the database of a data folder, beside whichever processes have it open. */
export async function inStorage<Result>(dataFolder: string, change: (tx: Db) => Promise<Result>): Promise<Result> {
  const database = await openStore(dataFolder);
  try {
    return await database.write('service', change);
  } finally {
    await database.close();
  }
}

/** The rows that a statement returns, on both engines. */
export const rowsIn = <Row>(dataFolder: string, statement: string, ...values: unknown[]): Promise<Row[]> =>
  inStorage(dataFolder, (tx) => runDirectly<Row>(tx, statement, values));

/** Runs a writing statement of both engines with many values. */
export const runInStorage = (dataFolder: string, statement: string, run: (once: Run) => void): Promise<void> =>
  inStorage(dataFolder, async (tx) => run(engineOf(tx).statement(statement)));

/** How many rows the tables of Data Sets have, seen or not. */
export async function recordRowsIn(dataFolder: string): Promise<number> {
  const database = await readerOf(dataFolder);
  const counts = await database.read((db) => countsOf(db, database.file ? tablesOfSqlite : tablesOfPostgres));
  return Object.entries(counts).reduce((sum, [name, count]) => sum + (/^data_\d/.test(name) ? count : 0), 0);
}

/** Looks at a data folder again and again by one connection, which is opened for as long as that takes. */
export async function whileReading<Result>(
  dataFolder: string,
  look: (read: Database['read']) => Promise<Result>,
): Promise<Result> {
  const database = await openStore(dataFolder, { readOnly: true });
  try {
    return await look(database.read);
  } finally {
    await database.close();
  }
}

/** From now on no answer may hold what the cursors and the tokens of a data folder are signed with. */
export async function hideSecretsOf(dataFolder: string): Promise<void> {
  const { cursor_secret } = await inStorage(dataFolder, (tx) =>
    tx.selectFrom('installation').select('cursor_secret').executeTakeFirstOrThrow(),
  );
  const key = JSON.parse(await readFile(placesIn(dataFolder).signingKey, 'utf8')) as { d: string };
  hide('the secret of cursors', cursor_secret);
  hide('the signing key', key.d);
}
