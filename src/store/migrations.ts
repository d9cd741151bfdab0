import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Db } from './database.ts';
import { version1 } from './migrations/version1.ts';
import { version2 } from './migrations/version2.ts';
import { version3 } from './migrations/version3.ts';
import { version4 } from './migrations/version4.ts';
import { version5 } from './migrations/version5.ts';
import { version6 } from './migrations/version6.ts';
import { version7 } from './migrations/version7.ts';

/** Each brings the schema one version forward; a released one never changes. */
const migrations: ((tx: Kysely<unknown>) => Promise<void>)[] = [
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
];

/** The schema that this release writes. */
export const newestSchema = migrations.length;

/** Brings an older or empty database to the newest version, within the caller's transaction; a newer one is left alone. */
export async function migrate(tx: Db, path: string): Promise<void> {
  const current = await refuseNewer(tx, path);
  for (const migration of migrations.slice(current)) await migration(tx as unknown as Kysely<unknown>);
  if (current < newestSchema) await sql.raw(`PRAGMA user_version = ${newestSchema}`).execute(tx);
}

/** A database that is only read is of this release, or empty. */
export async function refuseOther(db: Db, path: string): Promise<void> {
  const current = await refuseNewer(db, path);
  if (current === 0 || current === newestSchema) return;
  throw new WorkspaceError(
    'unavailable',
    `${path} was written by an older release (schema ${current}, this one writes ${newestSchema}), and what only reads cannot bring it up to date. Start "workspace serve" or "workspace mcp" on it once; nothing was changed.`,
  );
}

async function refuseNewer(db: Db, path: string): Promise<number> {
  const current = await schemaVersion(db);
  if (current <= newestSchema) return current;
  throw new WorkspaceError(
    'unavailable',
    `${path} was written by a newer release (schema ${current}, this one knows ${newestSchema}). Update workspace-mcp; nothing was changed.`,
  );
}

export const hasSchema = async (db: Db): Promise<boolean> => (await schemaVersion(db)) > 0;

async function schemaVersion(tx: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(tx);
  return rows[0]?.user_version ?? 0;
}
