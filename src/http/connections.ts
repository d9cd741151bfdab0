import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { turns } from '../store/turn.ts';
import { readInPieces } from './pieces.ts';

/** Importing it would load what its getters give, `fetch` among it, which are eight MiB. */
const { createServer } = process.getBuiltinModule('node:http');

/** An HTTP server on which nobody can put much work into one round of the event loop by how the bytes of requests are laid out. */
export function serverOf(handle: RequestListener): Server {
  const lines = new WeakMap<Socket, Line>();
  const server = createServer({ requestTimeout: 10 * 60_000, keepAliveTimeout: 72_000 }, (request, response) =>
    inOrder(lines.get(request.socket)!, handle, request, response),
  );
  return server.on('connection', (socket) => {
    const line: Line = { subject: `address ${socket.remoteAddress}`, waiting: 0, round: -1 };
    lines.set(socket, line);
    readInPieces(socket, line.subject, () => allBegun(line));
  });
}

/** The requests of one connection. */
interface Line {
  /** For whom turns are taken: all connections of an address take them together. */
  readonly subject: string;
  last?: ServerResponse;
  waiting: number;
  /** In which the last one began at once. */
  round: number;
  /** Awaited by whoever has more to read, while some wait. */
  allBegun?: PromiseWithResolvers<void>;
}

const allBegun = (line: Line) =>
  line.waiting === 0 ? undefined : (line.allBegun ??= Promise.withResolvers<void>()).promise;

function endWaiting(line: Line): void {
  line.waiting -= 1;
  if (line.waiting > 0) return;
  line.allBegun?.resolve();
  delete line.allBegun;
}

/**
 * Of the requests that a connection sends before it has its answers (RFC 9112, 9.3.2) one begins at once; others wait for those before
 * them, and then for their turn.
 */
function inOrder(line: Line, handle: RequestListener, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (socket.destroyed) return;
  refuseCrumbs(request);
  const before = line.last;
  line.last = response;
  if (line.round !== turns.round && (!before || before.writableEnded)) {
    line.round = turns.round;
    handle(request, response);
    return;
  }
  line.waiting += 1;
  const begin = async () => {
    await turns.pass(line.subject);
    endWaiting(line);
    if (!socket.destroyed) handle(request, response);
  };
  if (!before || before.writableEnded) void begin();
  else onceEnded(before, () => void begin());
}

/** Calls when an answer has been given, whether or not it has been read. */
function onceEnded(response: ServerResponse, call: () => void): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    if (!response.writableEnded) queueMicrotask(call);
    return end(...given);
  };
}

/** Beyond so many chunks of a body they have so many bytes at least, one with another. */
const [mostCrumbs, bytesOfCrumb] = [1_000, 16];

/** Hangs up on who sends a body in chunks of hardly any bytes: each is an event, and Node reads a mebibyte of them at once. */
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
