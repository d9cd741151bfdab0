import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Gateway,
  listening,
  refusedServe,
  spawnGateway,
  stop,
  temporaryFolder,
  newDataFolder,
} from '../support/product.ts';

/** A gateway on all addresses, as behind a proxy that passes the header Host on. */
let gateway: Gateway;
let dataFolder: string;
let port: string;

beforeAll(async () => {
  dataFolder = await newDataFolder();
  const proxied = ['--host', '0.0.0.0', '--public-url', 'https://work.test'];
  const origins = ['--allowed-origins', 'https://app.test, http://localhost:5173'];
  gateway = await listening(spawnGateway(dataFolder, ...proxied, ...origins));
  ({ port } = new URL(gateway.url));
});
afterAll(async () => {
  await stop(gateway.process);
  await rm(dataFolder, { recursive: true, force: true });
});

/** Sends a request with the Host header that a browser would send to `host`. `fetch` would not take the header. */
async function ask(path: string, headers: Record<string, string>, method = 'GET', address = '127.0.0.1') {
  const sent = httpRequest({ host: address, port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, headers: response.headers, text };
}

const addresses = ['/mcp', '/api/workspace/channels', '/problems/not_found', '/nowhere'];

describe('a request under the name', () => {
  test.each(['evil.test', 'work.test.evil.test', '169.254.169.254', 'localhost.evil.test'])(
    '%s is refused',
    async (host) => {
      for (const path of addresses) {
        const { status, text } = await ask(path, { host });
        expect(JSON.parse(text)).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('--public-url') });
        expect(status).toBe(403);
      }
    },
  );

  test.each([
    'work.test',
    'work.test:8443',
    'WORK.test',
    'localhost',
    'localhost:1234',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
  ])('%s is answered', async (host) => {
    expect((await ask('/problems/not_found', { host })).status).toBe(200);
    expect((await ask('/mcp', { host }, 'POST')).status).toBe(401);
  });

  test('of the address that it came to is answered', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((found) => found?.family === 'IPv4');
    for (const { address } of outside as { address: string }[]) {
      expect((await ask('/problems/not_found', { host: `${address}:${port}` }, 'GET', address)).status).toBe(200);
    }
  });

  test.each(['/health', '/ready', '/.well-known/oauth-protected-resource'])(
    'that a load balancer chose is answered by %s',
    async (path) => {
      const { status } = await ask(path, { host: '10.1.2.3:8787', origin: 'https://evil.test' });
      expect(status).toBe(200);
    },
  );
});

/** The raw answer to a raw request. */
async function rawAnswer(head: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return Buffer.concat(await socket.toArray()).toString();
}

const statusOf = async (head: string) => Number((await rawAnswer(head)).split(' ')[1]);

/** Different Han characters, encoded as a Host may have them. The time to parse them grows with their square. */
const encodedHan = (length: number) =>
  encodeURIComponent(String.fromCodePoint(...Array.from({ length }, (_, index) => 0x4e_00 + index)));

describe('no host is parsed that', () => {
  test.each([
    ['has something encoded', encodedHan(1_700)],
    ['is a name of the gateway with something encoded', 'work%2Etest'],
    ['is long', `${'a'.repeat(250)}.work.test`],
    ['is not ASCII', 'w\u00f6rk.test'],
  ])('%s: it is refused, and so is a page from there', async (_what, host) => {
    const refused = { status: 403, problem: { code: 'forbidden' } };
    const answerTo = async (headers: Record<string, string>) => {
      const { status, text } = await ask('/problems/not_found', headers);
      return { status, problem: JSON.parse(text) };
    };
    expect(await answerTo({ host })).toMatchObject(refused);
    expect(await answerTo({ host: 'work.test', origin: `https://${host}` })).toMatchObject(refused);
  });
});

describe('a request is not well-formed when', () => {
  test.each([
    ['it names two hosts', 'GET /problems/not_found HTTP/1.1\r\nHost: work.test\r\nHost: evil.test'],
    ['it names its host twice', 'GET /health HTTP/1.1\r\nHost: work.test\r\nhost: work.test'],
    ['a user stands before its host', 'GET /problems/not_found HTTP/1.1\r\nHost: evil.test@localhost'],
    ['a host stands as a user before another', 'GET /health HTTP/1.1\r\nHost: work.test@evil.test'],
    ['a user stands in its target', 'GET http://evil.test@work.test/health HTTP/1.1\r\nHost: work.test'],
    ['it names no host', 'GET /problems/not_found HTTP/1.1'],
  ])('%s', async (_what, head) => {
    expect(await statusOf(head)).toBe(400);
  });
});

test.each([
  ['https://work.test', 'work.test', 200],
  ['https://work.test', 'evil.test', 200],
  ['http://evil.test', 'work.test', 403],
  ['http://work.test.evil.test', 'work.test', 403],
])('a target that is a whole URL at %s counts, and not the header Host: %s', async (origin, host, status) => {
  expect(await statusOf(`GET ${origin}/problems/not_found HTTP/1.1\r\nHost: ${host}`)).toBe(status);
});

test.each(['http://evil.test', 'HTTP://evil.test:1', 'https://work.test'])(
  'a target that is a whole URL at %s is answered as its path is',
  async (origin) => {
    const path = '/.well-known/oauth-authorization-server';
    const metadata = await rawAnswer(`GET ${path} HTTP/1.1\r\nHost: work.test`);
    expect(metadata).toContain('"authorization_endpoint":"https://work.test/oauth/authorize"');
    expect(metadata).toMatch(/cache-control: public, max-age=300\r\n/i);
    const asked = await rawAnswer(`GET ${origin}${path} HTTP/1.1\r\nHost: work.test`);
    expect(bodyOf(asked)).toBe(bodyOf(metadata));
  },
);

const bodyOf = (answer: string) => answer.split('\r\n\r\n', 2)[1];

describe('what a page sends from', () => {
  const host = 'work.test';

  test.each([
    'https://evil.test',
    'http://work.test:81',
    'https://work.test.evil.test',
    'null',
    'nonsense',
    'https://app.test:8443',
  ])('%s is refused', async (origin) => {
    for (const path of addresses) {
      const { status, headers, text } = await ask(path, { host, origin }, 'POST');
      expect({ status, problem: JSON.parse(text) }).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    ['its own origin', 'https://work.test', host],
    ['its own origin, behind a proxy that ends TLS', 'http://work.test', host],
    ['its own origin, under another of its names', 'http://localhost:8787', 'localhost:8787'],
  ])('%s is answered', async (_what, origin, under) => {
    expect((await ask('/mcp', { host: under, origin }, 'POST')).status).toBe(401);
  });

  test.each(['https://app.test', 'http://localhost:5173'])('%s, which is allowed, is answered', async (origin) => {
    expect((await ask('/mcp', { host, origin }, 'POST')).status).toBe(401);
  });
});

test.each(['*', 'app.test', 'https://app.test/', 'https://app.test,'])(
  '--allowed-origins %s is not a list of origins',
  async (origins) => {
    const folder = await temporaryFolder();
    const { status, stderr } = await refusedServe('--data', folder, '--allowed-origins', origins);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^--allowed-origins .*must be origins/),
    });
  },
);
