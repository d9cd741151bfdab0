import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedGateway } from '../support/rest.ts';
import { RawConnection } from '../trust/sockets.ts';

const gateway = sharedGateway();

const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, `Host: ${new URL(gateway.url).host}`, ...headers].join('\r\n')}\r\n\r\n`;

/** The statuses of all answers to what is sent in one go, once the gateway has hung up. */
async function statusesOf(bytes: string): Promise<number[]> {
  const connection = await RawConnection.to(gateway.url);
  return (await connection.send(bytes).closed(20))!;
}

describe('requests that come before those before them are answered', () => {
  const paths = ['GET /health', 'GET /nowhere', 'GET /api/workspace/me'];
  const asked = (count: number) => Array.from({ length: count }, (_, place) => paths[place % paths.length]!);
  const last = () => request('GET /health', 'Connection: close');

  test('are answered in their order', async () => {
    const sent = asked(limits.requestsAhead);
    const expected = sent.map((line) => ({ 'GET /health': 200, 'GET /nowhere': 404 })[line] ?? 401);
    expect(await statusesOf(sent.map((line) => request(line)).join('') + last())).toEqual([...expected, 200]);
  });

  test('are no more than 128: whoever sends one more is hung up on', async () => {
    const sent = asked(limits.requestsAhead + 1);
    expect((await statusesOf(sent.map((line) => request(line)).join('') + last())).length).toBeLessThan(sent.length);
  });
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
