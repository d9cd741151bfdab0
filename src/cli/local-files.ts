import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLarge } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { NamedBytes } from '../sdk/index.ts';
import { misuse } from './failure.ts';
import type { Progress } from './terminal/progress.ts';

/** A file of this machine to upload; stdin is not supported. */
export async function fileToSend(path: string, signal: AbortSignal, progress: (total: number) => Progress) {
  const size = await sizeOfFile(path);
  const read = async function* () {
    const shown = progress(size);
    let sent = 0;
    try {
      for await (const chunk of bytesAt(path, signal)) {
        sent += chunk.length;
        if (sent > size) break;
        yield chunk;
        shown.reach(sent);
      }
      if (sent !== size) throw misuse(`${path} changed while it was sent; send it again when nobody writes to it.`);
    } finally {
      shown.end();
    }
  };
  const bytes = { [Symbol.asyncIterator]: read };
  return { fileName: basename(path), size, bytes, repeatable: true } satisfies NamedBytes;
}

async function sizeOfFile(path: string): Promise<number> {
  const found = await stat(path).catch(unreadable(path));
  if (!found.isFile()) throw misuse(`${path} is not a file.`);
  return found.size;
}

async function* bytesAt(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { signal }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isOfFiles(error) ? unreadableAt(path, error) : error;
  }
}

/** No text that a workspace accepts is larger. */
const most = limits.csvBytes;

/** The UTF-8 text of a file, or of stdin with `-`, byte for byte. */
export async function textOfFile(path: string): Promise<string> {
  const isStdin = path === '-';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of isStdin ? (process.stdin as AsyncIterable<Buffer>) : bytesAt(path)) {
    size += chunk.length;
    if (size > most) throw tooLarge(most, `${isStdin ? 'The text on stdin' : path} is larger than any text may be.`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const what = isStdin ? 'The text on stdin' : path;
    throw misuse(`${what} is not UTF-8 text; upload other files with: workspace files --upload PATH`);
  }
}

export async function jsonOfFile(path: string): Promise<unknown> {
  return jsonIn(await textOfFile(path), path);
}

export function jsonIn(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw misuse(`${where} is not valid JSON: ${(error as Error).message}`);
  }
}

const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw unreadableAt(path, error);
};

const unreadableAt = (path: string, { code, message }: NodeJS.ErrnoException): Error =>
  misuse(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** Runs code that writes to a path, and reports file system errors as mistakes in the path. */
export async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw isOfFiles(error) ? misuse(`${path} cannot be written: ${error.message}`) : error;
  }
}
