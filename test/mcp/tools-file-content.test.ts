import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost();

async function upload(bytes: Buffer, fileName = 'text.txt', contentType = 'text/plain') {
  const contentBase64 = bytes.toString('base64');
  return (await host.done('workspace_file_upload', { fileName, contentType, contentBase64 })).file.id;
}

const content = (fileId: string, more: object = {}) => host.done('workspace_file_content', { fileId, ...more });

/** Reads window after window until none follows. */
async function windowsOf(fileId: string, more: object = {}) {
  const windows = [await content(fileId, more)];
  for (let next = windows[0]!.nextOffset; next !== undefined; next = windows.at(-1)!.nextOffset)
    windows.push(await content(fileId, { ...more, offset: next }));
  return windows;
}

const bytesOf = (window: { text?: string; contentBase64?: string }) =>
  window.text === undefined ? Buffer.from(window.contentBase64 ?? '', 'base64') : Buffer.from(window.text);

const samples: [what: string, text: string][] = [
  ['one byte a character', 'abcdefghijklmnopqrstuvwxyz'.repeat(10)],
  ['two bytes a character', 'äöüßéñ'.repeat(40)],
  ['three bytes a character', '漢字かな交じり'.repeat(30)],
  ['four bytes a character', '🍏🍎🍐🍊'.repeat(30)],
  ['all lengths mixed, after a byte order mark', `\ufeff${'aé漢🍋'.repeat(40)}`],
];

describe.each(samples)('a text of %s', (_what, text) => {
  test.each([4, 5, 7, 64])('is met exactly once in windows of %i bytes, no character cut', async (length) => {
    const windows = await windowsOf(await upload(Buffer.from(text)), { length, raw: true });
    expect(windows.map((window) => window.text).join('')).toBe(text);
    let offset = 0;
    for (const window of windows) {
      expect(window).toMatchObject({ encoding: 'text', offset, length: Buffer.byteLength(window.text ?? '') });
      expect(window.length).toBeLessThanOrEqual(length);
      offset += window.length;
    }
    expect(offset).toBe(windows[0]!.size);
  });
});

test('a window names file, type, place, size, where it goes on and where the whole is', async () => {
  const fileId = await upload(Buffer.from('0123456789'));
  const window = await content(fileId, { offset: 2, length: 5 });
  expect(window).toEqual({
    notice: expect.any(String),
    fileId,
    contentType: 'text/plain',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    createdBy: { id: expect.stringMatching(/^usr_/), name: expect.any(String) },
    interfaceType: 'mcp',
    encoding: 'text',
    text: '23456',
    offset: 2,
    length: 5,
    size: 10,
    nextOffset: 7,
    downloadUrl: expect.stringMatching(new RegExp(`^http://127.0.0.1:\\d+/api/workspace/files/${fileId}/content$`)),
  });
});

test('binary content is met exactly once in windows of base64', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 13) % 256));
  const windows = await windowsOf(await upload(bytes, 'a.bin', 'application/octet-stream'), { length: 333 });
  expect(windows.map(({ encoding, length }) => [encoding, length])).toEqual([
    ['base64', 333],
    ['base64', 333],
    ['base64', 333],
    ['base64', 1],
  ]);
  expect(Buffer.concat(windows.map(bytesOf)).equals(bytes)).toBe(true);
});

test.each([
  ['text that is not UTF-8', Buffer.from('na\xefve caf\xe9\n', 'latin1')],
  ['text whose last character is cut off', Buffer.from('caf\xc3', 'latin1')],
  ['text with a stray continuation byte first', Buffer.from('\x80abc', 'latin1')],
  ['text that turns into something else', Buffer.concat([Buffer.from('a'.repeat(100)), Buffer.from([0xff, 0xfe])])],
])('every byte is met exactly once, whatever the type says: %s', async (_what, bytes) => {
  const fileId = await upload(bytes);
  for (const length of [4, 64, 16_384]) {
    const windows = await windowsOf(fileId, { length });
    expect(Buffer.concat(windows.map(bytesOf)).toString('latin1')).toBe(bytes.toString('latin1'));
  }
});

test('a window that begins inside a character begins with the next one', async () => {
  const fileId = await upload(Buffer.from('🍏🍎🍐'));
  expect(await content(fileId, { offset: 1, length: 8 })).toMatchObject({
    text: '🍎',
    offset: 4,
    length: 4,
    nextOffset: 8,
  });
});

test('a window too short to hold a whole character from there still says where it goes on', async () => {
  const fileId = await upload(Buffer.from('🍏🍎🍐'));
  const windows = await windowsOf(fileId, { offset: 1, length: 4 });
  expect(windows.map((window) => window.text).join('')).toBe('🍎🍐');
});

describe('as', () => {
  const text = Buffer.from('{"größe": 1}');
  const cases: [as: string, type: string, encoding: string][] = [
    ['auto', 'application/json', 'text'],
    ['auto', 'text/csv', 'text'],
    ['auto', 'application/x-own-format', 'base64'],
    ['text', 'application/x-own-format', 'text'],
    ['base64', 'text/plain', 'base64'],
  ];
  test.each(cases)('%s shows %s as %s', async (as, contentType, encoding) => {
    const window = await content(await upload(text, 'file', contentType), { as });
    expect(window.encoding).toBe(encoding);
    expect(bytesOf(window).equals(text)).toBe(true);
    expect(window.text === undefined).toBe(encoding === 'base64');
  });

  test('text of bytes that are none is refused', async () => {
    const fileId = await upload(Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'a.bin', 'application/octet-stream');
    const { problem } = await host.call('workspace_file_content', { fileId, as: 'text' });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/as' }] });
  });
});

test.each([
  ['of an empty file', Buffer.of(), { offset: 0 }],
  ['at the very end', Buffer.from('abc'), { offset: 3 }],
])('a window %s is empty', async (_what, bytes, more) => {
  const window = await content(await upload(bytes), more);
  expect(window).toMatchObject({ length: 0, size: bytes.length });
  expect(window.nextOffset).toBeUndefined();
});

test('a window behind the end is refused', async () => {
  const { problem } = await host.call('workspace_file_content', {
    fileId: await upload(Buffer.from('abc')),
    offset: 4,
  });
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/offset' }] });
});

test('a document is met exactly once in windows, no character cut', async () => {
  const content = 'aé漢🍋\n'.repeat(50);
  const { artifact } = await host.done('workspace_artifact_create', { kind: 'markdown', title: 'Mixed', content });
  const window = async (offset: number, length: number) =>
    (await host.done('workspace_artifact_get', { artifactId: artifact.id, offset, length })).artifact;
  for (const length of [4, 7, 100]) {
    const windows = [await window(0, length)];
    for (let next = windows[0]!.nextOffset; next !== undefined; next = windows.at(-1)!.nextOffset)
      windows.push(await window(next, length));
    expect(windows.map((read) => read.content).join('')).toBe(content);
    for (const read of windows)
      expect(read).toMatchObject({ length: Buffer.byteLength(read.content), size: artifact.size });
  }
});
