import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { field, filePart, rawForm, rawFormType } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { accessToken, type Gateway, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { blobsIn, traces } from '../support/storage.ts';

const whole = rawForm([filePart('running.bin'), Buffer.alloc(2_000_000, 'x')], [field('channelId'), 'general']);

/** A gateway with an upload under way, half of whose bytes have come. */
async function gatewayAtWork() {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder);
  const before = await traces(folder);
  const authorization = `Bearer ${await accessToken(folder)}`;
  const headers = { ...rawFormType, authorization, 'content-length': whole.length };
  const upload = httpRequest(`${gateway.url}/api/workspace/files`, { method: 'POST', headers });
  upload.on('error', () => {});
  upload.write(whole.subarray(0, 1_000_000));
  await expect.poll(() => blobsIn(folder), patience).toHaveLength(1);
  return { folder, gateway, upload, before };
}

/** Sends the signal; resolves when the gateway has taken it. */
async function tell(gateway: Gateway, signal: NodeJS.Signals) {
  gateway.process.kill(signal);
  await expect.poll(gateway.log, patience).toContain(signal);
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a running request finish, closes its connection and exits with 0',
  async (signal) => {
    const { folder, gateway, upload } = await gatewayAtWork();
    const exit = once(gateway.process, 'exit');
    await tell(gateway, signal);
    upload.end(whole.subarray(1_000_000));
    const [response] = await once(upload, 'response');
    response.resume();
    expect([response.statusCode, response.headers.connection]).toEqual([201, 'close']);
    expect(await exit).toEqual([0, null]);

    const next = await startGateway(folder);
    const { files } = await accountAt(next.url, await accessToken(folder)).done('GET /files?channelId=general');
    expect(files).toMatchObject([{ fileName: 'running.bin', size: 2_000_000 }]);
  },
);

test('after SIGTERM no connection is taken, and a new request on an old one is unavailable', async () => {
  const { gateway, upload } = await gatewayAtWork();
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
  await fetch(`${gateway.url}/health`);
  await tell(gateway, 'SIGTERM');
  await expect
    .poll(
      () =>
        fetch(`${gateway.url}/health`).then(
          () => 'taken',
          (error: Error) => error.message,
        ),
      patience,
    )
    .toBe('fetch failed');
  socket.write('\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer.toString()).toMatch(
    /^HTTP\/1\.1 503 .*^retry-after: [1-9]\d*\r$.*"code":"unavailable".*"retryable":true/ims,
  );
  socket.destroy();
  upload.destroy();
});

test('connections that are kept open and idle do not hold it up', async () => {
  const gateway = await startGateway(await temporaryFolder());
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*^connection: keep-alive/ims);
  const [exit, end] = [once(gateway.process, 'exit'), once(socket, 'close')];
  const wait = setTimeout(() => socket.destroy(new Error('the gateway waits for it')), 9_000);
  await tell(gateway, 'SIGTERM');
  await end;
  clearTimeout(wait);
  expect(await exit).toEqual([0, null]);
});

test('/ready says so, to whoever asks on a connection that was there', async () => {
  const { gateway, upload } = await gatewayAtWork();
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  const ask = 'GET /ready HTTP/1.1\r\nHost: localhost\r\n';
  socket.write(`${ask}\r\n`);
  const [before] = await once(socket, 'data');
  socket.write(ask);
  await fetch(`${gateway.url}/health`);
  await tell(gateway, 'SIGTERM');
  await expect
    .poll(
      () =>
        fetch(`${gateway.url}/health`).then(
          () => 'taken',
          () => 'refused',
        ),
      patience,
    )
    .toBe('refused');
  socket.write('\r\n');
  const [after] = await once(socket, 'data');
  expect([before.toString(), after.toString()].map((answer) => answer.slice(9, 12))).toEqual(['200', '503']);
  upload.destroy();
});

test('an upload that never ends is waited for in vain, and leaves nothing', async () => {
  const { folder, gateway, before } = await gatewayAtWork();
  const exit = once(gateway.process, 'exit');
  await tell(gateway, 'SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await traces(folder)).toEqual(before);
});
