import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Place } from '../workplace.ts';

/** A page of ours, with its policy. */
export interface Page {
  readonly html: string;
  readonly policy?: string;
}

export interface Door {
  readonly url: string;
  readonly close: () => void;
}

/** A server on loopback. It has pages, and hands `/mcp` on to the workspace with the token of a person. */
export async function openDoor(place: Place, pages: Readonly<Record<string, Page>> = {}): Promise<Door> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://door');
    const page = pages[pathname];
    if (page) {
      const policy = page.policy && { 'content-security-policy': page.policy };
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy }).end(page.html);
    } else if (pathname === '/mcp') handOn(place, request, response);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function handOn({ url, token }: Place, request: IncomingMessage, response: ServerResponse): void {
  const { origin: _origin, host: _host, ...headers } = request.headers;
  const passedOn = ask(
    url,
    { method: request.method, headers: { ...headers, authorization: `Bearer ${token}` } },
    (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    },
  );
  response.on('close', () => passedOn.destroy());
  passedOn.on('error', () => response.destroy());
  request.on('error', () => passedOn.destroy()).pipe(passedOn);
}
