import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedText } from '../../database.ts';
import { runDirectly } from '../../engine.ts';
import { inTransaction } from '../../moving/rows.ts';
import type { MovedTable, Side, TargetSide } from '../../moving/side.ts';
import { unavailable } from '../../refusals.ts';
import type { Db } from '../../tables.ts';
import { kyselyOn } from '../driver.ts';
import { migrate, refuseOther, versionOf } from '../migrations.ts';
import { Pool, schema } from '../pool.ts';
import { OneConnection } from '../reader.ts';
import { codeOf, storageError } from '../refusals.ts';
import { refuseUnfitForMove } from '../server-checks.ts';
import { unfit } from '../start-refusals.ts';
import { installation as everybody } from '../transaction.ts';
import {
  leaveSchema,
  leftSchema,
  type Mark,
  type MarkOrNone,
  readMark,
  refuseMoving,
  returnSchema,
  setMark,
} from './mark.ts';
import { analyzeAll, dataSetsOf, emptyAll, lastNumber, setLastNumber, tablesOf } from './tables.ts';

export { leftSchema };

const patienceMs = 10_000;

/** The advisory lock of a move to a server. It ends with its connection. */
const arriving = 7_205_302;

const settings = { lock_timeout: `${patienceMs}ms`, client_connection_check_interval: '1s' };

/** Limits that a server may set, and that a long copy must not meet. Some servers lack some of them. */
const unlimited = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`;

interface SourceServer {
  readonly side: Side;
  /** The sealed signing keys of several gateways. */
  readonly sharedKeys: SharedText;
  readonly tables: readonly MovedTable[];
}

export interface TargetServer {
  readonly side: TargetSide;
  readonly tables: readonly MovedTable[];
  /** Tells that all is copied. Gateways may open it from now on. */
  complete(): Promise<void>;
}

/** Fills a database that is empty, or holds the same unfinished move. Gateways cannot open it before it is copied. */
export async function fillServer<Result>(
  location: string,
  installation: string,
  use: (server: TargetServer) => Promise<Result>,
): Promise<Result> {
  await refuseUnfitForMove(location);
  return onOneConnection(location, async (db) => {
    const [row] = await runDirectly<{ is_free: 0 | 1 }>(db, `select pg_try_advisory_lock(${arriving}) as is_free`, []);
    if (row?.is_free !== 1) throw unfit('is being filled by another move; wait until that has ended');
    const setState = (state: Mark['state']) => setMark(db, { state, installation });
    await refuseOccupied(db, installation);
    await keepOthersOut(db);
    await inTransaction(db, async () => {
      await refuseOccupied(db, installation);
      await migrate(db);
      await setState('copying');
    });
    await runDirectly(db, `select pg_advisory_unlock(${everybody})`, []);
    const side: TargetSide = {
      ...sideOf(db),
      holdsNul: false,
      setLastNumber: (table, column, last) => setLastNumber(db, table, column, last),
      empty: () => emptyAll(db),
    };
    const complete = async () => {
      await analyzeAll(db);
      await setState('copied');
    };
    return use({ side, tables: await tablesOf(db), complete });
  });
}

async function refuseOccupied(db: Db, installation: string): Promise<void> {
  const mark = await readMark(db);
  refuseOtherMove(mark, installation);
  if ((await versionOf(db)) === 0) return;
  await refuseOther(db);
  if (mark === undefined) await refuseWorkspace(db);
}

function refuseOtherMove(mark: MarkOrNone, installation: string): void {
  if (mark?.state === 'moved away')
    throw unfit(
      `holds a workspace that has moved to a data folder. Drop its schemas ${schema} and ${leftSchema} once all is well, or name another database`,
    );
  if (mark === undefined || mark.installation === installation) return;
  throw mark.state === 'copying'
    ? unfit('holds an unfinished move of another workspace; name an empty database')
    : occupied();
}

const occupied = () => unfit('holds a workspace already; name an empty database');

async function refuseWorkspace(db: Db): Promise<void> {
  if ((await runDirectly(db, 'select 1 from installation', [])).length > 0) throw occupied();
}

interface Leaving<Result> {
  /** Whether there is a copy already, because an earlier run was ended. */
  readonly hasCopy: boolean;
  readonly findInstallation: (db: Db) => Promise<string | undefined>;
  readonly read: (server: SourceServer) => Promise<Result>;
  /** Called once gateways can open it no more. */
  readonly leave: (result: Result) => Promise<void>;
}

/** Reads a workspace on a server, which nobody else may use. Nobody can write before it is left. */
export async function leaveServer<Result>(
  location: string,
  { hasCopy, findInstallation, read, leave }: Leaving<Result>,
): Promise<Result> {
  const found = await refuseUnfitForMove(location);
  if (found?.state === 'copying') throw unfit('holds an unfinished move; run that move again');
  if (!hasCopy) refuseMoving(found);
  return onOneConnection(location, async (db) => {
    await keepOthersOut(db);
    if (found?.state === 'moved away') await inTransaction(db, () => returnSchema(db));
    if ((await versionOf(db)) === 0) throw unfit('holds no workspace');
    await refuseOther(db);
    await refuseToStay(db);
    const installation = await findInstallation(db);
    if (installation === undefined) throw unfit('holds no workspace');
    const result = await read({ side: sideOf(db), tables: await tablesOf(db), sharedKeys: keysIn(db) });
    await inTransaction(db, () => leaveSchema(db, installation));
    await leave(result);
    return result;
  });
}

/** Throws `unavailable` if the schema cannot get its other name. */
async function refuseToStay(db: Db): Promise<void> {
  const [row] = await runDirectly<{ may_create: 0 | 1; is_taken: 0 | 1 }>(
    db,
    `select has_database_privilege(current_database(), 'create') as may_create,
      exists (select 1 from pg_namespace where nspname = '${leftSchema}') as is_taken`,
    [],
  );
  if (row!.is_taken) throw unfit(`has a schema ${leftSchema} of an earlier move; drop that once all is well`);
  if (!row!.may_create) throw unfit('lets its user rename no schema; grant the right to create on the database');
}

const keysIn = (db: Db): SharedText => ({
  async read() {
    const [row] = await runDirectly<{ keys: string | null }>(db, 'select signing_keys as "keys" from installation', []);
    return row?.keys ?? undefined;
  },
  replace: async () => false,
});

const inUse = () =>
  unavailable(
    'A gateway, an agent host or a command uses this workspace. Stop all of them, then run the same command again. Nothing was changed.',
  );

/** Writers wait for this lock, and so does a gateway that starts. */
async function keepOthersOut(db: Db): Promise<void> {
  await runDirectly(db, `select pg_advisory_lock(${everybody})`, []).catch((error: unknown) => {
    throw codeOf(error) === '55P03' ? inUse() : error;
  });
  const deadline = performance.now() + patienceMs;
  while (await areOthersThere(db)) {
    if (performance.now() > deadline) throw inUse();
    await sleep(100);
  }
}

async function areOthersThere(db: Db): Promise<boolean> {
  const others = await runDirectly(
    db,
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'workspace-mcp'
      and pid <> pg_backend_pid() limit 1`,
    [],
  );
  return others.length > 0;
}

const sideOf = (db: Db): Side => ({
  db,
  dataSets: () => dataSetsOf(db),
  lastNumber: (table, column) => lastNumber(db, table, column),
});

async function onOneConnection<Result>(location: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const pool = new Pool({ location, most: 1, settings });
  try {
    return await pool.with(async (session) => {
      await session.run(unlimited, []);
      return use(kyselyOn(new OneConnection(session)));
    });
  } catch (error) {
    throw storageError(error);
  } finally {
    await pool.close();
  }
}
