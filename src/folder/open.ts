import { chmod, readdir } from 'node:fs/promises';
import { WorkspaceError } from '../../schemas/errors.ts';
import { Extractor, type ExtractorOptions } from '../search/extractor.ts';
import { Indexer } from '../search/indexer.ts';
import { makeFolders } from '../disk/folders.ts';
import type { Database } from '../store/database.ts';
import { observed } from '../telemetry/database.ts';
import { type DatabaseOptions, openDatabase, openTables } from '../store/sqlite/open.ts';
import type { Services } from '../workspace/operation/context.ts';
import { ImportTurns } from '../workspace/data/imports/import-turns.ts';
import { Sheets } from '../tables/sheets.ts';
import { DataIndexes } from '../workspace/data/indexes/data-indexes.ts';
import { type BlobSettings, bucketAt, openBlobs, refuseElsewhere, refuseUsed, usableBucket } from './blobs/place.ts';
import { addressOf, keepAddress, keptAddress } from './places/database-address.ts';
import { findInstallation, firstStart, type Installation } from './first-start.ts';
import { holdsWorkspace, placesIn } from './places/places.ts';

export interface OpenOptions extends BlobSettings {
  readonly dataFolder: string;
  /** The address of a server that has the database of a new workspace. */
  readonly database?: string | undefined;
  /** Standbys of that server, which run heavy queries. */
  readonly replicas?: readonly string[];
  readonly readOnly?: boolean;
  /** Whether several callers share this process. */
  readonly isShared?: boolean;
  /** Whether other processes extract and index the texts that this one stores. */
  readonly leavesTexts?: boolean;
  /** The name of the local admin that a first start creates. */
  readonly userName: string;
  /** The time limit of a query over a Data Set, in seconds. */
  readonly querySeconds?: number;
  /** Takes the places of the database and the files from a workspace. A bucket is asked only when a file is used. */
  readonly asRecorded?: boolean;
  /** Refuses a database by throwing, before the workspace in it is made or its address kept. */
  readonly admit?: (database: Database) => Promise<void>;
  /** Called with a file whose text cannot be extracted. This is not a defect of the workspace. */
  readonly onUnreadable?: ExtractorOptions['onUnreadable'] | undefined;
  readonly onError: (error: unknown) => void;
}

export interface OpenWorkspace
  extends Pick<Services, 'database' | 'blobs' | 'indexer' | 'extractor' | 'dataIndexes' | 'importTurns' | 'sheets'> {
  readonly installation: Installation;
  close(): Promise<void>;
}

/**
 * Opens the workspace of a data folder, and creates it on a first start. Several processes may have one folder open.
 */
export async function openWorkspace({
  dataFolder,
  database: server,
  replicas = [],
  readOnly = false,
  isShared = false,
  leavesTexts = false,
  userName,
  querySeconds,
  blobs: given = 'folder',
  s3,
  asRecorded = false,
  admit = async () => {},
  onUnreadable = () => {},
  onError,
}: OpenOptions): Promise<OpenWorkspace> {
  if (readOnly && !holdsWorkspace(dataFolder)) throw noWorkspace(dataFolder);
  const address = await addressOf({ dataFolder, given: server, asRecorded });
  const standbys = asRecorded ? [] : replicas;
  if (address === undefined && standbys.length > 0) throw withoutServer(dataFolder);
  const bucket = asRecorded ? undefined : await usableBucket({ blobs: given, s3 }, readOnly);
  if (!readOnly) await makeFolder(dataFolder);
  const database = await openAt(address, dataFolder, { readOnly, isShared, querySeconds, replicas: standbys, onError });
  const findAll = async () => {
    await admit(database);
    if (address !== undefined && !readOnly) await keepAddress(dataFolder, address, database);
    const isNew = { userName, blobs: given, admit: () => refuseUsed({ blobs: given }) };
    const installation = readOnly ? await database.read(findInstallation) : await firstStart(database, isNew);
    if (!installation) throw noWorkspace(dataFolder);
    if (!asRecorded) refuseElsewhere(installation, given, dataFolder);
    const place = { place: installation.blobs, bucket: bucket ?? (await bucketAt({ blobs: installation.blobs, s3 })) };
    const checked = asRecorded ? ('at first use' as const) : ('now' as const);
    const opened = { database, dataFolder, installation, readOnly, checked, makeFolder, onError };
    return { installation, blobs: await openBlobs({ ...opened, ...place }) };
  };
  const { installation, blobs } = await findAll().catch(async (error: unknown) => {
    await Promise.all([database.close(), bucket?.close()]);
    throw error;
  });
  const indexer = new Indexer({ database, blobs, leavesTexts, onError });
  const sheets = new Sheets(database);
  const onText = () => indexer.wake();
  const extractor = new Extractor({ database, blobs, leavesTexts, onText, onUnreadable, onError });
  const dataIndexes = new DataIndexes(database, { readOnly, onError });
  return {
    database,
    blobs,
    indexer,
    extractor,
    dataIndexes,
    importTurns: new ImportTurns(),
    sheets,
    installation,
    async close() {
      await extractor.close();
      await blobs.idle();
      // Closed together, because the indexer may wait for its turn behind an index.
      await Promise.all([indexer.close(), dataIndexes.close()]);
      await blobs.close();
      await sheets.close();
      await database.close();
    },
  };
}

type StoreOptions = Omit<DatabaseOptions, 'path'> & Partial<Pick<OpenOptions, 'replicas' | 'onError'>>;

/** The database of a data folder: a file in it, or on a server. */
export async function openStore(dataFolder: string, options: StoreOptions = {}): Promise<Database> {
  return openAt(await keptAddress(dataFolder), dataFolder, options);
}

/** Opens the database of a data folder for each write, beside a process that has it open for reading. Makes none. */
export const openedToWrite = (dataFolder: string): Pick<Database, 'write'> => ({
  async write(...asked) {
    if (!holdsWorkspace(dataFolder)) throw noWorkspace(dataFolder);
    const database = await openStore(dataFolder);
    try {
      return await database.write(...asked);
    } finally {
      await database.close();
    }
  },
});

async function openAt(address: string | undefined, dataFolder: string, options: StoreOptions): Promise<Database> {
  if (address !== undefined) return observed(await openServer(address, options));
  return observed(await openDatabase({ ...options, path: placesIn(dataFolder).database }));
}

/** The driver is loaded only here. Sheets and snippets are of SQLite with every engine. */
async function openServer(location: string, { querySeconds, ...options }: StoreOptions): Promise<Database> {
  const [{ openPostgres }, { snippetsApart }] = await Promise.all([
    import('../store/postgres/open.ts'),
    import('../store/sqlite/text-index/apart.ts'),
  ]);
  const tables = openTables(querySeconds);
  return openPostgres({ ...options, location, querySeconds, tables, cutSnippets: snippetsApart });
}

const withoutServer = (dataFolder: string) =>
  new WorkspaceError(
    'unavailable',
    `Replicas are standbys of a PostgreSQL server, and the database of this workspace is in its data folder ${dataFolder}. Start without --replicas (WORKSPACE_REPLICAS).`,
  );

async function makeFolder(dataFolder: string): Promise<void> {
  try {
    await makeFolders(dataFolder, 0o700);
    if ((await readdir(dataFolder)).length === 0) await chmod(dataFolder, 0o700);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new WorkspaceError(
      'unavailable',
      `The data folder ${dataFolder} cannot be made (${reason}); name another with --data.`,
    );
  }
}

export function noWorkspace(dataFolder: string): WorkspaceError {
  return new WorkspaceError(
    'not_found',
    `There is no workspace in ${dataFolder}; "workspace mcp" or "workspace serve" makes one, or name another folder with --data.`,
  );
}
