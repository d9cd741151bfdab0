import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form, rawFormType } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt, replyOf } from '../support/rest.ts';

const behindProxy = ['--trust-proxy', '127.0.0.1'];

/** Connections that have each begun a request and never end it; they come from so many addresses, by the word of a proxy. */
async function unfinished(url: string, count: number, head: string, addresses = 4): Promise<Socket[]> {
  const { port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const [index, socket] of sockets.entries()) {
    const from = `x-forwarded-for: 192.0.2.${index % addresses}`;
    socket.on('error', () => {}).write(`${head}\r\n${from}\r\nhost: localhost\r\n\r\n{`);
  }
  return sockets;
}

const begun = (path: string, type: string, token: string) =>
  `POST /api/workspace${path} HTTP/1.1\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\nauthorization: Bearer ${token}`;

test('more requests at once than can be under way are turned away until some end; uploads count apart', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, ...behindProxy);
  const token = await accessToken(folder);
  const account = accountAt(url, token);
  const read = async () => (await account.call('GET /me')).status;
  const requests = await unfinished(url, limits.concurrentRequests, begun('/sessions', 'application/json', token));
  await expect.poll(read, patience).toBe(503);
  const refused = await account.call('GET /me');
  expectProblem(refused, 'unavailable');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const upload = new FormData();
  upload.append('file', new Blob(['text']), 'a.txt');
  expect((await account.call('POST /files', upload)).status).toBe(201);

  requests[0]!.destroy();
  await expect.poll(read, patience).toBe(200);
});

test('more uploads at once than can be under way are turned away, and reads go on', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, ...behindProxy);
  const token = await accessToken(folder);
  const account = accountAt(url, token);
  const upload = new FormData();
  upload.append('file', new Blob(['text']), 'a.txt');
  const send = async () => (await account.call('POST /files', upload)).status;
  await unfinished(url, limits.concurrentUploads, begun('/files', rawFormType['content-type'], token));
  await expect.poll(send, patience).toBe(503);
  expect((await account.call('GET /me')).status).toBe(200);
});

describe('one address holds at most a quarter', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const upload = (): FormData => form(['file', new Blob(['text']), 'a.txt']);

  test.each<[string, number, string, string, string, () => FormData | undefined]>([
    ['requests', limits.concurrentRequests, '/sessions', 'application/json', 'GET /me', () => undefined],
    ['uploads', limits.concurrentUploads, '/files', rawFormType['content-type'], 'POST /files', upload],
  ])('of the %s under way', async (_what, most, path, type, request, body) => {
    const folder = await temporaryFolder();
    const { url } = await startGateway(folder, ...behindProxy);
    const token = await accessToken(folder);
    const account = accountAt(url, token);
    const statusFrom = async (address: string) => (await account.call(request, body(), from(address))).status;
    const sockets = await unfinished(url, most / 4, begun(path, type, token), 1);
    await expect.poll(() => statusFrom('192.0.2.0'), patience).toBe(503);
    expect(await statusFrom('192.0.2.1')).toBeLessThan(300);

    sockets[0]!.destroy();
    await expect.poll(() => statusFrom('192.0.2.0'), patience).toBeLessThan(300);
  });
});

test('a gateway that comes to nothing in time turns requests away, answers whoever watches it, and comes back', async () => {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder);
  const account = accountAt(gateway.url, await accessToken(folder));
  await account.done('GET /me');
  const { process: child } = gateway;
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
      account.call('GET /me').then(({ status }) => status),
      fetch(`${gateway.url}/health`)
        .then(replyOf)
        .then(({ status }) => status),
    ]);
  await expect.poll(statuses, patience).toEqual([503, 200]);
  enough.abort();
  await starved;
  await expect.poll(statuses, patience).toEqual([200, 200]);
});
