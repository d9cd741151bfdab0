import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../tables.ts';
import { version1 } from './migrations/version1.ts';
import { version2 } from './migrations/version2.ts';
import { version3 } from './migrations/version3.ts';
import { version4 } from './migrations/version4.ts';
import { version5 } from './migrations/version5.ts';
import { version6 } from './migrations/version6.ts';
import { version7 } from './migrations/version7.ts';
import { version8 } from './migrations/version8.ts';
import { version9 } from './migrations/version9.ts';
import { version10 } from './migrations/version10.ts';
import { version11 } from './migrations/version11.ts';
import { version12 } from './migrations/version12.ts';
import { version13 } from './migrations/version13.ts';
import { version14 } from './migrations/version14.ts';
import { schema } from './pool.ts';

/** Each migration moves the schema one version forward; a released one never changes. */
const migrations: ((tx: Kysely<unknown>) => Promise<void>)[] = [
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
  version8,
  version9,
  version10,
  version11,
  version12,
  version13,
  version14,
];

const newest = migrations.length;

/** Creates the schema, or brings it up to date, in the caller's transaction. */
export async function migrate(tx: Db): Promise<void> {
  const current = await versionOf(tx);
  if (current > newest) throw newer(current);
  if (current === newest) return;
  // The tables of folding take long to compute.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  if (current === 0) await createSchema(tx);
  for (const migration of migrations.slice(current)) await migration(tx as unknown as Kysely<unknown>);
  await sql`update schema_version set version = ${newest}`.execute(tx);
}

/** Throws `unavailable` unless the schema is that of this release. */
export async function refuseOther(db: Db): Promise<void> {
  const current = await versionOf(db);
  if (current > newest) throw newer(current);
  if (current < newest) throw older(current);
}

/** An administrator may have made an empty one because the user may make none. */
async function createSchema(tx: Db): Promise<void> {
  const { rows } = await sql<{ made: string | null }>`select cast(to_regnamespace(${schema}) as text) as made`.execute(
    tx,
  );
  if (rows[0]!.made === null) await sql.raw(`create schema ${schema}`).execute(tx);
  await sql`create table schema_version (version integer not null)`.execute(tx);
  await sql`insert into schema_version values (0)`.execute(tx);
}

/** 0 if there is no workspace. */
export async function versionOf(db: Db): Promise<number> {
  const name = `${schema}.schema_version`;
  const { rows: found } = await sql<{ table: string | null }>`select to_regclass(${name}) as "table"`.execute(db);
  if (found[0]!.table === null) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return rows[0]!.version;
}

const newer = (version: number) =>
  new WorkspaceError(
    'unavailable',
    `The database was written by a newer release (schema ${version}, this one knows ${newest}). Update workspace-mcp; nothing was changed.`,
  );

const older = (version: number) =>
  new WorkspaceError(
    'unavailable',
    `The database has schema ${version}, and this release needs ${newest}. Start "workspace serve" on it once; nothing was changed.`,
  );
