import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes files of a folder whose names hold the number of a process that is gone. The pattern's first group has it. */
export async function removeLeftovers(folder: string, pattern: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    const id = Number(pattern.exec(name)?.[1]);
    if (id > 0 && !isOtherProcess(id)) await rm(join(folder, name), { force: true });
  }
}

/** Whether another process has this number. Signal 0 only asks. A process of another user is alive too. */
export function isOtherProcess(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
