import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The certificate of `documents.test`. Its key is published here. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5kb2N1bWVu
dHMudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOZG9jdW1lbnRzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQo
wU2l3mEFZ9e9xePX5vrdXHBDlKh/+25MbfAVuxR+a9ByxIs7CdZAqXjxWGCR1Qin
SuC5nozMUoYXK7tiBYxMo00wSzAZBgNVHREEEjAQgg5kb2N1bWVudHMudGVzdDAP
BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQWLdFpjjFCX9g3R7u2LGNug33dMzAK
BggqhkjOPQQDAgNIADBFAiB3mDKfGjIlVeBY6uu7HihUtHP9yXu6ndpjN3ceAPrE
PgIhAIX5IbTG5Cf4mlb1It+qiameUhVP/Vk4pX1ca5GSL9mz
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4M+DGUH95mzVtKpZ
xFkHfVbYH4/yASTRe+pU5nqJNjWhRANCAAQowU2l3mEFZ9e9xePX5vrdXHBDlKh/
+25MbfAVuxR+a9ByxIs7CdZAqXjxWGCR1QinSuC5nozMUoYXK7tiBYxM
-----END PRIVATE KEY-----
`;

/** An https server for `documents.test` on loopback; it is gone when the test is. */
export async function secureServer(answer: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer({ cert: certificate, key }, answer).listen(0, '127.0.0.1');
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://documents.test:${port}/client.json`, sockets };
}
