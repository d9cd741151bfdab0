import { realpath } from 'node:fs/promises';
import type { Database as Connection } from 'better-sqlite3';
import { limits } from '../../../schemas/limits.ts';
import type { Database, DatabaseFile, FileDatabase } from '../database.ts';
import { alterElsewhere } from './schema-changes/altering.ts';
import { connectToRead, connectToWrite } from './connections.ts';
import { copyDatabase } from './copying.ts';
import { sqliteDialect } from './dialect.ts';
import { kyselyOn } from './driver.ts';
import { runDirectly } from '../engine.ts';
import { integrityProblems, textIndexProblems } from './integrity.ts';
import { CheckpointedFile } from './log/checkpointed-file.ts';
import { Place } from './log/place.ts';
import { WriteAheadLog } from './log/write-ahead-log.ts';
import { refuseOther } from './migrations.ts';
import { Readers } from './readers/readers.ts';
import { readOnlyRefusal } from '../refusals.ts';
import { lightRows } from '../scan.ts';
import { storageError } from './refusals.ts';
import { Scanner } from './scanner.ts';
import { SchemaVersion } from './schema-changes/schema-version.ts';
import { sqliteTextIndex } from './text-index/fulltext.ts';
import { mergeInSteps } from './text-index/merging.ts';
import { Writer } from './writer.ts';

export interface DatabaseOptions {
  readonly path: string;
  readonly readOnly?: boolean;
  /** Whether several callers share this process. Commits then never wait for the disk in the event loop. */
  readonly isShared?: boolean;
  /** The time limit of a query over a Data Set, in seconds. */
  readonly querySeconds?: number | undefined;
}

export async function openDatabase({
  path,
  readOnly = false,
  isShared = false,
  querySeconds = limits.querySeconds,
}: DatabaseOptions): Promise<FileDatabase> {
  const readers = new Readers(querySeconds);
  if (readOnly) return openForReading(path, readers);
  const writing = await connectToWrite(path);
  const file = await realpath(path);
  const checkpointed = new CheckpointedFile(file, `${file}-shm`);
  const place = new Place([path, `${file}-wal`, `${file}-shm`], checkpointed);
  const log = new WriteAheadLog({ connection: writing, path: file, place, checkpointed, isShared });
  const reading = await connectToRead(path);
  const writer = new Writer({ connection: writing, log, place, schema: new SchemaVersion(writing, reading) });
  const scanner = new Scanner(reading, path, readers, place);
  const reads = reader(reading);
  return {
    ...reads,
    lookUp: (statement) => writer.lookUp(statement) ?? reads.read(statement),
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: (...asked) => writer.run(...asked),
    writeInStretches: (...asked) => writer.runInStretches(...asked),
    alter: alterer(writer, path, place),
    dataVersion: versionOf(reading),
    file: fileOf(reading, () => mergeInSteps((statement) => changeElsewhere(writer, path, place, statement))),
    writerQueue: () => writer.queued,
    checkPlace: () => place.check(),
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

async function openForReading(path: string, readers: Readers): Promise<FileDatabase> {
  const connection = await connectToRead(path);
  const reads = reader(connection);
  await reads.read((db) => refuseOther(db, path));
  const place = new Place([path]);
  const scanner = new Scanner(connection, path, readers, place);
  return {
    ...reads,
    lookUp: reads.read,
    scan: (...asked) => scanner.scan(...asked),
    ...besides(readers),
    write: refuseToWrite,
    writeInStretches: refuseToWrite,
    alter: refuseToWrite,
    dataVersion: versionOf(connection),
    file: fileOf(connection, refuseToWrite),
    writerQueue: () => 0,
    checkPlace: () => place.check(),
    async close() {
      await readers.close();
      connection.close();
    },
  };
}

/** Opens files that `writeTable` has made, beside a workspace of another engine. */
export function openTables(querySeconds: number = limits.querySeconds) {
  const readers = new Readers(querySeconds);
  const { openTable, elsewhere } = besides(readers);
  return { openTable, elsewhere, close: () => readers.close() };
}

function besides(readers: Readers): Pick<Database, 'dialect' | 'texts' | 'openTable' | 'elsewhere'> {
  return {
    dialect: sqliteDialect,
    texts: sqliteTextIndex,
    async openTable(path) {
      const connection = await connectToRead(path);
      const scanner = new Scanner(connection, path, readers, new Place([path]));
      return {
        dialect: sqliteDialect,
        scan: (...asked) => scanner.scan(...asked),
        close: () => connection.close(),
      };
    },
    elsewhere: (...asked) => readers.elsewhere(...asked),
  };
}

const fileOf = (connection: Connection, mergeTextIndex: DatabaseFile['mergeTextIndex']): DatabaseFile => ({
  copyTo: (copy) => copyDatabase(connection, copy),
  integrityProblems: () => integrityProblems(connection),
  textIndexProblems: () => textIndexProblems(connection),
  mergeTextIndex,
});

async function refuseToWrite(): Promise<never> {
  throw readOnlyRefusal();
}

function alterer(writer: Writer, path: string, place: Place): Database['alter'] {
  return async ({ statement, rows }, givenUp) => {
    if (rows > lightRows) return (await changeElsewhere(writer, path, place, statement, givenUp)) !== undefined;
    await writer.run('background', (tx) => runDirectly(tx, statement, []));
    return true;
  };
}

/** Returns how many rows were changed. It is aborted if others wait to write, and undefined then. */
async function changeElsewhere(
  writer: Writer,
  path: string,
  place: Place,
  statement: string,
  givenUp?: AbortSignal,
): Promise<number | undefined> {
  let changed: number | undefined;
  await writer.runGivingWay('background', async (wanted) => {
    place.check();
    changed = await alterElsewhere(path, statement, givenUp ? AbortSignal.any([givenUp, wanted]) : wanted);
  });
  return changed;
}

function reader(connection: Connection): Pick<Database, 'read' | 'readAtOneMoment'> {
  const db = kyselyOn(connection);
  const read: Database['read'] = (query) =>
    query(db).catch((error: unknown) => {
      throw storageError(error);
    });
  return {
    read,
    readAtOneMoment: (query, use) =>
      read(async (db) => {
        connection.exec('begin');
        try {
          return await use(await query(db));
        } finally {
          connection.exec('commit');
        }
      }),
  };
}

function versionOf(connection: Connection): Database['dataVersion'] {
  const version = connection.prepare<[], number>('pragma data_version').pluck();
  return () => version.get()!;
}
