import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { modernRequest } from '../support/http-hosts.ts';
import { handshake } from '../support/mcp.ts';
import { expectProblem } from '../support/problems.ts';
import { replyOf, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const MiB = 1024 * 1024;

/** One HTTP request to `/mcp`, as no client library would send it. */
async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.admin.token}`, 'content-type': 'application/json', ...headers },
    body:
      typeof body === 'string' || body instanceof Uint8Array ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body),
  });
  const reply = await replyOf(response);
  const answer = () => JSON.parse(reply.bytes.toString()) as { id: unknown; result?: object; error?: { code: number } };
  return Object.assign(reply, { answer });
}

const modern = (method: string, params?: Record<string, unknown>) => {
  const { headers, body } = modernRequest(method, params);
  return post(body, headers);
};

const call = (name: string, input: object, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
const create = call('workspace_artifact_create', { kind: 'csv', title: 'T', content: '' });
const general = call('workspace_channel_get', { channelId: 'general' });
const handshaken = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('there is no stream:', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is not allowed', async (method) => {
    const headers = { authorization: `Bearer ${gateway.admin.token}`, accept: 'text/event-stream' };
    const reply = await replyOf(await fetch(`${gateway.url}/mcp`, { method, headers }));
    expectProblem(reply, 'method_not_allowed');
    expect(reply.headers.get('allow')).toBe('POST');
  });

  test.each(['GET', 'DELETE'])('%s without a token is told that it needs one', async (method) => {
    const reply = await replyOf(await fetch(`${gateway.url}/mcp`, { method }));
    expectProblem(reply, 'unauthenticated');
    expect(reply.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp');
  });

  test('subscriptions/listen is a method that is not found', async () => {
    const { status, answer } = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect({ status, ...answer() }).toMatchObject({ status: 404, id: 1, error: { code: -32601 } });
  });

  test('nothing that is listed changes, and nothing can be subscribed to', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: handshake('2025-11-25') };
    const { result } = (await post(initialize)).answer();
    const { result: discovered } = (await modern('server/discover')).answer();
    for (const told of [result, discovered]) {
      expect(told).toMatchObject({
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false },
          prompts: { listChanged: false },
        },
      });
      expect(JSON.stringify(told)).not.toContain('subscribe');
    }
  });

  test.each(['*/*', 'application/json', 'text/event-stream', 'application/json, text/event-stream'])(
    'who accepts %s gets JSON',
    async (accept) => {
      for (const reply of [await post(general, { accept }), await modern('tools/list')]) {
        expect(reply.status).toBe(200);
        expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/);
      }
    },
  );
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'a client of revision %s shakes hands, and each request after it stands for itself',
  async (revision) => {
    const initialize = { jsonrpc: '2.0', id: 'first', method: 'initialize', params: handshake(revision) };
    const shaken = await post(initialize);
    const version = { 'mcp-protocol-version': revision };
    const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, version);
    const called = await post(general, version);

    expect(shaken.answer()).toMatchObject({ id: 'first', result: { protocolVersion: revision } });
    expect([told, called].map(({ headers }) => headers.get('mcp-session-id'))).toEqual([null, null]);
    expect({ status: told.status, size: told.bytes.length }).toEqual({ status: 202, size: 0 });
    expect(called.answer()).toMatchObject({ result: { structuredContent: { channel: { slug: 'general' } } } });
  },
);

test('a batch of a revision that has them is answered whole', async () => {
  const { bytes } = await post([general, call('workspace_artifact_get', { artifactId: 'art_1' }, 'second')], {
    'mcp-protocol-version': '2025-03-26',
  });
  const answers = JSON.parse(bytes.toString()) as { id: unknown; result: { isError?: boolean } }[];
  expect(answers.map(({ id, result }) => [id, result.isError ?? false])).toEqual([
    [1, false],
    ['second', true],
  ]);
});

test('the number of messages in a batch is limited', async () => {
  const batchOf = (length: number) =>
    post(
      Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
      { 'mcp-protocol-version': '2025-03-26' },
    );
  const full = await batchOf(limits.mcpBatch);
  expect(JSON.parse(full.bytes.toString())).toHaveLength(limits.mcpBatch);
  const { status, answer } = await batchOf(limits.mcpBatch + 1);
  expect({ status, ...answer() }).toMatchObject({
    status: 400,
    id: null,
    error: { code: -32600, message: 'A batch holds at most 50 messages; send the rest in another one.' },
  });
});

test('the number of values in a message is limited', async () => {
  const others = 6; // The message, its `jsonrpc`, `id` and `method`, `params`, and the first of the list.
  const listing = (values: number) => post({ ...ping, params: { list: Array<number>(values).fill(0) } });
  expect((await listing(limits.jsonValues - others)).answer().result).toEqual({});
  const { status, answer } = await listing(limits.jsonValues - others + 1);
  const message = `A JSON body holds at most ${limits.jsonValues} values; send it in parts.`;
  expect({ status, ...answer() }).toMatchObject({ status: 400, id: 1, error: { code: -32600, message } });
  const records = Array.from({ length: 500 }, () => ({ title: '"id":9', values: Array<number>(120).fill(0) }));
  const { id: _id, ...unnamed } = call('workspace_records_write', { create: records }, 0);
  const tooLarge = await post({ ...unnamed, id: 'last' });
  expect({ status: tooLarge.status, ...tooLarge.answer() }).toMatchObject({
    status: 200,
    id: 'last',
    result: { isError: true, content: [{ type: 'text', text: expect.stringContaining(message) }] },
  });
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('a batch that gives two requests one ID is refused before anything is done', async () => {
  const version = { 'mcp-protocol-version': '2025-03-26' };
  const { status, answer } = await post([general, call('workspace_channel_get', { channelId: 'other' })], version);
  expect({ status, ...answer() }).toMatchObject({ status: 400, id: null, error: { code: -32600 } });
  const { bytes } = await post([general, { ...general, id: '1' }, handshaken, handshaken], version);
  expect(JSON.parse(bytes.toString())).toHaveLength(2);
});

test.each<Record<string, string>>([
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16le' },
])('a message that would have to be decoded is refused: %j', async (headers) => {
  expectProblem(await post(general, headers), 'unsupported_media_type');
});

test('the messages of a batch are answered one after the other', async () => {
  const version = { 'mcp-protocol-version': '2025-03-26' };
  const created = (await post(create, version)).answer() as unknown as {
    result: { structuredContent: { artifact: { id: string; versionId: string } } };
  };
  const { id: artifactId, versionId: expectedVersionId } = created.result.structuredContent.artifact;
  const { bytes } = await post(
    [
      call('workspace_artifact_update', { artifactId, expectedVersionId, content: 'later' }, 1),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      call('workspace_artifact_get', { artifactId }, 2),
    ],
    version,
  );
  expect(JSON.parse(bytes.toString())).toMatchObject([
    { id: 1, result: { structuredContent: { artifact: { versionNumber: 2 } } } },
    { id: 2, result: { structuredContent: { artifact: { content: 'later' } } } },
  ]);
});

test('a batch whose answers have come to the most is answered no further, and nothing more is done', async () => {
  const made = await post(
    call('workspace_artifact_create', {
      kind: 'markdown',
      title: 'Long',
      content: 'x'.repeat(limits.resourceBytes - 2),
      idempotencyKey: 'long-batch',
    }),
  );
  const { result } = made.answer() as unknown as { result: { structuredContent: { artifact: { id: string } } } };
  const uri = `workspace://artifacts/${result.structuredContent.artifact.id}`;
  const reads = Array.from({ length: limits.mcpBatch - 1 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'resources/read',
    params: { uri },
  }));
  const channel = call('workspace_channel_create', { name: 'Never made' }, 'last');
  const { status, bytes } = await post([...reads, channel], { 'mcp-protocol-version': '2025-03-26' });
  const answers = JSON.parse(bytes.toString()) as { id: unknown; error?: { message: string } }[];
  const fitting = Math.ceil(limits.mcpBatchAnswerBytes / limits.resourceBytes);
  expect([status, answers.map(({ id }) => id)]).toEqual([200, [...reads, channel].map(({ id }) => id)]);
  expect(answers.findIndex(({ error }) => error)).toBeLessThanOrEqual(fitting);
  expect(answers.at(-1)).toMatchObject({ error: { code: -32600, message: expect.stringMatching(/Send it alone\.$/) } });
  expect(bytes.length).toBeLessThan(limits.mcpBatchAnswerBytes + 2 * limits.resourceBytes);
  const { channels } = await gateway.admin.done('GET /channels');
  expect(JSON.stringify(channels)).not.toContain('Never made');
});

test('a text file of more JSON than a resource holds is read as bytes', async () => {
  const bytes = Buffer.alloc(limits.resourceBytes, 1);
  const { file } = await gateway.admin.done('POST /files', form(['file', new Blob([bytes]), 'a.txt']));
  const { result } = (await modern('resources/read', { uri: `workspace://files/${file.id}` })).answer();
  expect(result).toMatchObject({ contents: [{ blob: bytes.toString('base64') }] });
});

test('the problem that a call answers carries the ID of its request', async () => {
  const { headers, bytes } = await post(call('workspace_artifact_get', { artifactId: 'art_1' }));
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(bytes.toString()).toContain(String.raw`\"requestId\":\"${requestId}\"`);
});

test.each<[what: string, body: string | Uint8Array]>([
  ['nothing', ''],
  ['prose', 'hello, are you there?'],
  ['half of a message', '{"jsonrpc":"2.0","id":1,'],
  ['a message that names __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}'],
  ['a message nested 65 deep', `{"jsonrpc":"2.0","method":"ping","params":${'['.repeat(64)}${']'.repeat(64)}}`],
  ['a message of 50,001 values', `[${Array<string>(50_000).fill('0').join(',')}]`],
  ['bytes that are no UTF-8', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"caf\xe9"}', 'latin1')],
])('%s is refused before anything is done with it', async (_what, body) => {
  const { status, answer } = await post(body);
  expect({ status, ...answer() }).toMatchObject({ status: 400, id: null, error: { code: -32700 } });
});

test.each([
  ['a number', '3'],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['an empty batch', '[]'],
  ['another protocol', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
  ['a call of no tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}'],
  ['a call of what every object has', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}'],
  ['listening for nothing', '{"jsonrpc":"2.0","method":"subscriptions/listen"}'],
  ['an unknown revision', JSON.stringify({ ...modernRequest('tools/list').body, params: { _meta: {} } })],
])('%s is answered, and the next request too', async (_what, body) => {
  expect((await post(body)).status).toBeLessThan(500);
  expect((await post(general)).answer()).toHaveProperty('result.structuredContent');
});

test('a body whose type is not JSON is refused', async () => {
  expectProblem(await post('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type');
});

test('a message of 32 MiB is read, and one byte more is too large', async () => {
  const sized = (size: number) => {
    const empty = JSON.stringify(call('workspace_search', { q: '' })).length;
    return JSON.stringify(call('workspace_search', { q: 'x'.repeat(size - empty) }));
  };
  const { answer } = await post(sized(32 * MiB));
  expect(answer()).toMatchObject({ result: { isError: true } });
  expect(expectProblem(await post(sized(32 * MiB + 1)), 'too_large').maxBytes).toBe(32 * MiB);
});

describe('a client that goes away', () => {
  const open = (length: number) =>
    httpRequest(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.admin.token}`,
        'content-type': 'application/json',
        'content-length': length,
      },
    }).on('error', () => {});
  const gone = () => gateway.log().split('the client went away before its answer').length;

  test('in the middle of its message is forgotten', async () => {
    const requests = Array.from({ length: 20 }, () => open(1_000));
    for (const request of requests) request.write('{"jsonrpc":');
    await Promise.all(requests.map((request) => once(request, 'socket')));
    expect((await post(general)).status).toBe(200);
    for (const request of requests) request.destroy();
    expect((await post(general)).status).toBe(200);
  });

  test.each([
    ['an older revision', { headers: {}, body: create }],
    ['the current revision', modernRequest('tools/call', create.params)],
  ])('before its answer, with a request of %s, is waited for no longer', async (_revision, { headers, body }) => {
    const before = gone();
    const message = JSON.stringify(body);
    await inStorage(gateway.dataFolder, async (tx) => {
      await tx.selectFrom('users').select('id').execute();
      const request = open(message.length);
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
      request.end(message);
      await once(request, 'finish');
      expect((await post(general)).status).toBe(200);
      request.destroy();
      await expect.poll(gone, { timeout: 5_000 }).toBe(before + 1);
    });
    expect((await post(general)).status).toBe(200);
  });
});
