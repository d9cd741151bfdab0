import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The number of bytes after which a connection is cut. `up` counts the client's bytes, `down` the gateway's. */
export interface Cut {
  readonly up?: number;
  readonly down?: number;
}

/**
 * A proxy to a gateway that cuts its first connections. Each one takes a cut off the list. The proxy ends with the
 * test.
 */
export async function cutting(gatewayUrl: string, cuts: Cut[]): Promise<string> {
  const { hostname, port } = new URL(gatewayUrl);
  const server = createServer((client) => {
    const { up = Infinity, down = Infinity } = cuts.shift() ?? {};
    const gateway = connect(Number(port), hostname);
    const end = () => {
      client.resetAndDestroy();
      gateway.destroy();
    };
    passOn(client, gateway, up, end);
    passOn(gateway, client, down, end);
  });
  return addressOf(server);
}

function passOn(from: Socket, to: Socket, most: number, end: () => void): void {
  let passed = 0;
  from.on('data', (chunk) => {
    const within = chunk.subarray(0, Math.max(0, most - passed));
    passed += chunk.length;
    if (passed > most) return void to.write(within, end);
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.on('end', () => to.end());
  from.on('error', end).on('close', () => to.destroySoon());
}

export type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;

/**
 * A proxy that gives these answers, one per request, and then passes on those of the gateway. It ends with the test.
 */
export async function answeringFirst(gatewayUrl: string, ...answers: Answer[]) {
  const left = [...answers];
  const asked: IncomingMessage[] = [];
  const server = createHttpServer((incoming, outgoing) => {
    asked.push(incoming);
    const answer = left.shift();
    if (answer) return answer(incoming, outgoing);
    const { method, url = '', headers } = incoming;
    const onwards = request(gatewayUrl + url, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.on('error', () => onwards.destroy()).pipe(onwards);
  });
  return { url: await addressOf(server), asked };
}

/** A server that answers every request so; it is gone when the test is. */
export const serving = (answer: Answer): Promise<string> => addressOf(createHttpServer(answer));

/** An answer as it stands. */
export const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (asked, outgoing) => {
    asked.resume().on('end', () => outgoing.writeHead(status, headers).end(body));
  };

/** None, and the connection is lost. */
export const nothing: Answer = (asked) => void asked.socket.destroy();

async function addressOf(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
