import { realpath } from 'node:fs/promises';
import type { Database as Connection } from 'better-sqlite3';
import { limits } from '../../schemas/limits.ts';
import { alterElsewhere } from './altering.ts';
import { connectToRead, connectToWrite } from './connections.ts';
import { copyDatabase } from './copying.ts';
import { CheckpointedFile } from './checkpointed-file.ts';
import { kyselyOn, runDirectly } from './driver.ts';
import { integrityProblems, textIndexProblems } from './integrity.ts';
import { refuseOther } from './migrations.ts';
import { Place } from './place.ts';
import { Readers } from './readers.ts';
import { readOnlyRefusal, storageError } from './refusals.ts';
import type { Effort, Requester, ScannedRow, Statement } from './scan.ts';
import { mostRowsHere, Scanner } from './scanner.ts';
import type { Db } from './tables.ts';
import { WriteAheadLog } from './write-ahead-log.ts';
import { type LongWork, type WriteScope, Writer } from './writer.ts';

/**
 * The workspace's database: one writing connection, and one reading connection that never waits for writers. Several
 * processes may have the same file open. All access goes through `read` and `write`.
 */
export interface Database {
  read<Result>(query: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * One transaction, durable when the promise resolves. `change` may await only the database. Scopes take turns by the
   * time they need.
   */
  write<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Splits long work into transactions. At any `yield` one may commit, and other scopes have their turn. */
  writeInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result>;
  /**
   * Runs one read that may visit many rows. Heavy reads run in another process and are refused after the query's time
   * limit. Users take turns there.
   */
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
  /** Opens a file made by `writeTable`, to be scanned by the same rules and in the same turns. */
  openTable(path: string): Promise<TableFile>;
  /**
   * Runs a module's function on a task in a process of its own. It shares the turns and the time limit of heavy scans.
   */
  elsewhere(module: URL, task: unknown, requester: Requester): Promise<string>;
  /**
   * Runs one schema change that visits about `rows` rows. Over many rows it runs in another process. It is aborted if
   * others wait to write, or by `givenUp`. Returns whether the change was made.
   */
  alter(statement: string, rows: number, givenUp: AbortSignal): Promise<boolean>;
  /** Writes a snapshot to a new file. Writers continue, but this process's event loop is blocked meanwhile. */
  copyTo(path: string): Promise<void>;
  /** Transactions that wait or run. */
  writerQueue(): number;
  /** Throws `unavailable` while the opened file is not at its path. Writes fail then too. */
  checkPlace(): void;
  /** Every problem that the engine finds in the file; empty if it is sound. */
  integrityProblems(): string[];
  /**
   * A sentence if the full-text index does not match the texts, else nothing. Takes about as long as building the
   * index.
   */
  textIndexProblems(): string[];
  /** Waits for open transactions, then closes. */
  close(): Promise<void>;
}

/** A database file of one table, opened for reading. */
export interface TableFile {
  scan: Database['scan'];
  close(): void;
}

export interface DatabaseOptions {
  readonly path: string;
  readonly readOnly?: boolean;
  /** Whether several callers share this process. Commits then never wait for the disk in the event loop. */
  readonly isShared?: boolean;
  /** The time limit of a query over a Data Set, in seconds. */
  readonly querySeconds?: number;
}

export async function openDatabase({
  path,
  readOnly = false,
  isShared = false,
  querySeconds = limits.querySeconds,
}: DatabaseOptions): Promise<Database> {
  const readers = new Readers(querySeconds);
  if (readOnly) return openForReading(path, readers);
  const writing = await connectToWrite(path);
  const file = await realpath(path);
  const checkpointed = new CheckpointedFile(file, `${file}-shm`);
  const place = new Place([path, `${file}-wal`, `${file}-shm`], checkpointed);
  const log = new WriteAheadLog({ connection: writing, path: file, place, checkpointed, isShared });
  const writer = new Writer(writing, log, place);
  const reading = await connectToRead(path);
  const scanner = new Scanner(reading, path, readers, place);
  return {
    read: reader(reading),
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: (...asked) => writer.run(...asked),
    writeInStretches: (...asked) => writer.runInStretches(...asked),
    alter: alterer(writer, path, place),
    copyTo: (copy) => copyDatabase(reading, copy),
    writerQueue: () => writer.queued,
    checkPlace: () => place.check(),
    integrityProblems: () => integrityProblems(reading),
    textIndexProblems: () => textIndexProblems(reading),
    async close() {
      await Promise.all([writer.close(), readers.close()]);
      // Closing the last connection would checkpoint the log into the overwritten file. This one ends with the process.
      if (checkpointed.wasOverwritten()) return;
      reading.close();
      writing.close();
      checkpointed.close();
    },
  };
}

async function openForReading(path: string, readers: Readers): Promise<Database> {
  const connection = await connectToRead(path);
  const read = reader(connection);
  await read((db) => refuseOther(db, path));
  const place = new Place([path]);
  const scanner = new Scanner(connection, path, readers, place);
  return {
    read,
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: refuseToWrite,
    writeInStretches: refuseToWrite,
    alter: refuseToWrite,
    copyTo: (copy) => copyDatabase(connection, copy),
    writerQueue: () => 0,
    checkPlace: () => place.check(),
    integrityProblems: () => integrityProblems(connection),
    textIndexProblems: () => textIndexProblems(connection),
    async close() {
      await readers.close();
      connection.close();
    },
  };
}

function besides(readers: Readers): Pick<Database, 'openTable' | 'elsewhere'> {
  return {
    async openTable(path) {
      const connection = await connectToRead(path);
      const scanner = new Scanner(connection, path, readers, new Place([path]));
      return { scan: (...asked) => scanner.scan(...asked), close: () => connection.close() };
    },
    elsewhere: (...asked) => readers.elsewhere(...asked),
  };
}

async function refuseToWrite(): Promise<never> {
  throw readOnlyRefusal();
}

function alterer(writer: Writer, path: string, place: Place): Database['alter'] {
  return async (statement, rows, givenUp) => {
    if (rows > mostRowsHere) {
      let isMade = false;
      await writer.runGivingWay('background', async (wanted) => {
        place.check();
        isMade = await alterElsewhere(path, statement, AbortSignal.any([givenUp, wanted]));
      });
      return isMade;
    }
    await writer.run('background', async (tx) => runDirectly(tx, statement, []));
    return true;
  };
}

function reader(connection: Connection): Database['read'] {
  const db = kyselyOn(connection);
  return (query) =>
    query(db).catch((error: unknown) => {
      throw storageError(error);
    });
}
