import { once } from 'node:events';
import { globSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { patience } from '../support/patience.ts';
import { sharedGateway } from '../support/rest.ts';
import { whileStopped } from '../support/processes.ts';
import { requestOf } from '../support/turns.ts';
import { RawConnection } from '../trust/sockets.ts';

const gateway = sharedGateway();

const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, `Host: ${new URL(gateway.url).host}`, ...headers].join('\r\n')}\r\n\r\n`;

/** The statuses of all answers to what is sent in one go, once the gateway has hung up. */
async function statusesOf(bytes: string): Promise<readonly number[]> {
  const connection = await RawConnection.to(gateway.url);
  return (await connection.send(bytes).closed(20))!;
}

describe('requests that come before those before them are answered', () => {
  const paths = ['GET /health', 'GET /nowhere', 'GET /api/workspace/me'];
  const asked = (count: number) => Array.from({ length: count }, (_, place) => paths[place % paths.length]!);
  const statusOf = (line: string) => ({ 'GET /health': 200, 'GET /nowhere': 404 })[line] ?? 401;
  const last = () => request('GET /health', 'Connection: close');

  test.each([1, 8, 9, 2_000])('are answered in their order: %d before the last', async (count) => {
    const sent = asked(count);
    const bytes = sent.map((line) => request(line)).join('') + last();
    expect(await statusesOf(bytes)).toEqual([...sent.map(statusOf), 200]);
  });

  test('are answered wherever their bytes are cut', async () => {
    const lines = ['POST /api/workspace/sessions', ...asked(9)];
    const body = `{${'\r\n\r\n'.repeat(20)}}`;
    const head = request(
      lines[0]!,
      `Authorization: Bearer ${gateway.admin.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    );
    const bytes =
      head +
      body +
      asked(9)
        .map((line) => request(line))
        .join('') +
      last();
    for (const at of [head.length - 2, head.length + 3, head.length + body.length - 1, bytes.length - 1]) {
      const connection = await RawConnection.to(gateway.url);
      connection.send(bytes.slice(0, at));
      await sleep(20);
      const statuses = await connection.send(bytes.slice(at)).closed(20);
      expect(statuses).toEqual([201, ...asked(9).map(statusOf), 200]);
    }
  });

  test('wait for who sends a body slowly', async () => {
    const connection = await RawConnection.to(gateway.url);
    const fields = [
      `Authorization: Bearer ${gateway.admin.token}`,
      'Content-Type: application/json',
      'Content-Length: 3',
    ];
    const heads = asked(20)
      .map((line) => request(line))
      .join('');
    connection.send(`${heads}${request('POST /api/workspace/sessions', ...fields)}{`);
    await sleep(200);
    const statuses = await connection.send(`} ${last()}`).closed(20);
    expect(statuses).toEqual([...asked(20).map(statusOf), 201, 200]);
  });
});

test('who has been here before does not wait behind many who have not', async () => {
  const stranger = request('GET /openapi.json', 'Authorization: Bearer strange');
  const me = requestOf(gateway.admin, 'GET /api/workspace/me');
  const crowd = await Promise.all(Array.from({ length: 1_000 }, () => RawConnection.to(gateway.url)));
  const known = await RawConnection.to(gateway.url);
  await known.send(me).answers(1);
  let before = 0;
  for (const each of crowd) each.onAnswer(() => (before += 1));
  await whileStopped(gateway.process, async () => {
    for (const each of crowd) each.send(stranger);
    known.send(me);
  });
  await known.answers(2);
  expect(before).toBeLessThan(crowd.length / 2);
  for (const each of crowd) each.cut();
  expect(known.statuses).toEqual([200, 200]);
});

describe('a body in chunks of one byte', () => {
  const posted = (chunks: number) => {
    const head = request(
      'POST /api/workspace/sessions',
      `Authorization: Bearer ${gateway.admin.token}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
    );
    return `${head}${'1\r\n \r\n'.repeat(chunks - 2)}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`;
  };

  test('is read when they are 1,000', async () => {
    expect(await statusesOf(posted(1_000))).toEqual([201]);
  });

  test('is not when there is one more: whoever sends it is hung up on', async () => {
    expect(await statusesOf(posted(1_001))).toEqual([]);
  });
});

test.runIf(process.platform === 'linux')(
  'a part of a page that nobody reads to its end leaves no file open',
  async () => {
    const script = basename(globSync('dist/docs/*.js.br')[0]!);
    const open = () =>
      readdirSync(`/proc/${gateway.process.pid}/fd`).filter((name) => {
        try {
          return readlinkSync(`/proc/${gateway.process.pid}/fd/${name}`).endsWith(script);
        } catch {
          return false; // It was closed meanwhile.
        }
      }).length;
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(request(`GET /docs/${script.slice(0, -'.br'.length)}`));
    await once(socket, 'readable');
    socket.destroy();
    await expect.poll(open, patience).toBe(0);
  },
);
