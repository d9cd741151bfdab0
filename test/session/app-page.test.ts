import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { appPaths, linkedPaths } from '../../schemas/urls.ts';
import { startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let html: string;
let script: string;

beforeAll(async () => {
  html = await readFile('dist/web/index.html', 'utf8');
  script = /src="\.?\/?(assets\/[\w.-]+\.js)"/.exec(html)![1]!;
});

const get = (path: string, headers: Record<string, string> = {}, url = gateway.url) => fetch(url + path, { headers });

test.each([...appPaths, ...linkedPaths])('a browser gets the app at %s', async (pattern) => {
  const path = pattern.replaceAll(/:\w+/g, 'x');
  const response = await get(path, browser);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await response.text()).replaceAll('"/assets/', '"./assets/')).toBe(
    html.replaceAll('"/assets/', '"./assets/'),
  );
});

test('a page is answered once, and nothing about it is an error in the log', async () => {
  const own = await startGateway(await temporaryFolder());
  for (const path of ['/', '/search', '/sessions/x']) expect((await get(path, browser, own.url)).status).toBe(200);
  const tag = (await get('/', browser, own.url)).headers.get('etag')!;
  expect((await get('/', { ...browser, 'if-none-match': tag }, own.url)).status).toBe(304);
  expect(own.log()).not.toMatch(/"level":[456]0/);
});

test.each(['/none', '/channels/a/b/c/d/e', '/assets', '/searches', '/admin/a/b/c'])(
  '%s stays a problem',
  async (path) => {
    const response = await get(path, browser);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  },
);

test.each(['/', '/inbox'])('a program that takes any kind of answer gets the app at %s', async (path) => {
  for (const accept of ['*/*', 'text/*', 'application/json, */*;q=0.1', '']) {
    const response = await get(path, { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toBe(await (await get(path, browser)).text());
  }
  expect((await fetch(gateway.url + path, { method: 'HEAD' })).status).toBe(200);
});

test('a program that asks for JSON gets no page of the app, and any program the page of links', async () => {
  expect((await get('/search', { accept: 'application/json' })).status).toBe(404);
  const linked = await get('/channels/general');
  expect([linked.status, linked.headers.get('vary')]).toEqual([200, 'Accept']);
  expect(await linked.text()).toContain('A link into a workspace');
  expect((await fetch(`${gateway.url}/search`, { method: 'POST' })).status).toBe(405);
});

test('the page may run and load its own parts alone, and is not framed', async () => {
  const { headers } = await get('/', browser);
  const directives = headers.get('content-security-policy')!.split('; ');
  expect(directives).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pdf-worker',
  ]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers.getSetCookie()).toEqual([]);
});

test('the page is the same for everybody, and is not sent again while it is the same', async () => {
  const first = await get('/inbox', browser);
  const etag = first.headers.get('etag')!;
  const second = await get('/channels/x', { ...browser, 'if-none-match': etag, cookie: 'a=b' });
  expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
});

test('a part is kept for good, and compressed where the browser takes it', async () => {
  const plain = await get(`/${script}`, { 'accept-encoding': 'identity' });
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const bytes = await readFile(`dist/web/${script}`);
  expect(Buffer.from(await plain.arrayBuffer())).toEqual(bytes);
  const sent = await readFile(`dist/web/${script}.br`);
  expect(brotliDecompressSync(sent)).toEqual(bytes);
  const compressed = await get(`/${script}`, { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(Number(compressed.headers.get('content-length'))).toBe(sent.length);
  expect((await get(`/${script}`, { 'accept-encoding': 'gzip, br;q=0' })).headers.get('content-encoding')).toBeNull();
});

test.each([
  'none.js',
  '..%2findex.html',
  '..%2f..%2fmain.js',
  '%2e%2e',
  'index.html',
  '.vite',
  'x%00.js',
  'http:%2F%2F%5B',
])('there is no part %s', async (name) => {
  expect([400, 404]).toContain((await get(`/assets/${name}`, { accept: 'application/json' })).status);
});

test('a compressed copy has no address of its own', async () => {
  expect((await get(`/${script}.br`)).status).toBe(404);
});

test('below a path of the public URL, the page names its parts below it too', async () => {
  const { url } = await startGateway(await temporaryFolder(), '--public-url', 'https://work.test/space');
  expect(await (await get('/', browser, url)).text()).toContain(`"/space/${script}"`);
});
