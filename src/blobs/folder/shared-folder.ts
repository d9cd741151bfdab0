import { link, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { quoted } from '../../../schemas/shell.ts';
import { unavailable } from '../../store/refusals.ts';
import type { Blobs } from '../blobs.ts';
import { folderBlobs } from './folder-blobs.ts';

/** Names the workspace whose blobs a shared folder holds. */
const marker = '.workspace-mcp';

/** Throws a sentence for the operator unless a new workspace may have its files there: the folder is empty. */
export async function refuseUsedFolder(folder: string): Promise<void> {
  await refuseMissingFolder(folder);
  if ((await markedFor(folder)) !== undefined || !(await isEmpty(folder))) throw unavailable(used(folder));
}

/**
 * Throws a sentence for the operator unless the folder is marked as that of the workspace. May mark an empty one. A folder
 * whose disk is not mounted has no marker.
 */
export async function refuseForeignFolder(folder: string, workspaceId: string, mayMark: boolean): Promise<void> {
  await refuseMissingFolder(folder);
  if (mayMark && (await markedFor(folder)) === undefined && (await isEmpty(folder))) await mark(folder, workspaceId);
  if ((await markedFor(folder)) !== workspaceId) throw unavailable(foreign(folder));
}

/**
 * Blobs in a folder that gateways on several machines share. Nothing is stored while its marker is missing: the bytes
 * would lie where its disk is to be mounted.
 */
export function sharedFolderBlobs(folder: string, workspaceId: string): Blobs {
  const blobs = folderBlobs(folder);
  const refuseWithoutMarker = async () => {
    if ((await markedFor(folder)) !== workspaceId) throw unavailable(notThere);
  };
  return {
    ...blobs,
    async stage(...asked) {
      await refuseWithoutMarker();
      return blobs.stage(...asked);
    },
    async ready() {
      await refuseWithoutMarker();
      await blobs.ready();
    },
    /** Another disk may be mounted there now, with the files of another workspace. */
    sweep: async (isReferenced) => ((await markedFor(folder)) === workspaceId ? blobs.sweep(isReferenced) : 0),
  };
}

export async function refuseMissingFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  throw unavailable(
    `There is no folder ${folder}. Make it where every gateway reaches it, or name another with --blobs.`,
  );
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Systems put some entries into any folder. */
const isEmpty = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).every((name) => name.startsWith('.') || name === 'lost+found');

const markedFor = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, marker), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/** If several workspaces begin at once, one marks the folder. */
async function mark(folder: string, workspaceId: string): Promise<void> {
  const next = join(folder, `${marker}-${randomUUID()}`);
  try {
    await writeFile(next, `${workspaceId}\n`, { mode: 0o600, flush: true });
    await link(next, join(folder, marker)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw unavailable(`The folder ${folder} cannot be written (${codeOf(error)}); give the gateway the right to.`);
  } finally {
    await unlink(next).catch(() => {});
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';

const used = (folder: string) =>
  `The folder ${folder} is not empty, so it cannot take the files of a new workspace. Name an empty one: --blobs (WORKSPACE_BLOBS).`;

const foreign = (folder: string) =>
  `The folder ${folder} does not hold the files of this workspace: its file ${marker} is missing or names another one. Mount the disk that has it, or name the right folder: --blobs ${quoted(folder)} (WORKSPACE_BLOBS).`;

const notThere = 'The shared folder of this workspace’s files is not there; nothing was stored. Mount it again.';
