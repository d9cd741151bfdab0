import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { folderBlobs } from '../../blobs/folder/folder-blobs.ts';
import type { Database } from '../../store/database.ts';
import { type Moved, moveRows, type Progress } from '../../store/moving/move.ts';
import { tablesOfOrganization } from '../../store/moving/organization.ts';
import type { MovedDataSet } from '../../store/moving/side.ts';
import { dataSetsOf as dataSetsInFile, fillFile, tablesOf } from '../../store/sqlite/moving.ts';
import { openDatabase } from '../../store/sqlite/open.ts';
import type { Db } from '../../store/tables.ts';
import { organizationNamed } from '../../workspace/people/organizations.ts';
import { localUser } from '../../workspace/people/users.ts';
import { insertInstallation } from '../first-start.ts';
import { intoFreeFolder } from '../places/free-folder.ts';
import { lostLine } from '../backup.ts';
import { hasCode } from '../file-bytes.ts';
import { DamagedBlobError, lostBlob, soundBytes } from '../lost-blobs.ts';
import { type OpenOptions, openWorkspace } from '../open.ts';
import { placesIn } from '../places/places.ts';
import { type ReferencedBlob, referencedBlobs } from '../referenced-blobs.ts';

export interface ExportOptions extends Pick<OpenOptions, 'dataFolder' | 'userName' | 'blobs' | 's3'> {
  /** Its ID, or its name where only one has it. */
  readonly organization: string;
  /** The target: an empty folder, or a path that does not exist. */
  readonly to: string;
  readonly onProgress: (progress: Progress) => void;
}

export interface Exported extends Moved {
  /** The absolute path of the new folder. */
  readonly dataFolder: string;
  readonly organizationId: string;
  readonly blobs: number;
  readonly bytes: number;
}

/**
 * Writes all of one organization, as of one moment, to a data folder of its own. Every table is compared by digest, and
 * every file by its own. The folder is a new installation: tokens, grants of applications and webhooks stay behind.
 */
export async function exportOrganization({
  organization,
  to,
  onProgress,
  ...options
}: ExportOptions): Promise<Exported> {
  await refuseOwnFolder(options.dataFolder, to);
  const workspace = await openWorkspace({ ...options, readOnly: true, onError: () => {} });
  const { database, blobs } = workspace;
  try {
    const { id, users } = await database.read((db) => namedOrganization(db, organization));
    if (!users)
      throw new WorkspaceError('invalid_request', 'This organisation has nobody yet, so nobody could use the folder.');
    return await intoFreeFolder(to, 'written', async (folder) => {
      const places = placesIn(folder);
      const moved = await copyRows(database, places.database, id, onProgress);
      await mkdir(places.blobs, { mode: 0o700 });
      return { organizationId: id, ...moved, ...(await copyBlobs(blobs, places)) };
    });
  } finally {
    await workspace.close();
  }
}

/** A backup of the data folder would hold the other workspace too. */
async function refuseOwnFolder(dataFolder: string, to: string): Promise<void> {
  const [own, target] = await Promise.all([dataFolder, to].map(withoutLinks));
  const way = relative(own!, target!);
  if (way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)))
    throw new WorkspaceError(
      'invalid_request',
      `${to} is in the data folder of this workspace. Name a folder outside of ${dataFolder}.`,
    );
}

/** The path of what may not exist yet. The folders above it that exist are followed. */
async function withoutLinks(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    const above = dirname(absolute);
    if (!hasCode(error, 'ENOENT') || above === absolute) return absolute;
    return join(await withoutLinks(above), basename(absolute));
  }
}

const namedOrganization = async (db: Db, named: string) =>
  organizationNamed(db, { ...(await localUser(db)), scopes: [], interface: 'cli', ownsFolder: true }, named);

/** Reads all of one moment, however long that takes. */
function copyRows(
  database: Database,
  path: string,
  organizationId: string,
  onProgress: ExportOptions['onProgress'],
): Promise<Moved> {
  return fillFile(path, async (target) => {
    const tables = tablesOfOrganization(await tablesOf(target.db), organizationId);
    const move = (db: Db) => {
      const source = { db, dataSets: () => dataSetsOf(database, db, organizationId), lastNumber: async () => 0 };
      return moveRows({ source, target, server: db, tables, isWhole: false, onProgress });
    };
    return database.readAtOneMoment(move, async (moved) => {
      await insertInstallation(target.db, 'folder');
      return moved;
    });
  });
}

async function dataSetsOf({ file }: Database, db: Db, organizationId: string): Promise<MovedDataSet[]> {
  const all = file ? dataSetsInFile : (await import('../../store/postgres/moving/tables.ts')).dataSetsOf;
  const own = await db.selectFrom('data_sets').select('number').where('organization_id', '=', organizationId).execute();
  const numbers = new Set(own.map(({ number }) => number));
  return (await all(db)).filter(({ number }) => numbers.has(number));
}

async function copyBlobs(blobs: Blobs, places: ReturnType<typeof placesIn>) {
  const copy = await openDatabase({ path: places.database, readOnly: true });
  const target = folderBlobs(places.blobs);
  let [count, bytes] = [0, 0];
  try {
    for await (const blob of referencedBlobs(copy)) {
      await copyBlob(blob, blobs, target).catch(async (error: unknown) => {
        throw error instanceof DamagedBlobError ? lost(await lostBlob(copy, blob, error.problem)) : error;
      });
      count += 1;
      bytes += blob.size;
    }
  } finally {
    await copy.close();
  }
  return { blobs: count, bytes };
}

async function copyBlob(blob: ReferencedBlob, source: Blobs, target: Blobs): Promise<void> {
  const staged = await target.stage(soundBytes(source, blob), blob.size, 'export');
  await staged.keep();
}

const lost = (blob: Parameters<typeof lostLine>[0]) =>
  new WorkspaceError(
    'unavailable',
    `Nothing was written, because ${lostLine(blob)}. If it was deleted a moment ago, run the same command again.`,
  );
