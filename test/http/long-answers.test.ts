import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedGateway } from '../support/rest.ts';
import { MemoryWatch } from '../trust/memory.ts';

const gateway = sharedGateway();

/** A sheet of this many MB, whose characters take two bytes each in memory. */
async function sheetOf(megabytes: number): Promise<string> {
  const line = `${'€ harbour '.repeat(8)}\n`;
  const content = line.repeat((megabytes * 1_000_000) / Buffer.byteLength(line));
  const sheet = { kind: 'csv', title: 'Long', content, idempotencyKey: `${megabytes}` };
  return (await gateway.admin.done('POST /artifacts', sheet)).artifact.id;
}

/** Asks and reads nothing yet. */
function asked(path: string) {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {});
  socket.write(
    `GET /api/workspace${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${gateway.admin.token}\r\n\r\n`,
  );
  return socket;
}

test.runIf(process.platform === 'linux')('long answers asked for at once are not in memory at once', async () => {
  const path = `/artifacts/${await sheetOf(4)}`;
  using memory = new MemoryWatch(gateway.process.pid!);
  await expect.poll(() => memory.most).toBeDefined();
  const [idle, sockets] = [memory.most!, Array.from({ length: 60 }, () => asked(path))];
  await Promise.race(sockets.map((socket) => once(socket, 'readable')));
  for (const socket of sockets) socket.destroy();
  await fetch(`${gateway.url}/health`);
  expect(memory.most! - idle).toBeLessThan(250);
});

test.runIf(process.platform === 'linux')('long versions made at once are not in memory at once', async () => {
  const { artifact } = await gateway.admin.done(`GET /artifacts/${await sheetOf(4)}`);
  using memory = new MemoryWatch(gateway.process.pid!);
  await expect.poll(() => memory.most).toBeDefined();
  const idle = memory.most!;
  const left = new AbortController();
  const change = (number: number) =>
    fetch(`${gateway.url}/api/workspace/artifacts/${artifact.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${gateway.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        expectedVersionId: artifact.versionId,
        splices: [{ start: 0, end: 0, text: `${number}` }],
        idempotencyKey: `splice ${number}`,
      }),
      signal: left.signal,
    }).catch(() => {});
  const changes = Array.from({ length: 60 }, (_, number) => change(number));
  await Promise.race(changes);
  left.abort();
  await Promise.all(changes);
  await fetch(`${gateway.url}/health`);
  expect(memory.most! - idle).toBeLessThan(250);
});

test('long answers asked for at once are each whole', async () => {
  const path = `/artifacts/${await sheetOf(1)}`;
  const { bytes } = await gateway.admin.call(`GET ${path}`);
  const answers = await Promise.all(
    Array.from({ length: limits.requestsInReserve }, () => gateway.admin.call(`GET ${path}`)),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
  }
});
