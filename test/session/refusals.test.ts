import { beforeAll, expect, test } from 'vitest';
import { askSession, codeOf, openedPage, sendCode, type SignedInPage } from '../support/app-sessions.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let page: SignedInPage;
let content: string;

beforeAll(async () => {
  page = await openedPage(gateway.dataFolder, gateway.url);
  const form = new FormData();
  form.set('file', new Blob(['bytes']), 'a.txt');
  const { file } = (await page.call('POST /files', form)).body;
  content = `GET /files/${file.id}/content`;
});

const foreign = 'https://evil.test';

/** Changes that make a request differ from one of the page. */
const pretences: [string, Record<string, string>][] = [
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another port', { 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ['of a foreign origin', { 'sec-fetch-site': '', origin: foreign }],
  ['of an opaque origin', { 'sec-fetch-site': '', origin: 'null' }],
  ['without the half', { 'workspace-session': '' }],
  ['with the half of another', { 'workspace-session': 'a'.repeat(43) }],
];

test.each(pretences)('a read %s is refused', async (_, headers) => {
  const { status } = await page.call('GET /me', undefined, headers);
  expect([401, 403]).toContain(status);
});

test.each([...pretences, ['that does not name the app', { 'workspace-interface': '' }] as const])(
  'a write %s is refused and leaves nothing',
  async (_, headers) => {
    const name = `Left ${Math.random()}`;
    const { status } = await page.call('POST /channels', { name, visibility: 'private' }, headers);
    expect([401, 403]).toContain(status);
    const { channels } = (await page.call('GET /channels')).body;
    expect(channels.map((channel: { name: string }) => channel.name)).not.toContain(name);
  },
);

test('a browser that says nothing of the site is believed by its origin, or by the half', async () => {
  const write = ['POST /channels', { name: 'By origin', visibility: 'private' }] as const;
  const silent = { 'sec-fetch-site': '' };
  expect((await page.call(...write, { ...silent, origin: gateway.url })).status).toBe(201);
  expect((await page.call('GET /me', undefined, silent)).status).toBe(200);
  expect((await page.call(content, undefined, { ...silent, 'workspace-session': '' })).status).toBe(401);
});

test.each(['application/x-www-form-urlencoded', 'text/plain'])('a body of %s is refused', async (type) => {
  const { status } = await page.call('POST /channels', 'name=Form&visibility=private', { 'content-type': type });
  expect(status).toBe(415);
});

test('the bytes of a file can be read by the cookie alone, and only by a page of this gateway', async () => {
  const image = { 'workspace-session': '', 'workspace-interface': '' };
  const shown = await page.call(content, undefined, image);
  expect([shown.status, shown.bytes.toString()]).toEqual([200, 'bytes']);
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await page.call(content, undefined, { ...image, 'sec-fetch-site': site })).status).toBe(401);
  expect((await page.call(content, undefined, { 'workspace-session': 'another' })).status).toBe(401);
});

test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet'])(
  'no browser loads stored bytes as %s',
  async (dest) => {
    const loaded = { 'workspace-session': '', 'workspace-interface': '', 'sec-fetch-dest': dest };
    expect((await page.call(content, undefined, loaded)).status).toBe(403);
    const made = 'GET /channels/general/export';
    expect((await page.call(made, undefined, { 'sec-fetch-dest': 'empty' })).status).toBe(200);
    expect((await page.call(made, undefined, { 'sec-fetch-dest': dest })).status).toBe(403);
  },
);

test('an access token wins over the cookie, and a bad one is not helped by it', async () => {
  const token = await accessToken(gateway.dataFolder, '--scope', 'workspace.query');
  expect((await page.call('GET /me', undefined, { authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await page.call('GET /me', undefined, { authorization: 'Bearer none' })).status).toBe(401);
});

test('two cookies of the name are not read, because another program may have set one', async () => {
  const { status } = await page.call('GET /me', undefined, { cookie: `${page.cookie}; ${page.cookie}x` });
  expect(status).toBe(401);
});

test('MCP and the endpoints of OAuth never read it', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = {
    ...page.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const mcp = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
  expect(mcp.status).toBe(401);
  const request = new URLSearchParams({
    client_id: 'workspace-cli',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1/callback',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const authorize = await fetch(`${gateway.url}/oauth/authorize?${request.toString()}`, {
    headers: page.headers,
    redirect: 'manual',
  });
  expect(authorize.headers.get('location')).toMatch(/^\/oauth\/interaction\//);
});

test.each([
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another port', { 'sec-fetch-site': 'same-site' }],
  ['of a foreign origin', { origin: foreign }],
  ['that does not name the app', { 'workspace-interface': 'api' }],
])('a request %s neither begins nor ends a session', async (_, headers) => {
  const code = await codeOf(gateway.dataFolder);
  expect((await sendCode(gateway.url, code, headers)).status).toBe(403);
  const ending = await askSession(gateway.url, 'DELETE', undefined, { ...page.headers, ...headers });
  expect([ending.status, ending.headers.get('clear-site-data')]).toEqual([403, null]);
  expect((await page.call('GET /me')).status).toBe(200);
  expect((await sendCode(gateway.url, code)).status).toBe(201);
});

test('pages of an allowed site cannot use it', async () => {
  const site = 'https://app.test';
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--allowed-origins', site);
  const own = await openedPage(folder, url);
  const preflight = {
    origin: site,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'workspace-session',
  };
  const asked = await fetch(`${url}/api/workspace/channels`, { method: 'OPTIONS', headers: preflight });
  expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('workspace-session');
  const read = await own.call('GET /me', undefined, { origin: site, 'sec-fetch-site': 'cross-site' });
  expect([read.status, read.headers.get('access-control-allow-credentials')]).toEqual([401, null]);
  const silent = await own.call('GET /me', undefined, { origin: site, 'sec-fetch-site': '' });
  expect([silent.status, silent.headers.get('access-control-allow-credentials')]).toEqual([401, null]);
});
