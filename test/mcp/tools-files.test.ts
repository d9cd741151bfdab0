import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedHost } from '../support/mcp.ts';
import { accessToken } from '../support/product.ts';
import { traces } from '../support/storage.ts';

const host = sharedHost('--tools', 'all');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Bytes of every value, so that nothing takes them for text. */
const binary = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 7 + 3) % 256));

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const uploadOf = (bytes: Buffer, more: object = {}) => ({
  fileName: 'data.bin',
  contentType: 'application/octet-stream',
  contentBase64: bytes.toString('base64'),
  ...more,
});

const upload = async (bytes: Buffer, more: object = {}) =>
  (await host.done('workspace_file_upload', uploadOf(bytes, more))).file;

/** Sends a file beside the tools, as a prepared upload says. */
async function sent(bytes: Buffer, { fileName, contentType }: { fileName: string; contentType: string }) {
  const { uploadUrl, fileField } = await host.done('workspace_file_upload_prepare', {});
  const body = new FormData();
  body.append(fileField, new Blob([Uint8Array.from(bytes)], { type: contentType }), fileName);
  const authorization = `Bearer ${await accessToken(host.dataFolder)}`;
  const response = await fetch(uploadUrl, { method: 'POST', body, headers: { authorization } });
  return ((await response.json()) as { file: { id: string } }).file;
}

/** Calls a tool that must refuse, and leave nothing behind. */
async function refused(tool: string, input: object) {
  const before = await traces(host.dataFolder);
  const { problem } = await host.call(tool, { ...input });
  expect(await traces(host.dataFolder)).toEqual(before);
  return problem;
}

describe('uploading inline', () => {
  test.each(['', 'naïve, \ud83d\ude80\r\n', 'é'.repeat(16_384)])('a text is stored as UTF-8: %j', async (text) => {
    const bytes = Buffer.from(text);
    const file = { fileName: 'a.txt', contentType: 'text/plain', text };
    expect((await host.done('workspace_file_upload', file)).file).toMatchObject({
      size: bytes.length,
      sha256: sha256(bytes),
    });
  });

  test('a text of more bytes than it may have is refused', async () => {
    const file = { fileName: 'a.txt', contentType: 'text/plain', text: `${'é'.repeat(16_384)}a` };
    expect(await refused('workspace_file_upload', file)).toMatchObject({ code: 'too_large', maxBytes: 32_768 });
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['one byte', Buffer.of(0)],
    ['every byte value', binary(256)],
    ['32,768 bytes', binary(32_768)],
  ])('%s comes back byte for byte, with its size and digest', async (_what, bytes) => {
    const file = await upload(bytes);
    const input = { fileId: file.id, as: 'base64', length: 32_768 };
    const content = await host.done('workspace_file_content', input);
    expect(file).toMatchObject({
      id: expect.stringMatching(/^file_[0-9a-z]{26}$/),
      size: bytes.length,
      sha256: sha256(bytes),
    });
    expect(Buffer.from(content.contentBase64 ?? '', 'base64').equals(bytes)).toBe(true);
    expect(content.nextOffset).toBeUndefined();
  });

  test('32,769 bytes are too large, and the refusal names the tool that takes them', async () => {
    const problem = await refused('workspace_file_upload', uploadOf(binary(32_769)));
    expect(problem).toMatchObject({ code: 'too_large', maxBytes: 32_768 });
    expect(problem?.detail).toContain('workspace_file_upload_prepare');
  });

  test.each([
    ['a blank', 'YWJj ZGVm'],
    ['a line end', 'YWJj\n'],
    ['missing padding', 'YWI'],
    ['padding in the middle', 'YQ==YQ=='],
    ['too much padding', 'YWJj===='],
    ['the alphabet of URLs', '-_-_'],
    ['a data URL', 'data:text/plain;base64,YQ=='],
    ['bits that no byte takes', 'YR=='],
    ['such bits of two bytes', 'aGl='],
    ['a line end behind it', 'YQ==\n'],
    ['letters beyond ASCII', 'Ä==='],
  ])('base64 with %s is refused', async (_what, contentBase64) => {
    const problem = await refused('workspace_file_upload', uploadOf(Buffer.of(), { contentBase64 }));
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/contentBase64' }] });
  });

  test.each(['toLowerCase', 'toUpperCase'] as const)('the right digest passes, %s', async (written) => {
    const bytes = binary(100);
    expect((await upload(bytes, { sha256: sha256(bytes)[written]() })).sha256).toBe(sha256(bytes));
  });

  test('the digest of other bytes is refused, and nothing is kept', async () => {
    const input = uploadOf(Buffer.from('nobody else sends this'), { sha256: sha256(binary(100)) });
    const problem = await refused('workspace_file_upload', input);
    expect(problem).toMatchObject({ code: 'digest_mismatch', status: 422 });
  });

  test.each([
    ['no name', { fileName: '' }, 'invalid_request'],
    ['a digest that is none', { sha256: 'abc' }, 'invalid_request'],
    ['a channel that does not exist', { channelId: 'nowhere' }, 'not_found'],
  ])('a file with %s is refused', async (_what, more, code) => {
    expect(await refused('workspace_file_upload', uploadOf(binary(9), more))).toMatchObject({ code });
  });

  test('a key used before with other bytes is refused, and nothing is kept', async () => {
    await upload(Buffer.from('first bytes'), { idempotencyKey: 'upload-1' });
    const other = uploadOf(Buffer.from('second bytes'), { idempotencyKey: 'upload-1' });
    expect(await refused('workspace_file_upload', other)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\Plan "final".docx', 'Plan "final".docx'],
    ['e\u0301te\u0301\u200b\u202e.txt', 'été.txt'],
    [`${'長'.repeat(120)}.pdf`, `${'長'.repeat(83)}.pdf`],
  ])('the name %s is kept as %s', async (given, kept) => {
    expect((await upload(binary(9), { fileName: given })).fileName).toBe(kept);
  });
});

describe('finding and attaching', () => {
  test('an uploaded file is listed, got, and found by a word of its name', async () => {
    const file = await upload(binary(10), { fileName: 'Quarterly zebra report.bin', channelId: 'general' });
    const { files: all } = await host.done('workspace_files_list');
    const { files: named } = await host.done('workspace_files_list', { q: 'zebra' });
    const { files: inChannel } = await host.done('workspace_files_list', { channelId: 'general', q: 'zebra' });
    const short = {
      id: file.id,
      fileName: file.fileName,
      contentType: file.contentType,
      size: file.size,
      at: expect.stringMatching(/:\d\dZ$/) as string,
      by: 1,
      attachedTo: [file.links[0]!.targetId],
    };
    expect(all[0]).toEqual(short);
    expect([named, inChannel]).toEqual([[short], [short]]);
    expect((await host.done('workspace_file_get', { fileId: file.id })).file).toEqual(file);
  });

  test('a file attached to a channel and a session stays with the one when the other is taken away', async () => {
    const { id: fileId } = await upload(binary(11), { channelId: 'general' });
    const { session } = await host.done('workspace_session_start', { title: 'With a file' });
    const { file: both } = await host.done('workspace_file_attach', {
      fileId,
      targetType: 'session',
      targetId: session.id,
    });
    const { file: one } = await host.done('workspace_file_detach', {
      fileId,
      targetType: 'channel',
      targetId: 'general',
    });
    expect(both.links.map(({ targetType }) => targetType).sort()).toEqual(['channel', 'session']);
    expect(one.links).toMatchObject([{ targetType: 'session', targetId: session.id }]);
  });

  test('attaching and detaching are harmless to repeat, and the file stays', async () => {
    const link = { fileId: (await upload(binary(12))).id, targetType: 'channel', targetId: 'general' };
    const attached = [await host.done('workspace_file_attach', link), await host.done('workspace_file_attach', link)];
    const detached = [await host.done('workspace_file_detach', link), await host.done('workspace_file_detach', link)];
    expect(attached.map(({ file }) => file.links.length)).toEqual([1, 1]);
    expect(detached.map(({ file }) => file.links)).toEqual([[], []]);
    expect((await host.done('workspace_file_get', { fileId: link.fileId })).file.size).toBe(12);
  });

  test.each([
    ['workspace_file_get', {}],
    ['workspace_file_content', {}],
    ['workspace_file_attach', { targetType: 'channel', targetId: 'general' }],
    ['workspace_file_detach', { targetType: 'channel', targetId: 'general' }],
  ])('%s knows no other file', async (tool, more) => {
    const { problem } = await host.call(tool, { fileId: 'file_unknown', ...more });
    expect(problem).toMatchObject({ code: 'not_found' });
  });
});

describe('images', () => {
  test('an image is an image block, byte for byte, and nothing beside it holds its bytes', async () => {
    const { id: fileId } = await upload(png, { fileName: 'dot.png', contentType: 'image/png' });
    const { content, structured } = await host.call('workspace_file_content', { fileId });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: png.toString('base64') });
    expect(structured).toBeUndefined();
    expect(JSON.parse(content[0]!.text!)).toMatchObject({
      encoding: 'image',
      contentType: 'image/png',
      size: png.length,
    });
    expect(content[0]!.text).not.toContain(png.toString('base64').slice(0, 40));
  });

  test('its bytes are base64 only when asked', async () => {
    const { id: fileId } = await upload(png, { fileName: 'dot.png', contentType: 'image/png' });
    const { content, structured } = await host.call('workspace_file_content', { fileId, as: 'base64', length: 10 });
    expect(content.map(({ type }) => type)).toEqual(['text']);
    expect(structured.contentBase64).toBe(png.subarray(0, 10).toString('base64'));
  });

  test.each([
    ['an image of 5 MiB', limits.shownImageBytes, 'image'],
    ['a larger one', limits.shownImageBytes + 1, 'resource_link'],
  ])('%s comes as %s', async (_what, size, type) => {
    const bytes = Buffer.concat([png, Buffer.alloc(size - png.length)]);
    const file = await sent(bytes, { fileName: 'large.png', contentType: 'image/png' });
    const { content, structured } = await host.call('workspace_file_content', { fileId: file.id });
    expect(structured).toBeUndefined();
    expect(content.map((block) => block.type)).toEqual(['text', type]);
    if (type === 'image') expect(Buffer.from(content[1]!.data!, 'base64').equals(bytes)).toBe(true);
    else expect(content[1]).toMatchObject({ name: 'large.png', mimeType: 'image/png', size });
    expect(content[0]!.text!.length).toBeLessThan(1_000);
  });

  test('bytes of something else are not called an image', async () => {
    const fake = await upload(Buffer.from('plain words'), { fileName: 'fake.png', contentType: 'image/png' });
    const { content } = await host.call('workspace_file_content', { fileId: fake.id });
    expect(fake.contentType).not.toMatch(/^image/);
    expect(content.map(({ type }) => type)).toEqual(['text']);
  });
});
