import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { NamedBytes } from '../sdk/index.ts';
import { misuse } from './failure.ts';
import type { Progress } from './progress.ts';

/** A file of this machine, to be sent; `-` names none. */
export async function fileToSend(path: string, progress: (total: number) => Progress) {
  const size = await sizeOfFile(path);
  const bytes = async function* () {
    const shown = progress(size);
    try {
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        yield chunk;
        shown.advance(chunk.length);
      }
    } finally {
      shown.end();
    }
  };
  return { fileName: basename(path), size, bytes: bytes() } satisfies NamedBytes;
}

async function sizeOfFile(path: string): Promise<number> {
  const found = await stat(path).catch(unreadable(path));
  if (!found.isFile()) throw misuse(`${path} is no file.`);
  return found.size;
}

/** The text of a file, or with `-` what comes on stdin: UTF-8, byte for byte. */
export async function textOfFile(path: string): Promise<string> {
  if (path === '-') return text(process.stdin);
  const bytes = await readFile(path).catch(unreadable(path));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw misuse(`${path} is no text in UTF-8; files of any kind go with: workspace files --upload ${path}`);
  }
}

export async function jsonOfFile(path: string): Promise<unknown> {
  return jsonIn(await textOfFile(path), path);
}

export function jsonIn(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw misuse(`${where} is no JSON: ${(error as Error).message}`);
  }
}

const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT'
    ? misuse(`There is no file ${path}.`)
    : misuse(`${path} cannot be read: ${error.message}`);
};

export interface Incoming {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** In hexadecimal; other bytes are not kept. */
  readonly sha256?: string;
  readonly signal?: AbortSignal;
}

/**
 * Writes what comes to a path at which nothing is yet. Until all of it is there it has another name, and what fails or is
 * interrupted leaves nothing behind.
 */
export async function writeNew(path: string, { bytes, sha256, signal }: Incoming): Promise<void> {
  await requireAbsent(path);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  const digest = createHash('sha256');
  const counted = async function* () {
    try {
      for await (const chunk of bytes) {
        digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof WorkspaceError ? error : broken(path, error);
    }
  };
  try {
    await pipeline(counted, createWriteStream(draft, { flags: 'wx', flush: true }), signal ? { signal } : {});
    if (sha256 !== undefined && digest.digest('hex') !== sha256) {
      throw broken(path);
    }
    await moveWithoutOverwriting(draft, path);
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Only a link fails when its name is taken; where there are none, nothing better is left than to look once more. */
async function moveWithoutOverwriting(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(to);
    await requireAbsent(to);
    await rename(from, to);
  }
}

async function requireAbsent(path: string): Promise<void> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw taken(path);
}

const broken = (path: string, cause?: unknown) =>
  Object.assign(
    new WorkspaceError('unavailable', `${path} did not arrive whole, and nothing of it is kept; try again.`),
    {
      cause,
    },
  );

const taken = (path: string) =>
  new WorkspaceError('already_exists', `${path} exists already, and nothing is overwritten: name another path.`);

function unwritable(path: string, error: unknown): unknown {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'path' in error;
  return isOfFiles ? misuse(`${path} cannot be written: ${error.message}`) : error;
}
