import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startHttpHost } from '../support/http-hosts.ts';
import { patience } from '../support/patience.ts';
import { gatewayWith, sharedGateway } from '../support/rest.ts';

const picture = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 251));
const asked: string[] = [];

/** Hosts of files: one that the operator names, and one that nobody named. */
const answer: RequestListener = ({ url, headers }, response) => {
  asked.push(`${headers.host} ${url}`);
  if (url === '/picture') response.writeHead(200, { 'content-type': 'image/x-test' }).end(picture);
  else if (url === '/moved') response.writeHead(302, { location: `http://${hostOf(stranger)}/picture` }).end();
  else if (url === '/broken') response.writeHead(200, { 'content-length': 9 }).end('four', () => response.destroy());
  else if (url === '/endless') {
    response.writeHead(200).on('drain', () => response.write(chunk));
    response.on('close', () => asked.push('no longer read'));
    response.write(chunk);
  } else response.writeHead(404).end();
};
const chunk = Buffer.alloc(1024 * 1024);
const [files, stranger] = [createServer(answer), createServer(answer)];
const hostOf = (server: typeof files) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
for (const server of [files, stranger]) await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  for (const server of [files, stranger]) {
    server.closeAllConnections();
    server.close();
  }
});

const gateway = gatewayWith(() => ['--file-hosts', hostOf(files)]);
let host: Awaited<ReturnType<typeof startHttpHost>>;
const connect = () => startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);

/** As ChatGPT fills a parameter of a file. */
const held = (path: string, server = files) => ({ download_url: `http://${hostOf(server)}${path}`, file_id: 'file_1' });
const named = { fileName: 'picture.bin' };

test('the tool tells ChatGPT which argument takes a file', async () => {
  host = await connect();
  const { tools } = await host.client.listTools();
  const tool = tools.find(({ name }) => name === 'workspace_file_upload')!;
  expect(tool._meta).toEqual({ 'openai/fileParams': ['file'] });
  expect(tool.inputSchema.required ?? []).toEqual([]);
  expect(tool.inputSchema.properties).toMatchObject({
    file: { type: 'object', required: ['download_url', 'file_id'] },
  });
});

test('a file of the conversation is stored byte for byte, with its digest', async () => {
  host = await connect();
  const file = { ...held('/picture'), file_name: 'Photo.bin', mime_type: 'application/x-test' };
  const stored = (await host.done('workspace_file_upload', { file, channelId: 'general' })).file;
  const sha256 = createHash('sha256').update(picture).digest('hex');
  expect(stored).toMatchObject({ fileName: 'Photo.bin', contentType: 'application/x-test', sha256 });
  const wrong = { file, sha256: '0'.repeat(64) };
  expect((await host.call('workspace_file_upload', wrong)).problem).toMatchObject({ code: 'digest_mismatch' });
  const plain = { fileName: 'a.txt', contentType: 'text/plain', text: 'a' };
  expect((await host.done('workspace_file_upload', plain)).file.size).toBe(1);
});

test.each([
  ['a host that nobody named', () => ({ file: held('/picture', stranger), ...named }), '/file/download_url'],
  ['an address that moved', () => ({ file: held('/moved'), ...named }), '/file'],
  ['an address without a file', () => ({ file: held('/none'), ...named }), '/file'],
  ['a file that breaks off', () => ({ file: held('/broken'), ...named }), '/file'],
  ['a file without a name', () => ({ file: held('/picture') }), '/fileName'],
  ['a file beside a text', () => ({ file: held('/picture'), ...named, text: 'a' }), '/file'],
  ['words in place of a file', () => ({ file: 'file_1', ...named }), '/file'],
  ['neither', () => named, '/contentType'],
])('%s is refused', async (_what, input, path) => {
  host = await connect();
  const { problem } = await host.call('workspace_file_upload', input());
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] });
  expect(asked.filter((request) => request.startsWith(hostOf(stranger)))).toEqual([]);
});

test('a file that does not end is refused at the limit, and no longer read', async () => {
  host = await connect();
  const { problem } = await host.call('workspace_file_upload', { file: held('/endless'), ...named });
  expect(problem).toMatchObject({ code: 'too_large' });
  await expect.poll(() => asked, patience).toContain('no longer read');
});

test('nothing is fetched for a place that is refused', async () => {
  host = await connect();
  const nowhere = { file: held('/unasked'), ...named, channelId: 'nowhere' };
  expect((await host.call('workspace_file_upload', nowhere)).problem).toMatchObject({ code: 'not_found' });
  expect(asked.filter((request) => request.endsWith('/unasked'))).toEqual([]);
});

const plain = sharedGateway();

test('without the setting no argument takes a file', async () => {
  const other = await startHttpHost(`${plain.url}/mcp`, plain.admin.token!);
  const { tools } = await other.client.listTools();
  const tool = tools.find(({ name }) => name === 'workspace_file_upload')!;
  expect([tool._meta, Object.keys(tool.inputSchema.properties!)]).toEqual([
    undefined,
    expect.not.arrayContaining(['file']),
  ]);
  const { problem } = await other.call('workspace_file_upload', { file: held('/picture'), ...named });
  expect(problem).toMatchObject({ code: 'invalid_request' });
});
