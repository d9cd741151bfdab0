import { afterAll, beforeAll, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { form, textFile } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { type Account, accountAt, type Reply, replyOf } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

/** A user may send 40 requests a minute: 20 writes, 10 queries, 4 uploads, 2 refused requests and 2 authorizations. */
const limit = 40;
const names = ['mia', 'will', 'rita', 'ned', 'lea', 'gil', 'bo'] as const;
let folder: string;
let gateway: Gateway;
const accounts = {} as Record<(typeof names)[number], Account>;

beforeAll(async () => {
  folder = await newDataFolder();
  await addUsers(folder, ...names.map((name) => ({ email: `${name}@workspace.test` })));
  gateway = await listening(
    spawnGateway(
      folder,
      '--rate-limit',
      String(limit),
      '--trust-proxy',
      '127.0.0.0/8, ::1',
      '--allow-registration',
      '--log-level',
      'silent',
    ),
  );
  for (const name of names) {
    accounts[name] = accountAt(gateway.url, await accessToken(folder, '--user', `${name}@workspace.test`));
  }
});
afterAll(async () => {
  await stop(gateway.process);
  await rm(folder, { recursive: true, force: true });
});

/** Asks this many times, one after the other, and returns the last two answers. */
async function lastTwo(times: number, ask: () => Promise<Reply>): Promise<[Reply, Reply]> {
  let replies: Reply[] = [];
  for (let time = 0; time < times; time += 1) replies = [...replies.slice(-1), await ask()];
  return replies as [Reply, Reply];
}

function expectLimited(reply: Reply, work: string, quota: number): void {
  expectProblem(reply, 'rate_limited');
  expect(reply.headers.get('ratelimit-policy')).toBe(`"${work}";q=${quota};w=60`);
  const seconds = reply.headers.get('retry-after');
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  expect(reply.headers.get('ratelimit')).toBe(`"${work}";r=0;t=${seconds}`);
}

test('reads may take the whole limit, and one more is refused; other users and other work go on', async () => {
  const [last, refused] = await lastTwo(limit + 1, () => accounts.mia.call('GET /me'));
  expect(last.status).toBe(200);
  expect(last.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
  expectLimited(refused, 'reads', 40);
  expect((await accounts.will.call('GET /me')).status).toBe(200);
  expect((await accounts.mia.call('POST /sessions', { title: 'Goes on' })).status).toBe(201);
});

test('writes may take half of it, whether they succeed or not', async () => {
  const [last, refused] = await lastTwo(21, () => accounts.rita.call('POST /sessions', { nonsense: true }));
  expectProblem(last, 'invalid_request');
  expectLimited(refused, 'writes', 20);
});

test('queries may take a quarter', async () => {
  const [last, refused] = await lastTwo(11, () => accounts.rita.call('POST /queries', {}));
  expectProblem(last, 'invalid_request');
  expectLimited(refused, 'queries', 10);
});

test('uploads may take a tenth, and what is refused is not kept', async () => {
  const upload = () => accounts.ned.call('POST /files', form(['file', textFile('text'), 'a.txt']));
  const [last, refused] = await lastTwo(5, upload);
  expect(last.status).toBe(201);
  expectLimited(refused, 'uploads', 4);
  expect((await accounts.ned.done('GET /files')).files).toHaveLength(4);
});

/** As the proxy says that it comes from there. */
const from = async (address: string, path: string, headers: Record<string, string> = {}) =>
  replyOf(await fetch(gateway.url + path, { headers: { 'x-forwarded-for': address, ...headers } }));

test('who has no good token is counted by address, and then told no more whether one is good', async () => {
  const ask = () => from('192.0.2.1', '/api/workspace/me', { authorization: 'Bearer wrong' });
  const [last, refused] = await lastTwo(3, ask);
  expectProblem(last, 'unauthenticated');
  expectLimited(refused, 'refusals', 2);
  expectProblem(await from('192.0.2.2', '/api/workspace/me'), 'unauthenticated');
});

test('a request comes through sixteen proxies at most: a seventeenth counts as who asks', async () => {
  const client = '192.0.2.20';
  const through = (proxies: number) => [client, ...Array.from({ length: proxies - 1 }, () => '127.0.0.9')].join(', ');
  await lastTwo(2, () => from(client, '/api/workspace/me'));
  expectLimited(await from(through(16), '/api/workspace/me'), 'refusals', 2);
  expectProblem(await from(through(17), '/api/workspace/me'), 'unauthenticated');
});

test('who asks under a name that is not the gateway’s, or from a foreign page, is counted by address', async () => {
  const origin = 'https://evil.test';
  const [last, refused] = await lastTwo(3, () => from('192.0.2.8', '/problems/not_found', { origin }));
  expectProblem(last, 'forbidden');
  expectLimited(refused, 'refusals', 2);
  expect((await from('192.0.2.8', '/problems/not_found')).status).toBe(200);
});

test('a good token is taken from an address that others guess from', async () => {
  const headers = { authorization: `Bearer ${accounts.lea.token}` };
  await lastTwo(4, () => from('192.0.2.3', '/api/workspace/me'));
  expect((await from('192.0.2.3', '/api/workspace/me', headers)).status).toBe(200);
});

/** Sends this many calls of a tool in one request. */
const callTool = (account: Account, name: string, times: number) => {
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
  return send(
    account,
    Array.from({ length: times }, (_, id) => call(id)),
  );
};

const send = async (account: Account, batch: readonly object[]) => {
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify(batch);
  return replyOf(await fetch(`${gateway.url}/mcp?tools=all`, { method: 'POST', headers, body }));
};

test('each call of a batch over MCP counts as what it is', async () => {
  expect((await callTool(accounts.gil, 'workspace_post_create', 20)).status).toBe(200);
  expectLimited(await callTool(accounts.gil, 'workspace_post_create', 1), 'writes', 20);
  expectLimited(await callTool(accounts.gil, 'workspace_query_run', 11), 'queries', 10);
  const reads = await callTool(accounts.gil, 'workspace_artifact_get', 30);
  // Four requests, of which the last has 30 calls.
  expect([reads.status, reads.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"reads";r=7;/)]);
  expectLimited(await callTool(accounts.gil, 'workspace_artifact_get', 8), 'reads', 40);
});

test('each message of a batch counts, whatever it asks', async () => {
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
  const lists = (times: number) =>
    send(
      accounts.bo,
      Array.from({ length: times }, (_, id) => list(id)),
    );
  expect((await lists(limit - 1)).headers.get('ratelimit')).toMatch(/^"reads";r=1;/);
  expectLimited(await lists(2), 'reads', 40);
});

test('public pages are counted by address; an IPv6 network of a host is one', async () => {
  const addresses = Array.from({ length: limit + 1 }, (_, host) => `2001:db8:0:1::${host.toString(16)}`);
  const replies = [];
  for (const address of addresses) replies.push(await from(address, '/problems/not_found'));
  expect(replies.at(-2)!.status).toBe(200);
  expectLimited(replies.at(-1)!, 'reads', 40);
  expect((await from('2001:db8:0:2::1', '/problems/not_found')).status).toBe(200);
});

test('a person who asks for a page too often is told so by a page', async () => {
  const [, refused] = await lastTwo(limit + 1, () => from('192.0.2.5', '/oauth/interaction/unknown'));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(refused.bytes.toString()).toMatch(/try again in \d+ seconds/);
});

test('things that strangers may store take a twentieth of the limit, in any way', async () => {
  const address = '192.0.2.6';
  const send = async (path: string, body?: string, from = address) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' };
    return replyOf(await fetch(gateway.url + path, { method: body ? 'POST' : 'GET', headers, body: body ?? null }));
  };
  expect((await send('/oauth/register', '{}')).headers.get('ratelimit')).toMatch(/^"authorizations";r=1;/);
  expect((await send('/oauth/token', 'grant_type=refresh_token')).status).toBe(400);
  expectLimited(await send('/oauth/token', 'grant_type=refresh_token'), 'authorizations', 2);
  expectLimited(await send('/oauth/register', '{}'), 'authorizations', 2);
  const page = await send('/oauth/authorize?client_id=none');
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect((await send('/docs')).status).toBe(200);
  expect((await send('/oauth/authorize?client_id=none', undefined, '192.0.2.7')).status).toBe(400);
});

test('monitoring requests are not counted', async () => {
  const [, last] = await lastTwo(limit + 2, () => from('192.0.2.4', '/health'));
  expect([last.status, last.headers.get('ratelimit')]).toEqual([200, null]);
});
