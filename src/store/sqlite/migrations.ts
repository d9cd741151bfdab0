import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../tables.ts';
import { version1 } from './migrations/until10/version1.ts';
import { version2 } from './migrations/until10/version2.ts';
import { version3 } from './migrations/until10/version3.ts';
import { version4 } from './migrations/until10/version4.ts';
import { version5 } from './migrations/until10/version5.ts';
import { version6 } from './migrations/until10/version6.ts';
import { version7 } from './migrations/until10/version7.ts';
import { version8 } from './migrations/until10/version8.ts';
import { version9 } from './migrations/until10/version9.ts';
import { version10 } from './migrations/until10/version10.ts';
import { version11 } from './migrations/until20/version11.ts';
import { version12 } from './migrations/until20/version12.ts';
import { version13 } from './migrations/until20/version13.ts';
import { version14 } from './migrations/until20/version14.ts';
import { version15 } from './migrations/until20/version15.ts';
import { version16 } from './migrations/until20/version16.ts';
import { version17 } from './migrations/until20/version17.ts';
import { version18 } from './migrations/until20/version18.ts';
import { version19 } from './migrations/until20/version19.ts';
import { version20 } from './migrations/until20/version20.ts';
import { version21 } from './migrations/version21.ts';
import { version22 } from './migrations/version22.ts';
import { version23 } from './migrations/version23.ts';
import { version24 } from './migrations/version24.ts';
import { version25 } from './migrations/version25.ts';
import { version26 } from './migrations/version26.ts';
import { version27 } from './migrations/version27.ts';
import { version28 } from './migrations/version28.ts';
import { version29 } from './migrations/version29.ts';
import { version30 } from './migrations/version30.ts';
import { version31 } from './migrations/version31.ts';
import { version32 } from './migrations/version32.ts';
import { version33 } from './migrations/version33.ts';
import { version34 } from './migrations/version34.ts';
import { storageError } from './refusals.ts';

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
  version15,
  version16,
  version17,
  version18,
  version19,
  version20,
  version21,
  version22,
  version23,
  version24,
  version25,
  version26,
  version27,
  version28,
  version29,
  version30,
  version31,
  version32,
  version33,
  version34,
];

/** The schema version of this release. */
export const newestSchema = migrations.length;

/**
 * Migrates an older or empty database to `version`, within the caller's transaction. Throws a `WorkspaceError` with the
 * reason if upgrading fails.
 */
export async function migrate(tx: Db, path: string, version = newestSchema): Promise<void> {
  const current = await schemaVersion(tx, path);
  try {
    for (const migration of migrations.slice(current, version)) await migration(tx as unknown as Kysely<unknown>);
    if (current < version) await sql.raw(`PRAGMA user_version = ${version}`).execute(tx);
  } catch (error) {
    throw current === 0 ? error : upgradeFailure(error, path, current);
  }
}

/**
 * The schema version of a database; 0 if empty. Throws `unavailable` if a newer release or another program wrote it.
 */
export async function schemaVersion(db: Db, path: string): Promise<number> {
  const { rows } = await sql<{ version: number; isEmpty: 0 | 1; isOurs: 0 | 1 }>`select user_version as version,
    not exists (select 1 from sqlite_schema) as isEmpty,
    exists (select 1 from sqlite_schema where type = 'table' and name = 'installation') as isOurs
    from pragma_user_version`.execute(db);
  const { version, isEmpty, isOurs } = rows[0]!;
  if (version > newestSchema) throw newer(path, version);
  if (version === 0 ? !isEmpty : !isOurs) throw foreign(path);
  return version;
}

/**
 * Throws `unavailable` unless the database is empty or has this release's schema. Read-only databases cannot be
 * migrated.
 */
export async function refuseOther(db: Db, path: string): Promise<void> {
  const current = await schemaVersion(db, path);
  if (current === 0 || current === newestSchema) return;
  throw new WorkspaceError(
    'unavailable',
    `${path} has the older schema ${current}, and a command that only reads cannot upgrade it to ${newestSchema}. Start "workspace serve" or "workspace mcp" on it once; nothing was changed.`,
  );
}

/**
 * A process of the older release cannot continue with the newer schema. The upgrade waits for it, then is refused with
 * this.
 */
export function inUseByOlder(path: string, current: number): WorkspaceError {
  return new WorkspaceError(
    'unavailable',
    `${path} was written by an older release (schema ${current}, this one writes ${newestSchema}), and another process has it open, perhaps one of that release. Stop every gateway and agent host that works on this folder, then start again; nothing was changed.`,
  );
}

const newer = (path: string, version: number) =>
  new WorkspaceError(
    'unavailable',
    `${path} was written by a newer release (schema ${version}, this one knows ${newestSchema}). Update workspace-mcp; nothing was changed.`,
  );

const foreign = (path: string) =>
  new WorkspaceError(
    'unavailable',
    `${path} is a database of another program. Name another data folder with --data; nothing was changed.`,
  );

/** The refusal of a failed upgrade, with the engine's own reason. */
function upgradeFailure(error: unknown, path: string, current: number): WorkspaceError {
  const told = storageError(error);
  if (told instanceof WorkspaceError) return told;
  const reason = error instanceof Error ? error.message : String(error);
  return new WorkspaceError(
    'unavailable',
    `${path} cannot be brought from schema ${current} to ${newestSchema} (${reason}). Nothing was changed: the release that wrote it still works on it. Run its "workspace admin check", and restore a backup if anything is wrong.`,
  );
}
