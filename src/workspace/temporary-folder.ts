import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceError } from '../../schemas/errors.ts';

const sheets = 'workspace-sheets-';

/** Those of this process; another of the same number was that of an earlier process, as in a container. */
const own = new Set<string>();

/** A folder in `parent` that nobody else may look into; those that processes left when they were killed go. The name says whose it is. */
export async function folderIn(parent: string, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  own.add(folder);
  await removeAbandoned(parent, prefix).catch(() => {});
  return folder;
}

/** One for sheets, among the system's temporary files. */
export async function temporaryFolder(): Promise<string> {
  try {
    return await folderIn(tmpdir(), sheets);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new WorkspaceError(
      'unavailable',
      `Sheets are queried in a temporary folder, and none can be made (${reason}); start the server with TMPDIR set to a folder that it can write.`,
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

interface OwnedFolder {
  readonly path: string;
  /** Otherwise its process was killed. */
  readonly isInUse: boolean;
}

/** Those that `folderIn` made. */
export async function foldersIn(parent: string, prefix: string): Promise<OwnedFolder[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  return names.flatMap((name) => {
    const [, owner] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? [];
    const path = join(parent, name);
    return owner === undefined ? [] : [{ path, isInUse: isInUse(path, Number(owner)) }];
  });
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const { path, isInUse } of await foldersIn(parent, prefix))
    if (!isInUse) await removeFolder(path).catch(() => {});
}

const isInUse = (folder: string, owner: number): boolean =>
  owner === process.pid ? own.has(folder) : isRunning(owner);

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
