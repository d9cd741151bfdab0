import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { uploadTooLarge } from '../../schemas/errors.ts';
import type { StagedBlob } from './blobs.ts';

/** How many bytes may wait to be written to a staged file. */
export const bufferedBytes = 512 * 1024;

const headBytes = 4_100;

/** Checks the limit, hashes and writes in one pass. The file is always closed when this resolves or throws. */
export async function writeStaged(
  file: WriteStream,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Pick<StagedBlob, 'sha256' | 'size' | 'head'>> {
  const closed = finished(file);
  closed.catch(() => {});
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bytes) {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
      size += chunk.byteLength;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      hash.update(chunk);
      if (!file.write(chunk)) await Promise.race([once(file, 'drain'), closed]);
    }
    file.end();
  } catch (error) {
    file.destroy();
    await closed.catch(() => {});
    throw error;
  }
  await closed;
  return { sha256: hash.digest('hex'), size, head: Buffer.concat(head) };
}

const pieceBytes = 256 * 1024;

export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Stagings under way, so that a close can wait for them. */
export function underWay(stage: (...asked: StageArguments) => Promise<StagedBlob>) {
  const all = new Set<Promise<StagedBlob>>();
  return {
    stage(...asked: StageArguments): Promise<StagedBlob> {
      const staging = stage(...asked).finally(() => all.delete(staging));
      all.add(staging);
      return staging;
    },
    async idle(): Promise<void> {
      await Promise.allSettled(all);
    },
  };
}

type StageArguments = [bytes: AsyncIterable<Uint8Array>, maxBytes: number, subject: string];
