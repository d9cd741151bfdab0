import type { Socket } from 'node:net';
import { setImmediate as untilRoundComes } from 'node:timers/promises';
import { RoundTime } from './round-time.ts';

/** Lines per piece. A request has at least three and a chunk of a body two; each takes some microseconds. */
const linesOfPiece = 128;

/** Heads per piece while the sender is unknown: one of a request and one of a part in its body. */
const headsOfPiece = 2;

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** Time for reading bodies. Unbounded, each connection may read 2 MiB a round (libuv 1.52). */
const bodies = new RoundTime(4);

/** Time for parsing the heads of requests. */
const heads = new RoundTime(8);

interface Reader {
  /** The sender of the body being read; undefined if unknown or outside a body. */
  readonly sender: () => string | undefined;
  /** Whether the next bytes belong to a body. */
  readonly isInBody: () => boolean;
  /** Waits for the turn in which more is read. Undefined means a place in the line for heads. */
  readonly turn: () => Promise<void> | undefined;
  /** The user who has sent a request over this connection. */
  readonly lastSender: () => string | undefined;
  /** Awaited before more is read; undefined when every request read has begun. */
  readonly allBegun: () => Promise<void> | undefined;
}

/**
 * Feeds Node's parser in small pieces. Node reads 64 KiB of a connection at once, which may be thousands of requests or
 * chunks. The first piece goes at once if the round has time. Others wait for a turn or in a line, and until all earlier
 * requests have begun. Nothing more is read meanwhile.
 */
export function readInPieces(socket: Socket, { sender, isInBody, turn, lastSender, allBegun }: Reader): void {
  // A listener makes Node's parser read what is pushed here. Without one it reads the handle itself.
  socket.on('data', () => {});
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  const held: (Buffer | null)[] = [];
  let isWaiting = false;
  /** Whether the held bytes arrived behind a request that has been pushed. */
  let isRest = false;
  const time = () => (isInBody() ? bodies : heads);
  const pushNow = (bytes: Buffer | null) => time().spend(() => push(bytes)) && !allBegun();
  const mayPush = () => !socket.isPaused() && !allBegun();
  const pushNext = async () => {
    isWaiting = true;
    await allBegun();
    // By then the sender of a body is known, unless their token is still being verified.
    await untilRoundComes();
    if (held.length === 0) return goOn();
    const next = turn();
    if (!next) return heads.inLine(isRest ? theRest : (lastSender() ?? strangers), goOn);
    await next;
    return goOn();
  };
  const goOn = () => {
    isWaiting = false;
    if (socket.destroyed) return;
    if (held.length === 0) read(socket.readableHighWaterMark);
    else if (!socket.isPaused()) {
      pushNow(takePiece(held, sender() === undefined ? headsOfPiece : linesOfPiece));
      isRest = held.length > 0;
    }
  };
  socket.push = (bytes: Buffer | null) => {
    const mayRead = held.length === 0 && mayPush() && time().isLeft();
    const first = bytes && mayRead ? firstPieceOf(bytes, sender()) : 0;
    if (mayRead && first === (bytes?.length ?? 0)) return pushNow(bytes);
    isRest = first > 0 || held.length > 0;
    held.push(bytes && bytes.subarray(first));
    if (first > 0) pushNow(bytes!.subarray(0, first));
    if (!isWaiting) void pushNext();
    return false;
  };
  // A paused socket would collect what is pushed and release all of it on resume.
  socket.on('resume', () => {
    if (held.length > 0 && !isWaiting) void pushNext();
  });
  socket._read = (size) => {
    if (held.length === 0 && !allBegun()) read(size);
    else if (!isWaiting) void pushNext();
  };
}

/** The lines for heads beside those of users. A request that arrives alone does not wait behind the rest of many. */
const [strangers, theRest] = ['strangers', 'the rest of what came at once'];

const pieceOf = (bytes: Buffer, mostHeads: number): number =>
  Math.min(endOf(bytes, lineEnd, linesOfPiece), endOf(bytes, headEnd, mostHeads));

/** The length read at once. A known sender's body gets a full piece. Else bytes with many heads get one head. */
function firstPieceOf(bytes: Buffer, sender: string | undefined): number {
  if (sender !== undefined) return pieceOf(bytes, linesOfPiece);
  const isOfMany = bytes.includes(headEnd, endOf(bytes, headEnd, headsOfPiece));
  return pieceOf(bytes, isOfMany ? 1 : headsOfPiece);
}

/** The index after the `count`th end, or the length of the bytes if there are fewer. */
function endOf(bytes: Buffer, end: Buffer, count: number): number {
  let place = 0;
  for (let passed = 0; passed < count; passed += 1) {
    const at = bytes.indexOf(end, place);
    if (at === -1) return bytes.length;
    place = at + end.length;
  }
  return place;
}

/** Takes the next piece off the held bytes; null marks the end of the stream. */
function takePiece(held: (Buffer | null)[], mostHeads: number): Buffer | null {
  const first = held[0]!;
  const length = first && pieceOf(first, mostHeads);
  if (!first || length === first.length) return held.shift()!;
  held[0] = first.subarray(length);
  return first.subarray(0, length);
}
