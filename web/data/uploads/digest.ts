import { Sha256 } from './sha256.ts';

/** Small enough that the page stays lively, and that a large file is never whole in memory. */
const pieceBytes = 512 * 1024;

/** The SHA-256 of a file, read a piece at a time. Rejects if it cannot be read. */
export async function digestOf(file: Blob): Promise<string> {
  const sha256 = new Sha256();
  for (let start = 0; start < file.size; start += pieceBytes) {
    sha256.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()));
  }
  return sha256.digest();
}
