import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceError } from '../../schemas/errors.ts';

/** The name says whose it is. */
const prefix = 'workspace-sheets-';

/** Those of this process; another of the same number was that of an earlier process, as in a container. */
const own = new Set<string>();

/** A folder that nobody else may look into; those that processes left when they were killed go. */
export async function temporaryFolder(): Promise<string> {
  await removeAbandoned().catch(() => {});
  try {
    const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
    own.add(folder);
    return folder;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new WorkspaceError(
      'unavailable',
      `Sheets are queried in a temporary folder, and none can be made (${reason}); start the server with TMPDIR set to a folder that it can write.`,
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = /^workspace-sheets-(\d+)-/.exec(name) ?? [];
    const folder = join(tmpdir(), name);
    if (owner !== undefined && !isInUse(folder, Number(owner))) await removeFolder(folder).catch(() => {});
  }
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
