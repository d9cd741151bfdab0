import { limits } from '../../../schemas/limits.ts';
import type { Database } from '../database.ts';
import { readOnlyRefusal } from '../refusals.ts';
import { postgresDialect } from './dialect.ts';
import { migrate, refuseOther } from './migrations.ts';
import { readMark, refuseMoving, removeMark } from './moving/mark.ts';
import type { Db } from '../tables.ts';
import { Reader } from './reader.ts';
import { Scanner } from './scanner.ts';
import { refuseUnfit } from './server-checks.ts';
import { sharedKeysOf } from './shared-keys.ts';
import { type CutSnippets, postgresTextIndex } from './text-index/text-index.ts';
import { Writer } from './writer.ts';

export interface PostgresOptions {
  /** `postgres://user@host/database`. */
  readonly location: string;
  readonly readOnly?: boolean;
  /** The time limit of a query over a Data Set, in seconds. */
  readonly querySeconds?: number | undefined;
  /** Standbys of the server that run heavy queries, as `HOST` or `HOST:PORT`. */
  readonly replicas?: readonly string[] | undefined;
  /** Called when such a standby can be used no longer. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Opens the files of sheets, which are not in the database. */
  readonly tables: Pick<Database, 'openTable' | 'elsewhere'> & { close(): Promise<void> };
  readonly cutSnippets: CutSnippets;
}

/** Opens a database, and creates or migrates the workspace in it. Any number of processes may have it open. */
export async function openPostgres({
  location,
  readOnly = false,
  querySeconds: seconds = limits.querySeconds,
  replicas = [],
  onError = () => {},
  tables,
  cutSnippets,
}: PostgresOptions): Promise<Database> {
  await refuseUnfit(location);
  const reader = new Reader(location);
  const writer = new Writer(location);
  const scanner = new Scanner({ location, seconds, replicas, onError });
  const close = async () => {
    await Promise.all([writer.close(), tables.close()]);
    await Promise.all([reader.close(), scanner.close()]);
  };
  try {
    await scanner.refuseForeignReplicas();
    await (readOnly ? reader.read(refuseUnserved) : writer.run('service', takeOver));
  } catch (error) {
    await close();
    throw error;
  }
  let looks = 0;
  return {
    dialect: postgresDialect,
    texts: postgresTextIndex(cutSnippets),
    read: reader.read,
    lookUp: reader.read,
    readAtOneMoment: reader.readAtOneMoment,
    scan: (...asked) => scanner.scan(...asked),
    openTable: (path) => tables.openTable(path),
    elsewhere: (...asked) => tables.elsewhere(...asked),
    write: readOnly ? refuseToWrite : (...asked) => writer.run(...asked),
    writeInStretches: readOnly ? refuseToWrite : (...asked) => writer.runInStretches(...asked),
    alter: readOnly ? refuseToWrite : (...asked) => writer.alter(...asked),
    sharedKeys: sharedKeysOf(reader, readOnly ? { run: refuseToWrite } : writer),
    // Whether another gateway has written is not known without asking, so nothing is taken for unchanged.
    dataVersion: () => (looks += 1),
    writerQueue: () => writer.queued,
    checkPlace() {},
    close,
  };
}

/** A move may have begun or ended since the server was asked. */
async function refuseUnserved(db: Db): Promise<void> {
  refuseMoving(await readMark(db));
  await refuseOther(db);
}

async function takeOver(tx: Db): Promise<void> {
  const mark = await readMark(tx);
  refuseMoving(mark);
  await migrate(tx);
  if (mark) await removeMark(tx);
}

async function refuseToWrite(): Promise<never> {
  throw readOnlyRefusal();
}
