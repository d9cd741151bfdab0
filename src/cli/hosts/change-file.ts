import { access, constants, lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { misuse } from '../failure.ts';
import { writing } from '../local-files.ts';
import { replaceFile } from '../replace.ts';

/**
 * Replaces the text of a file atomically, under a lock; a missing file counts as empty. Returns false if `change`
 * leaves it as it is. The mode and symbolic links stay.
 */
export async function changeFile(
  path: string,
  change: (text: string, file: string) => string | undefined,
): Promise<boolean> {
  const file = await behindLinks(resolve(path));
  return writing(file, async () => {
    await mkdir(dirname(file), { recursive: true });
    const release = await locked(file);
    try {
      const mode = await modeOf(file);
      const text = change(mode === undefined ? '' : await textOf(file), file);
      if (text === undefined) return false;
      await replaceFile(file, text, mode ?? 0o600);
      return true;
    } finally {
      await release().catch(() => {});
    }
  });
}

/** Follows links: replacing one would separate the host from the real file. */
async function behindLinks(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSymbolicLink()) return path;
  return realpath(path).catch(() => {
    throw misuse(`${path} is a link to where nothing is; make the file that it leads to, or take the link away.`);
  });
}

async function locked(file: string): Promise<() => Promise<void>> {
  try {
    return await lock(file, {
      realpath: false,
      retries: { retries: 100, factor: 1.1, minTimeout: 20, maxTimeout: 200 },
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ELOCKED') throw cause;
    throw new WorkspaceError('unavailable', `${file} is being changed by another process; try again.`, {}, { cause });
  }
}

/** Undefined if the file does not exist. Throws if it must not be replaced. */
async function modeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  if (!found.isFile()) throw misuse(`${file} is not a file.`);
  if (found.nlink > 1) throw misuse(`${file} has another name as a hard link, which would lead to the old one.`);
  await access(file, constants.W_OK);
  // The system lets root write to read-only files, so the mode is checked too.
  if ((found.mode & 0o222) === 0) throw misuse(`${file} is read-only, and is left as it is.`);
  return found.mode & 0o7777;
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw misuse(`${file} is not UTF-8 text. It was left as it is.`);
  }
}
