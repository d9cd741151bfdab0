import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../tables.ts';
import { version1 } from './migrations/version1.ts';
import { schema } from './pool.ts';

/** Each migration moves the schema one version forward; a released one never changes. */
const migrations: ((tx: Kysely<unknown>) => Promise<void>)[] = [version1];

const newest = migrations.length;

/** The oldest server whose SQL this is. */
const oldestServer = 15;

/** Creates the schema, or brings it up to date, in the caller's transaction. */
export async function migrate(tx: Db): Promise<void> {
  await refuseServer(tx);
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

async function createSchema(tx: Db): Promise<void> {
  await sql.raw(`create schema ${schema}`).execute(tx);
  await sql`create table schema_version (version integer not null)`.execute(tx);
  await sql`insert into schema_version values (0)`.execute(tx);
}

/** 0 if there is no workspace. */
async function versionOf(db: Db): Promise<number> {
  const name = `${schema}.schema_version`;
  const { rows: found } = await sql<{ table: string | null }>`select to_regclass(${name}) as "table"`.execute(db);
  if (found[0]!.table === null) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return rows[0]!.version;
}

async function refuseServer(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; commit: string; standby: 0 | 1 }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commit,
      pg_is_in_recovery() as standby`.execute(db);
  const { version, encoding, commit, standby } = rows[0]!;
  if (version < oldestServer) throw unfit(`is PostgreSQL ${version}; it must be ${oldestServer} or newer`);
  if (encoding !== 'UTF8') throw unfit(`has the encoding ${encoding}; make one with UTF8`);
  if (commit === 'off') throw unfit('answers before a commit is on disk (synchronous_commit = off); set it to on');
  if (standby) throw unfit('is a standby; name its primary');
}

const unfit = (reason: string) => new WorkspaceError('unavailable', `The database ${reason}. Nothing was changed.`);

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
