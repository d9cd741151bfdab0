import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { turns } from '../../turns/turn.ts';
import { strangersIn } from '../../turns/turn-queue.ts';
import { bearerOf } from '../authorization/bearer.ts';
import { hasBody } from './has-body.ts';
import { readInPieces } from './pieces.ts';
import { RoundTime } from './round-time.ts';

/** Importing node:http would run its getters and load `fetch`, which takes 8 MiB. */
const { createServer } = process.getBuiltinModule('node:http');

const lines = new WeakMap<Socket, Line>();

/** An HTTP server that bounds the work per round of the event loop, however a client splits its bytes. */
export function serverOf(handle: RequestListener): Server {
  // Requests that Node would answer itself are answered as problems: those without a host, and with an odd expectation.
  const options = { requestTimeout: 10 * 60_000, keepAliveTimeout: 72_000, requireHostHeader: false };
  const server = createServer(options, (request, response) =>
    inOrder(lines.get(request.socket)!, handle, request, response),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server.on('connection', (socket) => {
    const line: Line = { waiting: 0 };
    lines.set(socket, line);
    readInPieces(socket, {
      sender: () => (isInBody(line) ? line.sender : undefined),
      isInBody: () => isInBody(line),
      turn: () => turnToRead(line),
      lastSender: () => line.lastSender,
      allBegun: () => allBegun(line),
    });
  });
}

/**
 * Unknown senders share these turns. Requests that have not begun and bodies count alone, because their senders may be
 * users.
 */
const [newRequests, bodies, furtherRequests] = ['new requests', 'bodies', strangersIn('further requests')];

/** Such a body is read and parsed within a millisecond, so it belongs to the beginning of its request. */
export const mostBytesOfShortBody = 32 * 1024;

/** Bounds the time for beginning the first requests of connections. */
const beginnings = new RoundTime(4);

/** The requests of one connection. */
interface Line {
  /** The last request received, and its answer. */
  request?: IncomingMessage;
  last?: ServerResponse;
  waiting: number;
  /** The sender of the body being read, if known. */
  sender?: string;
  /** The user who sent a request before. */
  lastSender?: string;
  /** Resolves when no request waits. Readers of more bytes await it. */
  allBegun?: PromiseWithResolvers<void>;
}

/** The user of each access token seen. The next request with it waits in that user's turns, before it is verified. */
const senders = new LRUCache<string, string>({
  max: 1_000,
  maxSize: 1_000_000,
  sizeCalculation: (_sender, token) => token.length,
});

const senderOf = ({ headers }: IncomingMessage) => senders.get(bearerOf(headers) ?? '');

/** Records who sends a request. From then on its body is read in that sender's turns. */
export function sentBy(sender: string, request: IncomingMessage): void {
  const line = lines.get(request.socket);
  if (line) line.lastSender = sender;
  if (line && hasBody(request)) line.sender = sender;
  const token = bearerOf(request.headers);
  if (token !== undefined && senders.get(token) !== sender) senders.set(token, sender);
}

const withTurn = new WeakSet<IncomingMessage>();

/** Notes that a request has had a turn of its sender. */
export const hadTurn = (request: IncomingMessage): void => void withTurn.add(request);

/** Its next work waits for another turn. */
export const endTurn = (request: IncomingMessage): void => void withTurn.delete(request);

/** Whether a request has had a turn of its sender. It then need not wait behind the sender's other requests. */
export const hasHadTurn = (request: IncomingMessage): boolean => withTurn.has(request);

/** Forgets the sender of a request, because its access token is not valid, or no longer. */
export function sentByNobody({ headers, socket }: IncomingMessage): void {
  senders.delete(bearerOf(headers) ?? '');
  delete lines.get(socket)?.lastSender;
}

const isInBody = ({ request }: Line) => request?.complete === false;

const isAnswered = ({ last }: Line) => !last || last.writableEnded;

/** The turn for reading more of a connection. Undefined means a place in the line for heads. */
function turnToRead(line: Line): Promise<void> | undefined {
  if (isInShortBody(line)) return turns.begin(line.sender!);
  if (isInBody(line)) return turns.pass(line.sender ?? bodies);
  return isAnswered(line) ? undefined : turns.pass(line.lastSender ?? furtherRequests);
}

/** Whether a user's body is being read that is short. */
const isInShortBody = (line: Line): boolean =>
  isInBody(line) &&
  line.sender !== undefined &&
  Number(line.request!.headers['content-length']) <= mostBytesOfShortBody;

const allBegun = (line: Line) =>
  line.waiting === 0 ? undefined : (line.allBegun ??= Promise.withResolvers<void>()).promise;

/**
 * Begins one request of a connection at a time, at once or in a turn (pipelining, RFC 9112 section 9.3.2). Each later
 * one waits for the answer before it, then for a turn.
 */
function inOrder(line: Line, handle: RequestListener, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (socket.destroyed) return;
  refuseCrumbs(request);
  const before = line.last;
  const isFirst = isAnswered(line);
  line.request = request;
  line.last = response;
  delete line.sender;
  if (isFirst && beginnings.isLeft()) return beginnings.spend(() => handle(request, response));
  line.waiting += 1;
  const begin = async () => {
    const sender = senderOf(request);
    await turns.begin(sender ?? (isFirst ? newRequests : furtherRequests));
    if (sender !== undefined) hadTurn(request);
    endWaiting(line);
    if (!socket.destroyed) handle(request, response);
  };
  if (isFirst) void begin();
  else onceEnded(before!, () => void begin());
}

function endWaiting(line: Line): void {
  line.waiting -= 1;
  if (line.waiting > 0) return;
  line.allBegun?.resolve();
  delete line.allBegun;
}

/** Calls once an answer has been written, whether or not it has been read. */
function onceEnded(response: ServerResponse, call: () => void): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    if (!response.writableEnded) queueMicrotask(call);
    return end(...given);
  };
}

/** Beyond 1,000 chunks a body must average at least 16 bytes per chunk. */
const [mostCrumbs, bytesOfCrumb] = [1_000, 16];

/** Hangs up on bodies in tiny chunks. Each chunk is an event, and Node reads a mebibyte of them at once. */
function refuseCrumbs(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket } = request;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding) => {
    chunks += chunk ? 1 : 0;
    bytes += chunk ? chunk.byteLength : 0;
    if (chunks > mostCrumbs && bytes < chunks * bytesOfCrumb) socket.destroy();
    return socket.destroyed ? false : push(chunk, encoding);
  };
}
