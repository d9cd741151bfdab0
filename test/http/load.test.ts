import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form, rawFormType } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt, replyOf } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

/** A gateway behind a proxy, whose word on addresses counts, and these users of it. */
async function gatewayOf(...names: string[]) {
  const folder = await temporaryFolder();
  await addUsers(folder, ...names.map((name) => ({ email: `${name}@workspace.test` })));
  const gateway = await startGateway(folder, '--trust-proxy', '127.0.0.1');
  const accounts: Account[] = [];
  for (const name of names) {
    accounts.push(accountAt(gateway.url, await accessToken(folder, '--user', `${name}@workspace.test`)));
  }
  return { ...gateway, accounts };
}

/** Connections that have each begun a request and never end it. Whichever is refused, since a read has the last place just then, begins again. */
async function unfinished(url: string, count: number, ...head: string[]): Promise<Socket[]> {
  const sockets = await unfinishedOf(1_000, url, count, ...head);
  const watch = (place: number) =>
    sockets[place]!.once('data', () => {
      sockets[place] = begin(1_000, connectTo(url), head);
      watch(place);
    });
  for (const place of sockets.keys()) watch(place);
  return sockets;
}

async function unfinishedOf(bytes: number, url: string, count: number, ...head: string[]): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connectTo(url));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) begin(bytes, socket, head);
  return sockets;
}

const connectTo = (url: string): Socket => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});

function begin(bytes: number, socket: Socket, head: readonly string[]): Socket {
  socket.write([...head, `content-length: ${bytes}`, 'host: localhost', '', '{'].join('\r\n'));
  return socket;
}

const begun = (path: string, type: string, { token }: Account) =>
  [`POST /api/workspace${path} HTTP/1.1`, `content-type: ${type}`, `authorization: Bearer ${token}`] as const;
const begunRequest = (by: Account) => begun('/sessions', 'application/json', by);
const begunUpload = (by: Account) => begun('/files', rawFormType['content-type'], by);

const readBy = (account: Account) => async () => (await account.call('GET /me')).status;
const uploadBy = (account: Account) => async () =>
  (await account.call('POST /files', form(['file', new Blob(['text']), 'a.txt']))).status;

const eachMost = limits.concurrentRequests * limits.subjectShare;

test('a user has at most a quarter of the requests under way; others, and uploads, go on', async () => {
  const { url, accounts } = await gatewayOf('mia', 'will');
  const [mia, will] = accounts as [Account, Account];
  const requests = await unfinished(url, eachMost, ...begunRequest(mia));
  await expect.poll(readBy(mia), patience).toBe(503);
  const refused = await mia.call('GET /me');
  expectProblem(refused, 'unavailable');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect([await readBy(will)(), await uploadBy(mia)()]).toEqual([200, 201]);

  requests[0]!.destroy();
  await expect.poll(readBy(mia), patience).toBe(200);
});

test('a user has at most a quarter of the uploads under way; others upload from the same address', async () => {
  const { url, accounts } = await gatewayOf('mia', 'will');
  const [mia, will] = accounts as [Account, Account];
  const uploads = await unfinished(url, limits.concurrentUploads * limits.subjectShare, ...begunUpload(mia));
  await expect.poll(uploadBy(mia), patience).toBe(503);
  expect([await uploadBy(will)(), await readBy(mia)()]).toEqual([201, 200]);

  uploads[0]!.destroy();
  await expect.poll(uploadBy(mia), patience).toBe(201);
});

test('when all places are taken, a user who has few requests under way is answered, and one more is refused', async () => {
  const { url, accounts } = await gatewayOf('mia', 'will', 'rita', 'ned', 'lea');
  const lea = accounts.pop()!;
  for (const account of accounts) await unfinished(url, eachMost, ...begunRequest(account));
  for (const account of accounts) await expect.poll(readBy(account), patience).toBe(503);
  const few = await unfinished(url, limits.requestsInReserve - 1, ...begunRequest(lea));
  expect(await readBy(lea)()).toBe(200);
  await unfinished(url, 1, ...begunRequest(lea));
  await expect.poll(readBy(lea), patience).toBe(503);
  few[0]!.destroy();
  await expect.poll(readBy(lea), patience).toBe(200);
});

test('clients without a sign-in are counted by address', async () => {
  const { url, accounts } = await gatewayOf('mia');
  const [mia] = accounts as [Account];
  const statusFrom = async (address: string) =>
    (await fetch(`${url}/problems/not_found`, { headers: { 'x-forwarded-for': address } })).status;
  const begunForm = ['POST /oauth/token HTTP/1.1', 'content-type: application/x-www-form-urlencoded'];
  await unfinished(url, eachMost, ...begunForm, 'x-forwarded-for: 192.0.2.0');
  await expect.poll(() => statusFrom('192.0.2.0'), patience).toBe(503);
  expect(await statusFrom('192.0.2.1')).toBe(200);
  expect((await mia.call('GET /me', undefined, { 'x-forwarded-for': '192.0.2.0' })).status).toBe(200);
});

test('a gateway that is late turns away who has many requests under way, answers others and all parts of the app, and comes back', async () => {
  const { url, accounts, process: child } = await gatewayOf('mia', 'will');
  const [mia, will] = accounts as [Account, Account];
  await unfinished(url, limits.requestsInReserve, ...begunRequest(mia));
  await mia.done('GET /me');
  const begunForm = ['POST /oauth/token HTTP/1.1', 'content-type: application/x-www-form-urlencoded'];
  await unfinished(url, limits.requestsInReserve, ...begunForm, 'x-forwarded-for: 192.0.2.0');
  const headers = { 'x-forwarded-for': '192.0.2.0' };
  const statusOf = async (path: string) => (await fetch(url + path, { headers })).status;
  const enough = new AbortController();
  const starved = (async () => {
    while (!enough.signal.aborted) {
      child.kill('SIGSTOP');
      await sleep(limits.mostDelayMs * 2);
      child.kill('SIGCONT');
      await sleep(20);
    }
  })();
  const statuses = async () =>
    Promise.all([
      readBy(mia)(),
      readBy(will)(),
      statusOf('/problems/not_found'),
      statusOf('/assets/none.js'),
      fetch(`${url}/health`)
        .then(replyOf)
        .then(({ status }) => status),
    ]);
  await expect.poll(statuses, patience).toEqual([503, 200, 503, 404, 200]);
  enough.abort();
  await starved;
  await expect.poll(statuses, patience).toEqual([200, 200, 200, 404, 200]);
});

test("the long bodies of one user under way are limited to 128 MiB; short ones and other users' are taken", async () => {
  const { url, accounts } = await gatewayOf('mia', 'will');
  const [mia, will] = accounts as [Account, Account];
  const long = limits.bodyBytesEach / 8;
  const sent = await unfinishedOf(long, url, 8 + 1, ...begunRequest(mia));
  expect(String(await Promise.race(sent.map((socket) => once(socket, 'data'))))).toContain(' 503 ');
  const content = 'x'.repeat(limits.shortBodyBytes);
  const writeBy = async (account: Account) =>
    (await account.call('POST /artifacts', { kind: 'markdown', title: 'T', content, idempotencyKey: 'k' })).status;
  expect(await writeBy(mia)).toBe(503);
  const { status } = await mia.call('POST /sessions', {});
  expect([status, await writeBy(will)]).toEqual([201, 201]);

  for (const socket of sent) socket.destroy();
  await expect.poll(() => writeBy(mia), patience).toBe(201);
});

test('many requests without a body at once leave room for a long one', async () => {
  const { accounts } = await gatewayOf('mia');
  const [mia] = accounts as [Account];
  await Promise.all(Array.from({ length: 20 }, () => mia.done('GET /me')));
  const content = 'x'.repeat(limits.shortBodyBytes);
  await mia.done('POST /artifacts', { kind: 'markdown', title: 'T', content, idempotencyKey: 'k' });
});
