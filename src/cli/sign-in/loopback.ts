import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives the browser's redirect on this machine (RFC 8252 section 7.3), on a free port. */
export interface Loopback {
  readonly redirectUri: string;
  /** The address that the browser was redirected to. */
  readonly returned: Promise<URL>;
  close(): void;
}

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>Workspace</title><body style="font: 1.1em system-ui; margin: 15vh auto; max-width: 30em"><p>${text}</p>`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
};

/** Only a redirect with this state answers this sign-in. */
export async function listenForAnswer(path: string, state: string): Promise<Loopback> {
  const { promise: returned, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', redirectOrigin());
    const isAnswer = request.method === 'GET' && url?.pathname === path && url.searchParams.get('state') === state;
    response.writeHead(isAnswer ? 200 : 404, headers);
    response.end(page(isAnswer ? 'You may close this page and go back to the terminal.' : 'Nothing is here.'));
    if (isAnswer) resolve(url);
  });
  const redirectOrigin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    redirectUri: redirectOrigin() + path,
    returned,
    close() {
      server.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
    },
  };
}
