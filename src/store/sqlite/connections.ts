import { closeSync, lstatSync, openSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite, { type Database as Connection } from 'better-sqlite3';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../tables.ts';
import { kyselyOn } from './driver.ts';
import { addFunctions } from './functions.ts';
import { inUseByOlder, migrate, newestSchema, schemaVersion } from './migrations.ts';
import { isBusy, storageError } from './refusals.ts';

/** How long a write waits for another process before it is refused as `unavailable`, in ms. */
const patienceMs = 10_000;

const tebibyte = 2 ** 40;

/**
 * Opens a read-only connection. It uses mmap, because the rows of a page are scattered and reading each block costs
 * most.
 */
export async function connectToRead(path: string): Promise<Connection> {
  refuseLogAlone(path);
  const connection = await connect(path, { readonly: true, fileMustExist: true });
  connection.pragma(`mmap_size = ${tebibyte}`);
  return connection;
}

/** Opens a writing connection. An empty database gets the newest schema, and an older one is migrated first. */
export async function connectToWrite(path: string): Promise<Connection> {
  refuseLogAlone(path);
  makePrivate(path);
  const connection = await connect(path, {});
  try {
    const current = await versionOf(connection, path);
    if (current === 0 || current === newestSchema) {
      await patiently(() => connection.pragma('journal_mode = WAL'));
      await patiently(() => connection.pragma('synchronous = FULL'));
      if (current === 0) await inTransaction(connection, (tx) => migrate(tx, path));
      return connection;
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.close();
  await upgrade(path);
  return connectToWrite(path);
}

const versionOf = (connection: Connection, path: string): Promise<number> =>
  patiently(() => schemaVersion(kyselyOn(connection), path));

/** Migrates while nobody else has the database open, because another process may be of the older release. */
const upgrade = (path: string): Promise<void> =>
  changeAlone(path, {
    isDone: async (connection) => (await versionOf(connection, path)) === newestSchema,
    change: (tx) => migrate(tx, path),
    refusal: async (connection) => inUseByOlder(path, await versionOf(connection, path)),
  });

export interface LoneChange {
  readonly isDone?: (connection: Connection) => Promise<boolean>;
  readonly change: (tx: Db) => Promise<void>;
  /** Tells that another process has the database open. */
  readonly refusal: (connection: Connection) => Promise<Error>;
  /** Whether the log is moved into the file before. */
  readonly emptiesLog?: boolean;
}

/** Runs one transaction while nobody else has the database open; waits a while for others to end. */
export async function changeAlone(path: string, { isDone, change, refusal, emptiesLog }: LoneChange): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const connection = await connect(path, {});
    try {
      if (await isDone?.(connection)) return;
      connection.pragma('locking_mode = EXCLUSIVE');
      if (isAlone(connection)) {
        if (emptiesLog) emptyLog(connection);
        return await finish(connection, change);
      }
      if (performance.now() > deadline) throw await refusal(connection);
    } finally {
      connection.close();
    }
    await sleep(50 + Math.random() * 50);
  }
}

/** In exclusive mode a transaction begins only if no other process has the file open. */
function isAlone(connection: Connection): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw storageError(error);
  }
}

/** In exclusive mode the end of a transaction lets nobody in. */
function emptyLog(connection: Connection): void {
  connection.exec('ROLLBACK');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.exec('BEGIN IMMEDIATE');
}

async function inTransaction(connection: Connection, change: (tx: Db) => Promise<void>): Promise<void> {
  await patiently(() => connection.exec('BEGIN IMMEDIATE'));
  await finish(connection, change);
}

/** Commits the open transaction, or rolls it back on an error. */
async function finish(connection: Connection, change: (tx: Db) => Promise<void>): Promise<void> {
  try {
    await change(kyselyOn(connection));
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw storageError(error);
  }
}

/**
 * SQLite empties the log of a missing or empty database, although the last writes may be only there. The log's size is
 * read first: a process that creates the database writes to it later.
 */
function refuseLogAlone(path: string): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(`${linkedFrom(path)}-wal`) === 0 || sizeOf(path) > 0) return;
  throw new WorkspaceError(
    'unavailable',
    `The database ${path} is missing, and its log ${path}-wal is there, which may hold what was written last. Put the database back; or, to begin a new workspace, move the log away.`,
  );
}

/** The target of a link, even if it does not exist. */
const linkedFrom = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;

/** Creates a new database with mode 0600, so that it is private from the start. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // Opening the database reports the problem.
  }
}

async function connect(path: string, options: SQLite.Options): Promise<Connection> {
  const connection = opened(path, options);
  try {
    addFunctions(connection);
    await patiently(() => connection.pragma('foreign_keys = ON'));
    await patiently(() => connection.pragma('cache_size = -16384'));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function opened(path: string, options: SQLite.Options): Connection {
  try {
    return new SQLite(path, { ...options, timeout: 0 });
  } catch (error) {
    throw storageError(error);
  }
}

/**
 * Retries while another process that writes, starts or ends holds the file. Fails with `unavailable` after
 * `patienceMs`.
 */
export async function patiently<Result>(
  attempt: () => Result | Promise<Result>,
  since = performance.now(),
): Promise<Result> {
  const deadline = since + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw storageError(error);
    }
    await sleep(1 + Math.random() * 4);
  }
}
