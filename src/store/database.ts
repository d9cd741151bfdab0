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
 * The workspace's database: one writing connection, one reading connection beside it that never waits for a writer.
 * Several processes may have the same file open. All access goes through `read` and `write`.
 */
export interface Database {
  read<Result>(query: (db: Db) => Promise<Result>): Promise<Result>;
  /** One transaction: all or nothing, on disk when the promise resolves. Only the database may be awaited inside. Scopes take turns by the time that they need. */
  write<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result>;
  /** What is too much for one transaction: wherever it yields, one may end and others have their turn before the next. */
  writeInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result>;
  /**
   * One reading statement that may look at many rows: then it runs outside this thread, and is refused when it takes longer
   * than a query may. Users take turns there.
   */
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
  /** Opens a database file beside this one, made by `writeTable`, to scan it by the same rules and in the same turns. */
  openTable(path: string): Promise<TableFile>;
  /** What the function of a module makes of a task, in a process of its own: in turn with heavy scans, and as long as these may take. */
  elsewhere(module: URL, task: unknown, requester: Requester): Promise<string>;
  /**
   * One change of the schema that looks at about so many `rows`. Over many it runs outside this thread, and is given up when
   * others wait to write, or when it is told. Returns whether it was made.
   */
  alter(statement: string, rows: number, givenUp: AbortSignal): Promise<boolean>;
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

export interface DatabaseOptions {
  readonly path: string;
  readonly readOnly?: boolean;
  /** Whether several callers share this process: then no commit waits for the disk in the event loop. */
  readonly isShared?: boolean;
  /** How long one query over a Data Set may run. */
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
      // The last connection to close would move the log into what is there now; this one ends with the process.
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
