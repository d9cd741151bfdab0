import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Db } from './database.ts';
import { version1 } from './migrations/version1.ts';
import { version2 } from './migrations/version2.ts';
import { version3 } from './migrations/version3.ts';
import { version4 } from './migrations/version4.ts';
import { version5 } from './migrations/version5.ts';

/** Each brings the schema one version forward; a released one never changes. */
const migrations: ((tx: Kysely<unknown>) => Promise<void>)[] = [version1, version2, version3, version4, version5];

/** Brings an older or empty database to the newest version, within the caller's transaction; a newer one is left alone. */
export async function migrate(tx: Db, path: string): Promise<void> {
  const current = await refuseNewer(tx, path);
  for (const migration of migrations.slice(current)) await migration(tx as unknown as Kysely<unknown>);
  if (current < migrations.length) await sql.raw(`PRAGMA user_version = ${migrations.length}`).execute(tx);
}

/** The version of a database that this release can read. */
export async function refuseNewer(db: Db, path: string): Promise<number> {
  const current = await schemaVersion(db);
  if (current <= migrations.length) return current;
  throw new WorkspaceError(
    'unavailable',
    `${path} was written by a newer release (schema ${current}, this one knows ${migrations.length}). Update workspace-mcp; nothing was changed.`,
  );
}

export const hasSchema = async (db: Db): Promise<boolean> => (await schemaVersion(db)) > 0;

async function schemaVersion(tx: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(tx);
  return rows[0]?.user_version ?? 0;
}
