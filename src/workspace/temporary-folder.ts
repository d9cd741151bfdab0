import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceError } from '../../schemas/errors.ts';

/** The name says whose it is. */
const prefix = 'workspace-sheets-';

/** A folder that nobody else may look into; those that processes left when they were killed go. */
export async function temporaryFolder(): Promise<string> {
  await removeAbandoned().catch(() => {});
  try {
    return await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new WorkspaceError(
      'unavailable',
      `Sheets are queried in a temporary folder, and none can be made in ${tmpdir()} (${reason}); set TMPDIR to a folder that can be written.`,
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = /^workspace-sheets-(\d+)-/.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) await removeFolder(join(tmpdir(), name)).catch(() => {});
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
