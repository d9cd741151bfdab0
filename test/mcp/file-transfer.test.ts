import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { callingWith } from '../support/hosts.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const bo = 'bo@workspace.test';
const gateway = sharedGateway({ email: bo });
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 251));
const digest = { algorithm: 'sha-256', value: createHash('sha256').update(bytes).digest('base64url') };

const Transfer = z.looseObject({
  file: z.looseObject({ uri: z.string() }),
  upload: z
    .looseObject({
      url: z.string(),
      multipart: z.object({ fileField: z.string(), fields: z.record(z.string(), z.string()) }),
    })
    .optional(),
  download: z.looseObject({ url: z.string() }).optional(),
});

/** A client that sends files as the draft says, over the protocol revision that it negotiates. */
async function client(token = gateway.admin.token!, revision?: 'legacy', address = `${gateway.url}/mcp`) {
  const capabilities = { experimental: { files: { upload: {}, download: {} } } };
  const versionNegotiation = { mode: revision ?? 'auto' } as const;
  const connected = new Client({ name: 'test-host', version: '1.0.0' }, { capabilities, versionNegotiation });
  const headers = { authorization: `Bearer ${token}` };
  await connected.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  onTestFinished(() => connected.close());
  const ask = (method: string, params: object) => connected.request({ method, params: { ...params } }, Transfer);
  return { connected, ask, ...callingWith((request) => connected.callTool(request)) };
}

async function send(
  { upload }: z.output<typeof Transfer>,
  content: Buffer<ArrayBuffer> = bytes,
  token: string | null = gateway.admin.token!,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(upload!.multipart.fields)) form.set(name, value);
  form.set(upload!.multipart.fileField, new File([content], 'Photo.bin', { type: 'application/x-test' }));
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return fetch(upload!.url, { method: 'POST', body: form, headers });
}

test.each(['auto', 'legacy'] as const)('a file is sent to its address, then named in a tool (%s)', async (mode) => {
  const host = await client(gateway.admin.token, mode === 'legacy' ? mode : undefined);
  expect(host.connected.getServerCapabilities()?.experimental).toMatchObject({ files: { upload: {}, download: {} } });
  const { tools } = await host.connected.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'workspace_file_upload')!;
  expect(inputSchema.properties!.file).toMatchObject({
    type: 'string',
    'x-mcp-file': { transferModes: ['inline', 'upload'] },
  });

  const prepared = await host.ask('files/authorizeUpload', {
    name: 'Photo.bin',
    mimeType: 'application/x-test',
    size: bytes.length,
    digest,
  });
  expect(prepared).toMatchObject({
    file: { uri: expect.stringMatching(/^mcp-file:\/\/workspace\//), name: 'Photo.bin', size: bytes.length, digest },
    upload: {
      transport: 'https',
      method: 'POST',
      url: `${gateway.url}/api/workspace/files`,
      multipart: { fileField: 'file' },
    },
  });
  const { uri } = prepared.file;
  const early = await host.call('workspace_file_upload', { file: uri });
  expect(early.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/file' }] });

  expect((await send(prepared)).status).toBe(201);
  const { file } = await host.done('workspace_file_upload', { file: uri, channelId: 'general' });
  expect(file).toMatchObject({ fileName: 'Photo.bin', contentType: 'application/x-test', size: bytes.length });
  const listed = await gateway.admin.done('GET /files?channelId=general');
  expect(listed.files.map(({ id }: { id: string }) => id)).toContain(file.id);

  for (const known of [uri, `mcp-file://workspace/${file.id}`]) {
    const { file: found, download } = await host.ask('files/authorizeDownload', { uri: known });
    expect(found).toMatchObject({
      uri: `mcp-file://workspace/${file.id}`,
      name: 'Photo.bin',
      mimeType: 'application/x-test',
      digest,
    });
    const answer = await fetch(download!.url, { headers: { authorization: `Bearer ${gateway.admin.token}` } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test('a small file comes within the call', async () => {
  const host = await client();
  const file = `data:text/plain;name=tiny.txt;base64,${Buffer.from('Hello world!').toString('base64')}`;
  const stored = (await host.done('workspace_file_upload', { file, channelId: 'general' })).file;
  expect(stored).toMatchObject({ fileName: 'tiny.txt', contentType: 'text/plain', size: 12 });
  const longest = 'data:text/plain;name=a.txt,'.padEnd(65_536, 'a');
  expect((await host.done('workspace_file_upload', { file: longest })).file.size).toBe(65_509);
  for (const refused of ['data:text/plain;name=100%;base64,aGk=', `${longest}a`]) {
    const { problem } = await host.call('workspace_file_upload', { file: refused });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/file' }] });
  }
  const nameless = await host.call('workspace_file_upload', { file: 'data:,a' });
  expect(nameless.problem).toMatchObject({ errors: [{ path: '/fileName' }] });
});

test('one address takes one file, whole, from whom it was given to', async () => {
  const host = await client();
  const prepared = await host.ask('files/authorizeUpload', { name: 'Photo.bin', digest });
  expect((await send(prepared, bytes, null)).status).toBe(401);
  expect((await send(prepared, Buffer.from('other'))).status).toBe(422);
  expect((await send(prepared)).status).toBe(201);
  expect((await send(prepared)).status).toBe(201);
  const { file } = await host.ask('files/authorizeDownload', prepared.file);

  const open = await host.ask('files/authorizeUpload', {});
  await send(open);
  expect((await send(open, Buffer.from('other'))).status).toBe(422);

  const other = await client(gateway.as(bo).token);
  for (const uri of [prepared.file.uri, file.uri]) {
    await expect(other.ask('files/authorizeDownload', { uri })).rejects.toMatchObject({ code: -32602 });
    expect((await other.call('workspace_file_upload', { file: uri })).problem).toBeDefined();
  }
});

test('a place that refuses a file leaves its name, and one key covers the new name and the place', async () => {
  const host = await client();
  const prepared = await host.ask('files/authorizeUpload', {});
  await send(prepared);
  const { file } = await host.ask('files/authorizeDownload', prepared.file);
  const renamed = { file: file.uri, fileName: 'Renamed.bin', idempotencyKey: 'renamed-1' };
  const refused = await host.call('workspace_file_upload', { ...renamed, channelId: 'nowhere' });
  expect(refused.problem).toMatchObject({ code: 'not_found' });
  expect((await host.ask('files/authorizeDownload', prepared.file)).file).toMatchObject({ name: 'Photo.bin' });

  const placed = await host.done('workspace_file_upload', { ...renamed, channelId: 'general' });
  expect(placed.file).toMatchObject({ fileName: 'Renamed.bin', links: [{ targetType: 'channel' }] });
  const other = await host.call('workspace_file_upload', { ...renamed, fileName: 'Other.bin', channelId: 'general' });
  expect(other.problem).toMatchObject({ code: 'idempotency_key_reused' });
  expect((await host.ask('files/authorizeDownload', prepared.file)).file).toMatchObject({ name: 'Renamed.bin' });
});

test('the key of an upload is asked for alone', async () => {
  const { body } = await gateway.admin.call('GET /files?uploadKey=upload-1&q=a');
  expect(body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'uploadKey' }] });
  expect((await gateway.admin.done('GET /files?uploadKey=upload-1')).files).toEqual([]);
});

test.each([
  ['files/authorizeUpload', { size: 10 ** 12 }, { reason: 'maxSizeExceeded', actualSize: 10 ** 12 }],
  ['files/authorizeUpload', { digest: { algorithm: 'md5', value: 'a' } }, undefined],
  ['files/authorizeDownload', { uri: 'mcp-file://workspace/file_none' }, { reason: 'unknownFile' }],
  ['files/authorizeDownload', { uri: 'mcp-file://workspace/upload-none' }, { reason: 'unknownFile' }],
  ['files/authorizeDownload', { uri: 'https://example.com/a' }, { reason: 'unknownFile' }],
])('%s refuses %o', async (method, params, data) => {
  const host = await client();
  await expect(host.ask(method, params)).rejects.toMatchObject({ code: -32602, ...(data && { data }) });
});

test('who may only read sends nothing, and a host that does not ask for it is told of no files', async () => {
  const readingToken = await accessToken(gateway.dataFolder, '--scope', 'workspace.read');
  const reading = await client(gateway.admin.token, 'legacy', `${gateway.url}/mcp?readOnly`);
  for (const { connected } of [reading, await client(readingToken, 'legacy')]) {
    const { files } = connected.getServerCapabilities()!.experimental!;
    expect(files).toEqual({ download: {}, transports: { https: {} } });
  }
  await expect(reading.ask('files/authorizeUpload', {})).rejects.toMatchObject({ code: -32601 });

  const { client: plain } = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);
  const { tools } = await plain.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'workspace_file_upload')!;
  expect(Object.keys(inputSchema.properties!)).not.toContain('file');
});
