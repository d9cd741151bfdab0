import { existsSync } from 'node:fs';
import { chmod, readdir, realpath, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { makeFolders } from '../../disk/folders.ts';
import { moveToFreeName } from '../../disk/free-name.ts';
import { syncFolder } from '../../disk/syncing.ts';
import { folderIn, foldersIn, removeFolder } from '../../disk/temporary-folder.ts';
import { hasCode, storageSentence } from '../file-bytes.ts';
import { placesIn } from './places.ts';

/**
 * Makes a data folder where none is: all or nothing. A staging folder is filled, and then becomes the data folder in one
 * step. If an empty folder exists, the contents move into it, the database last.
 */
export async function intoFreeFolder<Result>(
  dataFolder: string,
  made: 'restored' | 'written',
  fill: (staging: string) => Promise<Result>,
): Promise<Result & { readonly dataFolder: string }> {
  const target = await freePlace(dataFolder, made);
  let staging: string | undefined;
  try {
    const parent = target.isThere ? target.path : dirname(target.path);
    await makeFolders(parent, 0o700);
    staging = await folderIn(parent, stagingPrefix);
    if (target.isThere) await refuseOccupied(target, staging);
    const filled = await fill(staging);
    await syncFolder(staging);
    await (target.isThere ? moveInto(target, staging) : becomeFolder(target.path, staging));
    return { dataFolder: target.path, ...filled };
  } catch (error) {
    throw storageSentence(error, `${target.path} cannot be ${made}`);
  } finally {
    if (staging !== undefined) await removeFolder(staging);
  }
}

const anyStagingPrefix = '.workspace-restore-';
const stagingPrefix = `${anyStagingPrefix}${hostname()}-`;

interface Place {
  /** Absolute; without links if the folder exists. */
  readonly path: string;
  readonly isThere: boolean;
  /** Names that a killed restore may have left in it. */
  readonly leftovers: readonly string[];
}

/** The future place of the data folder. Throws `already_exists` if it is not empty. */
async function freePlace(dataFolder: string, made: string): Promise<Place> {
  const entries = await readdir(dataFolder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ENOTDIR')) throw notEmpty(dataFolder);
    throw storageSentence(error, `${dataFolder} cannot be ${made}`);
  });
  if (entries === undefined) return { path: resolve(dataFolder), isThere: false, leftovers: [] };
  const path = await realpath(dataFolder);
  const wasBegun = (await foldersIn(path, stagingPrefix)).some(({ isInUse, isOurs }) => isOurs && !isInUse);
  const target = { path, isThere: true, leftovers: wasBegun ? movedFirst : [] };
  await refuseOccupied(target);
  return target;
}

/**
 * A new disk has a folder of its own. Each of two parallel restores creates its folder before it looks, so they cannot
 * both continue.
 */
async function refuseOccupied({ path, leftovers }: Place, staging?: string): Promise<void> {
  const folders = await foldersIn(path, stagingPrefix);
  if (folders.some((folder) => folder.isInUse && folder.path !== staging)) throw beingRestored(path);
  const isNothing = (name: string) =>
    name === 'lost+found' || name.startsWith(anyStagingPrefix) || leftovers.includes(name);
  if (!(await readdir(path)).every(isNothing)) throw notEmpty(path);
}

const beingRestored = (path: string) =>
  new WorkspaceError(
    'unavailable',
    `Another restore into ${path} is under way; wait until it has ended, or name another folder.`,
  );

const notEmpty = (dataFolder: string) =>
  new WorkspaceError(
    'already_exists',
    `${dataFolder} is not an empty folder and stays as it is. Name an empty or new folder.`,
  );

const { database: movedLast, blobs: blobsName, signingKey: signingKeyName } = placesIn('');
/** Moved before the database. A folder without a database is not a workspace. */
const movedFirst = [blobsName, signingKeyName];

/** The existing folder may not be replaceable, such as a mount point or an entry in another user's folder. */
async function moveInto(target: Place, staging: string): Promise<void> {
  const { path, leftovers } = target;
  await refuseOccupied(target, staging);
  await chmod(path, 0o700);
  const names = [...movedFirst, movedLast].filter((name) => existsSync(join(staging, name)));
  for (const name of leftovers) await removeFolder(join(path, name));
  const moved: string[] = [];
  try {
    for (const name of names) {
      if (!(await moveToFreeName(join(staging, name), join(path, name)))) throw notEmpty(path);
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await removeFolder(join(path, name));
    throw error;
  }
  await syncFolder(path);
}

async function becomeFolder(target: string, staging: string): Promise<void> {
  try {
    await rename(staging, target);
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR')) throw notEmpty(target);
    throw error;
  }
  await syncFolder(dirname(target));
}
