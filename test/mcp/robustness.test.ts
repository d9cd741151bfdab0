import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startHost } from '../support/hosts.ts';
import { sharedWire, startInitializedWire, startWire, type Wire } from '../support/mcp.ts';
import { temporaryFolder } from '../support/product.ts';

const MiB = 1024 * 1024;
const request = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 'odd', method: 'ping', ...more });
const callOf = (params: unknown) => request({ method: 'tools/call', params });
const create = (content: string) => ({
  name: 'workspace_artifact_create',
  arguments: { kind: 'csv', title: 'T', content },
});

/** The server lives: it answers a proper request properly. */
async function expectAlive(wire: Wire) {
  const params = { name: 'workspace_channel_get', arguments: { channelId: 'general' } };
  const { result } = await wire.request('tools/call', params);
  expect(result).toMatchObject({ structuredContent: { channel: { slug: 'general' } } });
}

const ill: [what: string, line: string][] = [
  ['nothing', ''],
  ['blanks', ' \t '],
  ['prose', 'hello, are you there?'],
  ['control characters', '\u0000\u0001\u001b[2J'],
  ['half of a message', '{"jsonrpc":"2.0","id":1,'],
  ['an HTTP request', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a number', '3'],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['an empty batch', '[]'],
  ['a batch', `[${request({})},${request({ id: 2 })}]`],
  ['another protocol', request({ jsonrpc: '1.0' })],
  ['no protocol', '{"id":"odd","method":"ping"}'],
  ['an ID that is an object', request({ id: {} })],
  ['an ID that is null', request({ id: null })],
  ['a method that is a number', request({ method: 7 })],
  ['a method that does not exist', request({ method: 'no/such' })],
  ['a notification that does not exist', '{"jsonrpc":"2.0","method":"notifications/none"}'],
  ['an answer to no request', '{"jsonrpc":"2.0","id":99,"result":{}}'],
  ['a second handshake', request({ method: 'initialize', params: {} })],
  ['params that are a list', request({ params: [] })],
  ['a call without params', request({ method: 'tools/call' })],
  ['a call of no tool', callOf({})],
  ['a call of a tool whose name is a number', callOf({ name: 3 })],
  ['a call of a tool that does not exist', callOf({ name: 'nope' })],
  ['a call of what every object has', callOf({ name: '__proto__', arguments: {} })],
  ['arguments that are a list', callOf({ name: 'workspace_search', arguments: [] })],
  ['arguments that are text', callOf({ name: 'workspace_search', arguments: 'x' })],
  [
    'arguments that name __proto__',
    '{"jsonrpc":"2.0","id":"odd","method":"tools/call","params":{"name":"workspace_search","arguments":{"__proto__":{"q":"x"}}}}',
  ],
  ['a resource whose URI is a number', request({ method: 'resources/read', params: { uri: 7 } })],
  ['a resource whose URI is none', request({ method: 'resources/read', params: { uri: 'not a uri' } })],
  ['a completion of nothing', request({ method: 'completion/complete', params: {} })],
  ['a line of 9 MiB', 'x'.repeat(9 * MiB)],
  ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a line of 33 MiB', 'x'.repeat(33 * MiB)],
];

describe('on stdin', () => {
  const wire = sharedWire();

  test.each(ill)('%s keeps no proper request from its answer', async (_what, line) => {
    wire().send(line);
    await expectAlive(wire());
  });

  test('invalid UTF-8 keeps no proper request from its answer', async () => {
    wire().sendBytes(Buffer.from([0xff, 0xfe, 0x80, 0x0a]));
    await expectAlive(wire());
  });

  test('a request in pieces is one request', async () => {
    for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"pieces","method":"ping"}\n'))
      wire().sendBytes(Buffer.of(byte));
    await expectAlive(wire());
    const messages = wire().lines.map((line) => JSON.parse(line) as object);
    expect(messages).toContainEqual({ jsonrpc: '2.0', id: 'pieces', result: {} });
  });

  test('many requests at once are all answered', async () => {
    const requests = Array.from({ length: 200 }, (_, number) => wire().request('tools/call', create(`${number}\n`)));
    const answers = await Promise.all(requests);
    expect(answers.filter(({ result }) => result?.isError || !result?.structuredContent)).toEqual([]);
  });

  test('a message of 16 MiB passes', async () => {
    const content = `${'"'.repeat(8 * MiB - 1_000)}${'x'.repeat(2_000)}`;
    const { result } = await wire().request('tools/call', create(content));
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(JSON.stringify(create(content)).length).toBeGreaterThan(16 * MiB);
    expect(result).toMatchObject({ structuredContent: { artifact: { size: content.length, sha256 } } });
  });

  test('all of that leaves a process that ends by itself, with status 0', async () => {
    expect(await wire().end()).toBe(0);
  });
});

describe('the process', () => {
  test('ends by itself, with status 0, when stdin ends before anything was said', async () => {
    expect(await startWire(await temporaryFolder()).end()).toBe(0);
  });

  test.each(['workspace_file_upload_prepare', 'workspace_file_content'])(
    'ends so too when %s started a listener',
    async (name) => {
      const wire = await startInitializedWire(await temporaryFolder());
      const file = { fileName: 'f', contentType: 'text/plain', contentBase64: 'YQ==' };
      const uploaded = await wire.request('tools/call', { name: 'workspace_file_upload', arguments: file });
      const { id } = (uploaded.result as { structuredContent: { file: { id: string } } }).structuredContent.file;
      const { result } = await wire.request('tools/call', {
        name,
        arguments: name.endsWith('content') ? { fileId: id } : {},
      });
      expect(JSON.stringify(result)).toContain('http://127.0.0.1:');
      expect(await wire.end()).toBe(0);
    },
  );

  test('ends so too when a connection to its listener is open', async () => {
    const wire = await startInitializedWire(await temporaryFolder());
    const { result } = await wire.request('tools/call', { name: 'workspace_file_upload_prepare', arguments: {} });
    const { uploadUrl } = (result as { structuredContent: { uploadUrl: string } }).structuredContent;
    const upload = httpRequest(uploadUrl, { method: 'POST', headers: { 'content-length': 99 } }).on('error', () => {});
    upload.write('half of it');
    await fetch(new URL('/health', uploadUrl));
    expect(await wire.end()).toBe(0);
  });

  test('ends when stdin does, in the middle of a message that is too long, whatever listener is open', async () => {
    const wire = await startInitializedWire(await temporaryFolder());
    await wire.request('tools/call', { name: 'workspace_file_upload_prepare', arguments: {} });
    for (let sent = 0; sent < 33; sent += 1) wire.sendBytes(Buffer.alloc(MiB, 'x'));
    expect(await wire.end()).toBe(0);
  });

  test('writes nothing but MCP messages to stdout, at the chattiest', async () => {
    const wire = await startInitializedWire(await temporaryFolder(), '2025-06-18', '--log-level', 'trace', '--sample');
    for (const [, line] of ill.slice(0, -1)) wire.send(line);
    const { result } = await wire.request('tools/call', { name: 'workspace_file_upload_prepare', arguments: {} });
    const { uploadUrl } = (result as { structuredContent: { uploadUrl: string } }).structuredContent;
    await fetch(uploadUrl, { method: 'POST' });
    await expectAlive(wire);
    expect(await wire.end()).toBe(0);
    expect(wire.lines.length).toBeGreaterThan(3);
    for (const line of wire.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  test.each([
    ['an option that does not exist', 2, ['--nonsense']],
    ['a log level that does not exist', 1, ['--log-level', 'loud']],
    ['a public address that is none', 1, ['--public-url', 'nowhere']],
  ])('started with %s ends with status %i and says why on stderr', async (_what, status, args) => {
    const wire = startWire(await temporaryFolder(), ...args);
    expect(await wire.end()).toBe(status);
    expect(wire.lines).toEqual([]);
    expect(wire.log()).toContain(args[0]);
  });
});

describe('a defect', () => {
  test('shows a request ID that the log knows, and nothing of what went wrong inside', async () => {
    const folder = await temporaryFolder();
    const host = await startHost(folder);
    const upload = { fileName: 'f.txt', contentType: 'text/plain', contentBase64: 'YQ==' };
    const { file } = await host.done('workspace_file_upload', upload);
    await rm(join(folder, 'blobs'), { recursive: true });

    const { problem } = await host.call('workspace_file_content', { fileId: file.id });
    const resource: unknown = await host.client
      .readResource({ uri: `workspace://files/${file.id}` })
      .catch((error) => error);
    expect(problem).toMatchObject({ code: 'internal', status: 500 });
    await expect.poll(() => host.log()).toContain(problem?.requestId);
    expect(resource).toBeInstanceOf(Error);
    for (const shown of [JSON.stringify(problem), String(resource)])
      expect(shown).not.toMatch(/ENOENT|blobs|workspace-test/);
  });
});
