import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL(`./altering-process${extname(import.meta.url)}`, import.meta.url));

/**
 * Runs a slow change, such as an index over many rows, in a process of its own. This process goes on answering;
 * its writers wait for the lock. Returns how many rows it changed; undefined, with nothing changed, if `givenUp` aborts
 * it.
 */
export async function alterElsewhere(
  path: string,
  statement: string,
  givenUp?: AbortSignal,
): Promise<number | undefined> {
  try {
    const ran = await promisify(execFile)(process.execPath, [script, path, statement], { env: {}, signal: givenUp });
    return Number(ran.stdout);
  } catch (error) {
    if (!givenUp?.aborted) throw error;
    return undefined;
  }
}
