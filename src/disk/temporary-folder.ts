import type { Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WorkspaceError } from '../../schemas/errors.ts';
import { isOtherProcess } from './leftovers.ts';

const sheets = 'workspace-sheets-';

/** Folders of this process. Another one with its process ID belonged to an earlier process, as in a container. */
const own = new Set<string>();

/**
 * Creates a private folder in `parent`, and removes the folders of killed processes. Its name contains the process ID.
 */
export async function folderIn(parent: string, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  own.add(folder);
  await removeAbandoned(parent, prefix).catch(() => {});
  return folder;
}

/** Creates a folder for sheets among the system's temporary files. */
export async function temporaryFolder(): Promise<string> {
  try {
    return await folderIn(tmpdir(), sheets);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new WorkspaceError(
      'unavailable',
      `Querying a sheet needs a temporary folder, which cannot be made (${reason}). Start the server with TMPDIR set to a folder that it can write.`,
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

interface FoundFolder {
  readonly path: string;
  /** False if its process was killed. */
  readonly isInUse: boolean;
  /** Whether this user created it, and other users cannot have changed or replaced it. */
  readonly isOurs: boolean;
}

/** The folders named as `folderIn` does. Any user may use such names. */
export async function foldersIn(parent: string, prefix: string): Promise<FoundFolder[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const isParentGuarded = names.length > 0 && (await isGuarded(parent));
  const found = names.map(async (name) => {
    const [, owner] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? [];
    const path = join(parent, name);
    if (owner === undefined) return [];
    return [{ path, isInUse: isInUse(path, Number(owner)), isOurs: isParentGuarded && (await isPrivate(path)) }];
  });
  return (await Promise.all(found)).flat();
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const { path, isInUse, isOurs } of await foldersIn(parent, prefix))
    if (isOurs && !isInUse) await removeFolder(path).catch(() => {});
}

/** Undefined on Windows, where other users cannot write a user's temporary folder. */
const user = process.getuid?.();

/** Whether the path is a real folder, not a link, that other users cannot have written to. */
async function isPrivate(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  if (!status?.isDirectory()) return false;
  return user === undefined || (status.uid === user && (status.mode & 0o077) === 0);
}

/** Whether only root and this user can replace this user's entries in a folder. */
async function isGuarded(folder: string): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    if (!keepsItsEntries(await lstat(path))) return false;
    if (path === dirname(path)) return true;
  }
}

const sticky = 0o1000;
const writableByOthers = 0o022;

const keepsItsEntries = ({ uid, mode }: Stats): boolean =>
  user === undefined || ((uid === user || uid === 0) && ((mode & writableByOthers) === 0 || (mode & sticky) !== 0));

const isInUse = (folder: string, owner: number): boolean =>
  owner === process.pid ? own.has(folder) : isOtherProcess(owner);
