import type { Socket } from 'node:net';
import { setImmediate as untilRoundComes } from 'node:timers/promises';
import { turns } from '../../turns/turn.ts';
import { RoundTime } from './round-time.ts';

/** Lines in one piece: a request has three at least, and a chunk of a body two, each of which takes some microseconds. */
const linesOfPiece = 128;

/** Heads in one piece while its sender is not known: of one request, and of a part in its body. */
const headsOfPiece = 2;

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** For reading bodies at once. Without a bound it would be two MiB a round of each connection (libuv 1.52). */
const bodies = new RoundTime(4);

/** For parsing the heads of requests. */
const heads = new RoundTime(8);

interface Reader {
  /** Whose body is being read; undefined where that is not known, or where it is no body. */
  readonly sender: () => string | undefined;
  /** Whether what comes next belongs to a body. */
  readonly isInBody: () => boolean;
  /** In whose turns more is read; undefined where it comes in the next round that has time for it. */
  readonly subject: () => string | undefined;
  /** Whether a user has sent a request over this connection. */
  readonly isKnown: () => boolean;
  /** Awaited before more is read; undefined where all requests have begun that were read. */
  readonly allBegun: () => Promise<void> | undefined;
}

/**
 * Node reads 64 KiB of a connection at once, which may be thousands of requests or chunks. Its parser gets the first at once and the
 * rest in small pieces, each in a turn and after all requests before have begun; meanwhile nothing more is read.
 */
export function readInPieces(socket: Socket, { sender, isInBody, subject, isKnown, allBegun }: Reader): void {
  // Who listens makes Node's parser read what is pushed here; else it reads the handle itself.
  socket.on('data', () => {});
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  const held: (Buffer | null)[] = [];
  let isWaiting = false;
  /** Whether what is held came behind a request that has been pushed. */
  let isRest = false;
  const time = () => (isInBody() ? bodies : heads);
  const pushNow = (bytes: Buffer | null) => time().spend(() => push(bytes)) && !allBegun();
  const mayPush = () => !socket.isPaused() && !allBegun();
  const pushNext = async () => {
    isWaiting = true;
    await allBegun();
    // By then the sender of a body is known.
    await untilRoundComes();
    const inTurnsOf = subject();
    if (inTurnsOf === undefined) return heads.inLine(lineOf(isRest, isKnown()), goOn);
    await turns.pass(inTurnsOf);
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
  // A socket that is paused would collect what is pushed, and give all of it at once when it goes on.
  socket.on('resume', () => {
    if (held.length > 0 && !isWaiting) void pushNext();
  });
  socket._read = (size) => {
    if (held.length === 0 && !allBegun()) read(size);
    else if (!isWaiting) void pushNext();
  };
}

/** What comes alone never waits behind the many requests of others that were sent at once. */
function lineOf(isRest: boolean, isKnown: boolean): string {
  if (isRest) return 'the rest of what came at once';
  return isKnown ? 'users' : 'strangers';
}

const pieceOf = (bytes: Buffer, mostHeads: number): number =>
  Math.min(endOf(bytes, lineEnd, linesOfPiece), endOf(bytes, headEnd, mostHeads));

/** What is read at once: of a known sender as many heads as lines, of others the first alone where there are many. */
function firstPieceOf(bytes: Buffer, sender: string | undefined): number {
  if (sender !== undefined) return pieceOf(bytes, linesOfPiece);
  const isOfMany = bytes.includes(headEnd, endOf(bytes, headEnd, headsOfPiece));
  return pieceOf(bytes, isOfMany ? 1 : headsOfPiece);
}

/** Where so many of these ends are passed; behind all bytes where they are fewer. */
function endOf(bytes: Buffer, end: Buffer, count: number): number {
  let place = 0;
  for (let passed = 0; passed < count; passed += 1) {
    const at = bytes.indexOf(end, place);
    if (at === -1) return bytes.length;
    place = at + end.length;
  }
  return place;
}

/** Takes a piece off the first of what is held; null is the end of all. */
function takePiece(held: (Buffer | null)[], mostHeads: number): Buffer | null {
  const first = held[0]!;
  const length = first && pieceOf(first, mostHeads);
  if (!first || length === first.length) return held.shift()!;
  held[0] = first.subarray(length);
  return first.subarray(0, length);
}
