import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import type { Db, Tables } from '../../src/store/tables.ts';
import { placesIn } from '../../src/folder/open.ts';
import { hide } from './leaks.ts';
import { patience } from './patience.ts';

const tables = [
  'channels',
  'channel_members',
  'files',
  'file_texts',
  'artifacts',
  'artifact_versions',
  'links',
  'sessions',
  'messages',
  'queries',
  'audit_events',
  'idempotency_keys',
  'data_sets',
  'data_set_fields',
  'records',
  'deleted_records',
  'views',
  'view_versions',
  'posts',
  'discussions',
  'comments',
  'reactions',
  'feed_items',
  'feedback',
] satisfies (keyof Tables)[];

/** All that a change leaves in a data folder: how many rows each table has, those of Data Sets too, and the blobs, whole or half. */
export async function traces(dataFolder: string) {
  await answered(dataFolder);
  const rows = await inStorage(dataFolder, async (db) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
      counts[table] = (await query.executeTakeFirstOrThrow()).count;
    }
    const { rows: found } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      db,
    );
    for (const { name } of found.filter((table) => /^data_\d+$/.test(table.name))) {
      const counted = await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(db);
      counts[name] = counted.rows[0]!.count;
    }
    return counts;
  });
  return { rows, blobs: await blobsIn(dataFolder) };
}

/** The same without uploads under way: what a refusal before left goes beside its answer. */
export async function tracesAtRest(dataFolder: string) {
  const { rows, blobs } = await traces(dataFolder);
  return { rows, blobs: blobs.filter((blob) => !blob.startsWith('incoming/')) };
}

/** Waits for questions that were asked before: what their answers leave is of those requests. */
async function answered(dataFolder: string): Promise<void> {
  const open = () =>
    inStorage(dataFolder, (tx) => tx.selectFrom('queries').select('id').where('completed_at', 'is', null).execute());
  await expect.poll(open, patience).toEqual([]);
}

/** The files below the blob folder, those under way included. */
export async function blobsIn(dataFolder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(placesIn(dataFolder).blobs, options).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${basename(parentPath)}/${name}`);
}

/** One transaction on the database of a data folder, beside whichever processes have it open. */
export async function inStorage<Result>(dataFolder: string, change: (tx: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ path: placesIn(dataFolder).database });
  try {
    return await database.write('service', change);
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
