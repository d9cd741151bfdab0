import { Pool, schema } from './pool.ts';
import type { Session } from './session.ts';
import { type MarkOrNone, markIn, refuseMoving } from './moving/mark.ts';
import { startRefusal, unfit } from './start-refusals.ts';
import { writing } from './writer.ts';

/** The oldest server whose SQL this is. */
const oldest = 15;

/** How far the clocks may be apart, in ms. Times of entries are of this machine's clock. */
const mostApartMs = 5_000;

/** Throws `unavailable` unless a workspace can be kept there. The server is asked before anything is made. */
export const refuseUnfit = (location: string): Promise<MarkOrNone> => refusedUnfit(location, refuseMoving);

/** The same before a move, which looks at the mark by itself. */
export const refuseUnfitForMove = (location: string): Promise<MarkOrNone> => refusedUnfit(location, () => {});

async function refusedUnfit(location: string, refuseMarked: (mark: MarkOrNone) => void): Promise<MarkOrNone> {
  const pool = new Pool({ location, most: 1, settings: writing });
  try {
    const mark = await pool.with(refuseServer);
    refuseMarked(mark);
    return mark;
  } catch (error) {
    throw startRefusal(error, location);
  } finally {
    await pool.close();
  }
}

interface Server {
  readonly version: number;
  readonly encoding: string;
  readonly search_path: string;
  readonly lock_timeout: string;
  readonly commit: string;
  readonly fsync: string;
  readonly is_standby: 0 | 1;
  readonly read_only: string;
  readonly now: number;
  readonly user: string;
  readonly database: string;
  readonly may_create: 0 | 1;
  readonly folds: 0 | 1;
  /** Whose the schema is; null if there is none. */
  readonly owner: string | null;
  readonly is_owner: 0 | 1 | null;
  readonly tables: number;
  readonly is_ours: 0 | 1;
  readonly mark: string | null;
}

const question = `
  select current_setting('server_version_num')::integer / 10000 as version,
    current_setting('server_encoding') as encoding,
    current_setting('search_path') as search_path, current_setting('lock_timeout') as lock_timeout,
    current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
    pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only,
    extract(epoch from clock_timestamp()) * 1000 as now,
    cast(current_user as text) as user, cast(current_database() as text) as database,
    has_database_privilege(current_database(), 'create') as may_create,
    exists (select 1 from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')) as folds,
    cast(pg_get_userbyid(made.nspowner) as text) as owner, pg_has_role(made.nspowner, 'usage') as is_owner,
    (select count(*) from pg_class where relnamespace = made.oid) as tables,
    exists (select 1 from pg_class where relnamespace = made.oid and relname = 'schema_version') as is_ours,
    obj_description(made.oid, 'pg_namespace') as mark
  from (select 1) as one left join pg_namespace as made on made.nspname = '${schema}'`;

async function refuseServer(session: Session): Promise<MarkOrNone> {
  const askedAt = Date.now();
  const [server] = (await session.run<Server>(question, [])).rows;
  const apart = apartMs(server!.now, askedAt, Date.now());
  refuseKind(server!);
  refuseRights(server!);
  if (apart > mostApartMs)
    throw unfit(`has a clock ${Math.round(apart / 1_000)} s away from this machine's; synchronize both`);
  return markIn(server!.mark);
}

function refuseKind(server: Server): void {
  const { version, encoding, commit, fsync } = server;
  if (version < oldest) throw unfit(`is PostgreSQL ${version}; it must be ${oldest} or newer`);
  if (encoding !== 'UTF8') throw unfit(`has the encoding ${encoding}; make one with UTF8`);
  if (!server.folds) throw unfit('is of a PostgreSQL without ICU; take one that was built with it');
  if (server.is_standby) throw unfit('is a standby; name its primary');
  if (server.read_only === 'on') throw unfit('is read-only (default_transaction_read_only); name one that is not');
  if (fsync === 'off') throw unfit('may lose what it has stored (fsync = off); set it to on');
  if (commit === 'off') throw unfit('answers before a commit is on disk (synchronous_commit = off); set it to on');
  if (server.search_path !== schema || server.lock_timeout !== writing.lock_timeout)
    throw unfit('is behind a pooler that drops the settings of a connection; name the server itself');
}

function refuseRights({ user, database, owner, ...server }: Server): void {
  if (owner === null && !server.may_create)
    throw unfit(
      `lets ${user} make no schema; run: grant create on database ${identifier(database)} to ${identifier(user)}`,
    );
  if (owner !== null && !server.is_owner)
    throw unfit(`has a schema ${schema} of ${owner}, which ${user} may not change; connect as ${owner}`);
  if (server.tables > 0 && !server.is_ours)
    throw unfit(`has a schema ${schema} of another program; name another database`);
}

const identifier = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** How far a clock is away that was read between two moments of this machine. */
function apartMs(there: number, before: number, after: number): number {
  return Math.max(before - there, there - after, 0);
}
