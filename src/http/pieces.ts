import type { Socket } from 'node:net';
import { turns } from '../store/turn.ts';

/** Lines in one piece: a request has three at least, and a chunk of a body two, each of which takes some microseconds. */
const linesOfPiece = 128;

const lineEnd = Buffer.from('\r\n');

/**
 * Node reads 64 KiB of a connection at once, which may be thousands of requests or chunks. It is given them in pieces of few, each in
 * a turn, and not before those are `taken` that it was given; meanwhile nothing more is read.
 */
export function readInPieces(socket: Socket, subject: string, taken: () => Promise<void> | undefined): void {
  // Who listens makes Node's parser read what is pushed here; else it reads the handle itself.
  socket.on('data', () => {});
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  const held: (Buffer | null)[] = [];
  let isWaiting = false;
  const pushNext = async () => {
    isWaiting = true;
    await taken();
    await turns.pass(subject);
    isWaiting = false;
    if (!socket.destroyed) push(takePiece(held));
  };
  socket.push = (bytes: Buffer | null) => {
    if (held.length === 0 && !taken() && (!bytes || pieceOf(bytes) === bytes.length)) return push(bytes);
    held.push(bytes);
    if (!isWaiting) void pushNext();
    return false;
  };
  socket._read = (size) => {
    if (held.length === 0) read(size);
    else if (!isWaiting) void pushNext();
  };
}

/** How many of these bytes are a piece. */
function pieceOf(bytes: Buffer): number {
  let end = 0;
  for (let lines = 0; lines < linesOfPiece; lines += 1) {
    const at = bytes.indexOf(lineEnd, end);
    if (at === -1) return bytes.length;
    end = at + lineEnd.length;
  }
  return end;
}

/** Takes a piece off the first of what is held; null is the end of all. */
function takePiece(held: (Buffer | null)[]): Buffer | null {
  const first = held[0]!;
  const length = first && pieceOf(first);
  if (!first || length === first.length) return held.shift()!;
  held[0] = first.subarray(length);
  return first.subarray(0, length);
}
