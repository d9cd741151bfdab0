import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL(`./altering-process${extname(import.meta.url)}`, import.meta.url));

/**
 * A change of the schema that takes long, such as an index on many rows, in a process of its own: this one goes on answering,
 * and its writers wait for the lock as for any other process's. Nothing has changed when it is given up.
 * Returns whether it was made.
 */
export async function alterElsewhere(path: string, statement: string, givenUp?: AbortSignal): Promise<boolean> {
  try {
    await promisify(execFile)(process.execPath, [script, path, statement], { env: {}, signal: givenUp });
    return true;
  } catch (error) {
    if (!givenUp?.aborted) throw error;
    return false;
  }
}
