import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { NamedBytes } from '../sdk/index.ts';
import { misuse } from './failure.ts';
import type { Progress } from './progress.ts';

/** A file of this machine, to be sent; `-` names none. */
export async function fileToSend(path: string, signal: AbortSignal, progress: (total: number) => Progress) {
  const size = await sizeOfFile(path);
  const read = async function* () {
    const shown = progress(size);
    let sent = 0;
    try {
      for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
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
  if (!found.isFile()) throw misuse(`${path} is no file.`);
  return found.size;
}

/** The text of a file, or with `-` what comes on stdin: UTF-8, byte for byte. */
export async function textOfFile(path: string): Promise<string> {
  const isStdin = path === '-';
  const bytes = isStdin ? await buffer(process.stdin) : await readFile(path).catch(unreadable(path));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const what = isStdin ? 'What comes on stdin' : path;
    throw misuse(`${what} is no text in UTF-8; files of any kind go with: workspace files --upload PATH`);
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

/** Runs what writes to a path; what the file system refuses is the path's mistake. */
export async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const isOfFiles = error instanceof Error && 'syscall' in error;
    throw isOfFiles ? misuse(`${path} cannot be written: ${error.message}`) : error;
  }
}
