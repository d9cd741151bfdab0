import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../schemas/errors.ts';
import { field, filePart, form, rawForm, rawFormType, textFile, uploadRaw } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, type Reply, sharedGateway } from '../support/rest.ts';
import { blobsIn, traces } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  await gateway.admin.done('POST /channels', { name: 'News', openWriting: false });
  await gateway.admin.done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
});

async function refused(upload: () => Promise<Reply>, code: ErrorCode, paths?: string[]): Promise<void> {
  const before = await traces(gateway.dataFolder);
  expectProblem(await upload(), code, paths);
  expect(await traces(gateway.dataFolder)).toEqual(before);
}

describe('a file is kept byte for byte and placed where the form says:', () => {
  const file: [string, string] = [filePart('notes.txt'), 'first\r\nsecond\r\n'];

  test.each<[what: string, parts: [string, string][]]>([
    ['before the bytes', [[field('channelId'), 'general'], file]],
    ['after the bytes', [file, [field('channelId'), 'general']]],
  ])('channelId %s', async (_what, parts) => {
    const { status, body } = await uploadRaw(gateway.admin, ...parts);
    expect(status).toBe(201);
    const { channel } = await gateway.admin.done('GET /channels/general');
    expect(body.file).toMatchObject({
      fileName: 'notes.txt',
      contentType: 'text/plain',
      size: 15,
      sha256: sha256('first\r\nsecond\r\n'),
      links: [{ targetType: 'channel', targetId: channel.id }],
    });
    const { files } = await gateway.admin.done('GET /files?channelId=general&limit=1');
    expect(files[0]?.id).toBe(body.file.id);
  });

  test('in a session of their own', async () => {
    const { session } = await gateway.admin.done('POST /sessions', {});
    const { body } = await uploadRaw(gateway.admin, [field('sessionId'), session.id], file);
    expect(body.file.links).toMatchObject([{ targetType: 'session', targetId: session.id }]);
  });

  test('nowhere, and then it is attached nowhere', async () => {
    expect((await uploadRaw(gateway.admin, file)).body.file.links).toEqual([]);
  });

  test.each(['before', 'after'])('with the digest of its bytes in upper case, %s them', async (where) => {
    const digest: [string, string] = [field('sha256'), sha256(file[1]).toUpperCase()];
    const { status } = await uploadRaw(gateway.admin, ...(where === 'before' ? [digest, file] : [file, digest]));
    expect(status).toBe(201);
  });

  test.each(['', '\0'.repeat(70_000), '\r\n--edge', '--edge--'])('whatever its bytes are (%j)', async (bytes) => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile(bytes), 'x.bin']));
    expect((await gateway.admin.call(`GET /files/${file.id}/content`)).bytes.toString()).toBe(bytes);
  });
});

describe('an upload is refused, and leaves nothing, when', () => {
  /** Too long to have arrived whole when its beginning is looked at. */
  const bytes = () => textFile(crypto.randomUUID().repeat(20_000));
  const file = (): [string, Blob, string] => ['file', bytes(), 'a.txt'];
  const text = 'x'.repeat(70_000);
  const manyFields = (count: number) =>
    Array.from({ length: count }, (_, n): [string, string] => [`field${n}`, 'value']);
  const manyNames = (count: number) => manyFields(count).map(([name]) => `/${name}`);

  test.each<[what: string, body: () => FormData, code: ErrorCode, paths?: string[]]>([
    ['there is no file', () => form(['channelId', 'general']), 'invalid_request', ['/file']],
    ['there are two files', () => form(file(), file()), 'invalid_request', ['/file']],
    ['the file has no name', () => form(['file', bytes(), '']), 'invalid_request', ['/file']],
    ['the file is a text field', () => form(['file', 'text']), 'invalid_request', ['/file']],
    ['the file is in another part', () => form(['attachment', bytes(), 'a.txt']), 'invalid_request', ['/attachment']],
    ['another part has a file too', () => form(file(), ['more', bytes(), 'b.txt']), 'invalid_request', ['/more']],
    ['an unknown field comes before', () => form(['chanelId', 'general'], file()), 'invalid_request', ['/chanelId']],
    ['an unknown field comes after', () => form(file(), ['chanelId', 'general']), 'invalid_request', ['/chanelId']],
    ['the field __proto__ comes before', () => form(['__proto__', '1'], file()), 'invalid_request', ['/__proto__']],
    ['the field __proto__ comes after', () => form(file(), ['__proto__', '1']), 'invalid_request', ['/__proto__']],
    [
      'a field is there twice',
      () => form(['channelId', 'general'], file(), ['channelId', 'general']),
      'invalid_request',
      ['/channelId'],
    ],
    ['it has more fields than any operation takes', () => form(...manyFields(11), file()), 'invalid_request', ['']],
    ['it has fields that are unknown', () => form(...manyFields(10), file()), 'invalid_request', manyNames(10)],
    ['a field is too long', () => form(['channelId', text], file()), 'invalid_request', ['/channelId']],
    ['it names two places', () => form(['channelId', 'general'], ['sessionId', 'ses_1'], file()), 'invalid_request'],
    [
      'it names two places, one late',
      () => form(['channelId', 'general'], file(), ['sessionId', 'ses_1']),
      'invalid_request',
    ],
    ['sha256 is no digest', () => form(['sha256', 'abc'], file()), 'invalid_request', ['/sha256']],
    ['sha256 is no digest, late', () => form(file(), ['sha256', 'abc']), 'invalid_request', ['/sha256']],
    ['its digest is another', () => form(['sha256', 'a'.repeat(64)], file()), 'digest_mismatch', ['/sha256']],
    ['its digest is another, late', () => form(file(), ['sha256', 'a'.repeat(64)]), 'digest_mismatch', ['/sha256']],
    ['the channel is unknown', () => form(['channelId', 'ch_1'], file()), 'not_found'],
    ['the channel is unknown, late', () => form(file(), ['channelId', 'ch_1']), 'not_found'],
    ['the channel is not seen', () => form(['channelId', 'board'], file()), 'not_found'],
    ['the channel is not seen, late', () => form(file(), ['channelId', 'board']), 'not_found'],
    ['the channel is only read', () => form(['channelId', 'news'], file()), 'forbidden'],
    ['the channel is only read, late', () => form(file(), ['channelId', 'news']), 'forbidden'],
    ['the session is unknown', () => form(['sessionId', 'ses_1'], file()), 'not_found'],
    ['the record is unknown', () => form(['recordId', 'rec_1'], file()), 'not_found'],
  ])('%s', async (_what, body, code, paths) => {
    await refused(() => gateway.as(mia).call('POST /files', body()), code, paths);
  });

  test('a query parameter says where it goes', async () => {
    await refused(() => gateway.admin.call('POST /files?channelId=general', form(file())), 'invalid_request', [
      'channelId',
    ]);
  });

  const begun = rawForm([filePart('a.txt'), 'hello']).subarray(0, -'\r\n--edge--\r\n'.length);
  test.each<[what: string, body: Buffer, type?: string]>([
    ['the form ends within the file', begun],
    ['the form ends within a large file', Buffer.concat([begun, Buffer.alloc(300_000, 'a')])],
    ['the form ends behind the file', Buffer.concat([begun, Buffer.from('\r\n--edge\r\n')])],
    [
      'the form ends within a later field',
      Buffer.concat([begun, Buffer.from(`\r\n--edge\r\n${field('channelId')}\r\n\r\ngen`)]),
    ],
    ['the form ends within the headers of the file', begun.subarray(0, 50)],
    ['the form is empty', Buffer.alloc(0)],
    ['the form is no form', Buffer.from('hello')],
    ['the form has no part', Buffer.from('--edge--\r\n')],
    ['the boundary is another', rawForm([filePart('a.txt'), 'hello']), 'multipart/form-data; boundary=other'],
    ['the boundary is missing', rawForm([filePart('a.txt'), 'hello']), 'multipart/form-data; charset=utf-8'],
    ['the boundary is empty', rawForm([filePart('a.txt'), 'hello']), 'multipart/form-data; boundary='],
    ['a part has no name', rawForm(['Content-Disposition: form-data; filename="a.txt"', 'hello'])],
  ])('%s', async (_what, body, type) => {
    const headers = type === undefined ? rawFormType : { 'content-type': type };
    await refused(() => gateway.admin.call('POST /files', body, headers), 'invalid_request');
  });
});

test('bytes after the end of a form are skipped, also after a part that nobody reads', async () => {
  const unread = ['Content-Disposition: ; name="file"', 'a'.repeat(100_000)] as const;
  const body = Buffer.concat([rawForm([...unread], [filePart('a.txt'), 'hello']), Buffer.alloc(100_000, 'b')]);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => gateway.admin.call('POST /files', body, rawFormType)),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
});

test('the same bytes, sent at once by many, become many files on one blob', async () => {
  const text = crypto.randomUUID();
  const before = (await blobsIn(gateway.dataFolder)).length;
  const upload = (by: Account) => by.done('POST /files', form(['file', textFile(text), 'same.txt']));
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => upload(n % 2 ? gateway.admin : gateway.as(mia))),
  );
  expect(new Set(answers.map(({ file }) => file.id)).size).toBe(16);
  expect(await blobsIn(gateway.dataFolder)).toHaveLength(before + 1);
  for (const { file } of answers.slice(0, 2)) {
    const reader = file.createdBy.name === mia ? gateway.as(mia) : gateway.admin;
    expect((await reader.call(`GET /files/${file.id}/content`)).bytes.toString()).toBe(text);
  }
});
