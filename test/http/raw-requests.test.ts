import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const json = '{"body":"x"}';

/** The answer to a request as it is written. */
async function answerTo(...head: string[]) {
  const { hostname, port, host } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const lines = head.map((line) => line.replace('HOST', host));
  const body = head[0]!.startsWith('POST') ? json : '';
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'));
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await once(socket, 'close');
  const [top = '', content = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(top.split(' ')[1]), isProblem: top.includes('application/problem+json'), content };
}

const refused = (detail: RegExp) => ({
  status: 400,
  isProblem: true,
  content: expect.stringMatching(detail),
});

const post = async (...more: string[]) =>
  answerTo(
    'POST /api/workspace/channels/general/posts HTTP/1.1',
    'Host: HOST',
    `Authorization: Bearer ${await accessToken(gateway.dataFolder)}`,
    'Content-Type: application/json',
    `Content-Length: ${json.length}`,
    ...more,
  );

test('a request without a host is refused as a problem, but not under HTTP/1.0', async () => {
  expect(await answerTo('GET /health HTTP/1.1')).toEqual(refused(/Host header is missing or invalid/));
  expect(await answerTo('GET /api/workspace/me HTTP/1.1')).toEqual(refused(/Host header is missing or invalid/));
  expect((await answerTo('GET /health HTTP/1.0')).status).toBe(200);
});

test('an expectation that nobody can meet is refused as a problem', async () => {
  expect(await post('Expect: 200-ok')).toEqual(refused(/Expect takes 100-continue only/));
  expect((await answerTo('GET /health HTTP/1.1', 'Host: HOST', 'Expect: nothing')).status).toBe(400);
});

test('an idempotency key that is given twice is refused, and nothing is posted', async () => {
  expect(await post('Idempotency-Key: one', 'Idempotency-Key: two')).toEqual(refused(/"Idempotency-Key".*given twice/));
  expect(await post('Idempotency-Key: one', 'Idempotency-Key: one')).toEqual(refused(/given twice/));
  const { items } = await gateway.admin.done('GET /channels/general/feed');
  expect(items).toEqual([]);
});

test('a probe passes over the query parameters that a load balancer adds', async () => {
  expect((await answerTo('GET /health?x=1 HTTP/1.1', 'Host: HOST')).status).toBe(200);
});

test.each(['/api/workspace/sessions', '/mcp', '/oauth/token'])(
  'a sender of more than %s takes sees the refusal on a connection that closes after it',
  async (path) => {
    const { hostname, port, host } = new URL(gateway.url);
    const length = limits.jsonBodyBytes + 1;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${await accessToken(gateway.dataFolder)}`,
        `Content-Type: ${path === '/oauth/token' ? 'application/x-www-form-urlencoded' : 'application/json'}`,
        `Content-Length: ${length}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    );
    socket.write(Buffer.alloc(length, ' '));
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString())).on('end', () => socket.end());
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  },
);
