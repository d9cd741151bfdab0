import { realpath } from 'node:fs/promises';
import type { Database as Connection, Statement as PreparedStatement } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { limits } from '../../schemas/limits.ts';
import { alterElsewhere } from './altering.ts';
import { connectToRead, connectToWrite, patiently } from './connections.ts';
import { copyDatabase } from './copying.ts';
import { kyselyOn, runDirectly } from './driver.ts';
import { integrityProblems, textIndexProblems } from './integrity.ts';
import { refuseOther } from './migrations.ts';
import { Place } from './place.ts';
import { Readers } from './readers.ts';
import { readOnlyRefusal, storageError } from './refusals.ts';
import { mostRowsHere, Scanner } from './scanner.ts';
import type { Tables } from './tables.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

export type Db = Kysely<Tables>;

/**
 * The workspace's database: one writing connection, one reading connection beside it that never waits for a writer.
 * Several processes may have the same file open. All access goes through `read` and `write`.
 */
export interface Database {
  read<Result>(query: (db: Db) => Promise<Result>): Promise<Result>;
  /** One transaction: all or nothing, on disk when the promise resolves. Only the database may be awaited inside. */
  write<Result>(change: (tx: Db) => Promise<Result>): Promise<Result>;
  /**
   * One reading statement that may look at many rows: then it runs outside this thread, and is refused when it takes longer
   * than a query may. Subjects take turns there.
   */
  scan(statement: Statement, effort: Effort, subject: string): Promise<ScannedRow[]>;
  /** Opens a database file beside this one, made by `writeTable`, to scan it by the same rules and in the same turns. */
  openTable(path: string): Promise<TableFile>;
  /** What the function of a module makes of a task, in a process of its own: in turn with heavy scans, and as long as these may take. */
  elsewhere(module: URL, task: unknown, subject: string): Promise<string>;
  /** One change of the schema that looks at about so many `rows`: over many it runs outside this thread, and can be given up. */
  alter(statement: string, rows: number, givenUp: AbortSignal): Promise<void>;
  /** Writes a copy of one moment to a new file. Writers go on; the event loop of this process stands still meanwhile. */
  copyTo(path: string): Promise<void>;
  /** Transactions that wait for their turn or run. */
  writerQueue(): number;
  /** Fails with `unavailable` while the file that was opened is not at its path: then nothing is written either. */
  checkPlace(): void;
  /** Everything the engine finds wrong with the file; nothing when it is sound. */
  integrityProblems(): string[];
  /** Whether the full-text index is that of the texts as they are, told in a sentence when it is not. Takes about as long as making it. */
  textIndexProblems(): string[];
  /** Waits for transactions under way. */
  close(): Promise<void>;
}

/** A database file of one table, open to be read. */
export interface TableFile {
  scan: Database['scan'];
  close(): void;
}

/** What a statement may cost. */
export interface Effort {
  /** About how many rows there are to look at. */
  readonly rows: number;
  /** Columns of which a bounded number of rows is asked for by one value each: where an index leads to these, few are looked at. */
  readonly searchedBy?: readonly string[] | undefined;
  /** No rows are read behind the one with which the texts come to more; by default all are. */
  readonly mostCharacters?: number | undefined;
}

/** A statement scanned for one subject. */
export type Scan = (statement: Statement, effort: Effort) => Promise<ScannedRow[]>;

/** The values of a row, in the order of the statement's columns. */
export type ScannedRow = readonly (string | number | null)[];

/** SQL with its values bound. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface DatabaseOptions {
  readonly path: string;
  readonly readOnly?: boolean;
  /** How long one query over a Data Set may run. */
  readonly querySeconds?: number;
}

export async function openDatabase({
  path,
  readOnly = false,
  querySeconds = limits.querySeconds,
}: DatabaseOptions): Promise<Database> {
  const readers = new Readers(querySeconds);
  if (readOnly) return openForReading(path, readers);
  const writing = await connectToWrite(path);
  const file = await realpath(path);
  const place = new Place(path, `${file}-wal`, `${file}-shm`);
  const log = new WriteAheadLog(writing, file, place);
  const writer = new Writer(writing, log, place);
  const reading = await connectToRead(path);
  const scanner = new Scanner(reading, path, readers, place);
  return {
    read: reader(reading),
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: (change) => writer.run(change),
    alter: alterer(writer, path, place),
    copyTo: (copy) => copyDatabase(reading, copy),
    writerQueue: () => writer.queued,
    checkPlace: () => place.check(),
    integrityProblems: () => integrityProblems(reading),
    textIndexProblems: () => textIndexProblems(reading),
    async close() {
      await Promise.all([writer.close(), readers.close()]);
      reading.close();
      writing.close();
    },
  };
}

async function openForReading(path: string, readers: Readers): Promise<Database> {
  const connection = await connectToRead(path);
  const read = reader(connection);
  await read((db) => refuseOther(db, path));
  const place = new Place(path);
  const scanner = new Scanner(connection, path, readers, place);
  return {
    read,
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: refuseToWrite,
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
      const scanner = new Scanner(connection, path, readers, new Place(path));
      return { scan: (...asked) => scanner.scan(...asked), close: () => connection.close() };
    },
    elsewhere: (...asked) => readers.elsewhere(...asked),
  };
}

async function refuseToWrite(): Promise<never> {
  throw readOnlyRefusal();
}

function alterer(writer: Writer, path: string, place: Place): Database['alter'] {
  const alter = async (statement: string, givenUp: AbortSignal) => {
    place.check();
    await alterElsewhere(path, statement, givenUp);
  };
  return async (statement, rows, givenUp) => {
    if (rows > mostRowsHere) return writer.turn(() => alter(statement, givenUp));
    await writer.run(async (tx) => runDirectly(tx, statement, []));
  };
}

function reader(connection: Connection): Database['read'] {
  const db = kyselyOn(connection);
  return (query) =>
    query(db).catch((error: unknown) => {
      throw storageError(error);
    });
}

/** Runs one transaction after the other. Between processes, SQLite's own lock decides, and waiting never blocks the event loop. */
class Writer {
  readonly #connection: Connection;
  readonly #begin: PreparedStatement;
  readonly #commit: PreparedStatement;
  readonly #tx: Db;
  readonly #log: WriteAheadLog;
  readonly #place: Place;
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** Since when no turn has had the lock, which another process holds. */
  #lockedSince: number | undefined;

  constructor(connection: Connection, log: WriteAheadLog, place: Place) {
    this.#connection = connection;
    this.#place = place;
    this.#log = log;
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#tx = kyselyOn(connection);
  }

  run<Result>(change: (tx: Db) => Promise<Result>): Promise<Result> {
    const came = performance.now();
    return this.turn(() => this.#transaction(change, came));
  }

  /** Whoever writes next waits for as long as this takes, rather than for the lock until its patience ends. */
  turn<Result>(use: () => Promise<Result>): Promise<Result> {
    this.#queued += 1;
    const turn = this.#last.then(use);
    this.#last = turn
      .catch(() => {})
      .then(() => {
        this.#queued -= 1;
      });
    return turn;
  }

  /** Transactions that wait for their turn or run. */
  get queued(): number {
    return this.#queued;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#log.close();
  }

  async #transaction<Result>(change: (tx: Db) => Promise<Result>, came: number): Promise<Result> {
    await this.#lock(came);
    const began = performance.now();
    try {
      const result = await change(this.#tx);
      if (this.#log.isLongSince(began)) await this.#log.commitLong(() => this.#commitInPlace());
      else this.#commitInPlace();
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw storageError(error);
    }
  }

  #commitInPlace(): void {
    this.#place.check();
    this.#commit.run();
  }

  /** Those who wait behind one another wait for the lock together: none longer than patience lasts. */
  async #lock(came: number): Promise<void> {
    const since = this.#lockedSince ?? performance.now();
    try {
      await patiently(() => this.#begin.run(), Math.max(came, since));
      this.#lockedSince = undefined;
    } catch (error) {
      this.#lockedSince = since;
      throw error;
    }
  }
}
