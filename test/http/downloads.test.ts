import { readdirSync, readlinkSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const content = '0123456789';
let [path, etag, emptyPath] = ['', '', ''];

beforeAll(async () => {
  const { file } = await gateway.admin.done('POST /files', form(['file', textFile(content), 'digits.txt']));
  [path, etag] = [`/files/${file.id}/content`, `"${file.sha256}"`];
  const empty = await gateway.admin.done('POST /files', form(['file', textFile(''), 'empty.txt']));
  emptyPath = `/files/${empty.file.id}/content`;
});

const get = (headers: Record<string, string>, from = path) => gateway.admin.call(`GET ${from}`, undefined, headers);

describe('a download cannot run in a browser:', () => {
  test.each([
    ['content-disposition', /^attachment; filename="?digits\.txt"?$/],
    ['x-content-type-options', /^nosniff$/],
    ['content-security-policy', /^sandbox$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['content-type', /^text\/plain$/],
    ['content-length', /^10$/],
    ['accept-ranges', /^bytes$/],
    ['cache-control', /\bprivate\b/],
  ])('%s', async (name, value) => {
    const [whole, part] = await Promise.all([get({}), get({ range: 'bytes=0-9' })]);
    expect(whole.bytes.toString()).toBe(content);
    for (const reply of [whole, part]) expect(reply.headers.get(name)).toMatch(value);
  });
});

test('its ETag is the digest of the bytes', async () => {
  expect((await get({})).headers.get('etag')).toBe(etag);
});

describe('If-None-Match', () => {
  test.each<[header: string, status: number]>([
    ['ETAG', 304],
    ['W/ETAG', 304],
    ['"other", ETAG', 304],
    ['*', 304],
    ['"other"', 200],
    ['W/"other"', 200],
  ])('%s answers %i', async (header, status) => {
    const reply = await get({ 'if-none-match': header.replace('ETAG', etag) });
    expect([reply.status, reply.bytes.toString()]).toEqual([status, status === 304 ? '' : content]);
    expect(reply.headers.get('etag')).toBe(etag);
  });

  test('comes before Range', async () => {
    expect((await get({ 'if-none-match': etag, range: 'bytes=0-0' })).status).toBe(304);
  });
});

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=2-5', '2345', '2-5'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=5-100', '56789', '5-9'],
    ['bytes=0-', content, '0-9'],
    ['bytes=-10', content, '0-9'],
    ['bytes=-11', content, '0-9'],
    ['bytes=-99999', content, '0-9'],
  ])('%s is served', async (range, bytes, place) => {
    const reply = await get({ range });
    expect([reply.status, reply.bytes.toString()]).toEqual([206, bytes]);
    expect(reply.headers.get('content-range')).toBe(`bytes ${place}/10`);
    expect(reply.headers.get('content-length')).toBe(String(bytes.length));
  });

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s cannot be', async (range) => {
    const reply = await get({ range });
    const problem = expectProblem(reply, 'range_not_satisfiable');
    expect(problem.detail).toContain('10 bytes');
    expect([reply.headers.get('content-range'), reply.headers.get('etag')]).toEqual(['bytes */10', etag]);
    expect(reply.headers.get('content-disposition')).toBeNull();
  });

  test.each(['bytes=0-0,-1', 'bytes=0-1,5-6,8-9', 'lines=0-1', 'bytes=a-b', 'bytes=5-2', 'bytes', 'bytes=', ''])(
    '%j gets the whole',
    async (range) => {
      const reply = await get({ range });
      expect([reply.status, reply.bytes.toString()]).toEqual([200, content]);
    },
  );

  test.each<[condition: string, status: number]>([
    ['ETAG', 206],
    ['W/ETAG', 200],
    ['"other"', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('If-Range %s answers %i', async (condition, status) => {
    const reply = await get({ range: 'bytes=1-2', 'if-range': condition.replace('ETAG', etag) });
    expect([reply.status, reply.bytes.toString()]).toEqual([status, status === 206 ? '12' : content]);
  });
});

describe('an empty file', () => {
  test('is downloaded as nothing', async () => {
    const reply = await get({}, emptyPath);
    expect([reply.status, reply.headers.get('content-length'), reply.bytes.length]).toEqual([200, '0', 0]);
  });

  test.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('has no %s', async (range) => {
    const reply = await get({ range }, emptyPath);
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, 'bytes */0']);
  });
});

describe('HEAD tells of a download without the bytes:', () => {
  test.each<[what: string, headers: Record<string, string>, status: number, length: string | null]>([
    ['the whole', {}, 200, '10'],
    ['a range', { range: 'bytes=2-4' }, 206, '3'],
  ])('%s', async (_what, headers, status, length) => {
    const reply = await gateway.admin.call(`HEAD ${path}`, undefined, headers);
    expect([reply.status, reply.headers.get('content-length'), reply.bytes.length]).toEqual([status, length, 0]);
    expect(reply.headers.get('etag')).toBe(etag);
  });

  test('a range that cannot be', async () => {
    const reply = await gateway.admin.call(`HEAD ${path}`, undefined, { range: 'bytes=10-' });
    expect([reply.status, reply.headers.get('content-range'), reply.bytes.length]).toEqual([416, 'bytes */10', 0]);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('what the client has already', async () => {
    const reply = await gateway.admin.call(`HEAD ${path}`, undefined, { 'if-none-match': etag });
    expect(reply.status).toBe(304);
  });

  test.runIf(process.platform === 'linux')('nothing of a large file is read behind the answer', async () => {
    const large = new Blob([Buffer.alloc(32_000_000)]);
    const { file } = await gateway.admin.done('POST /files', form(['file', large, 'zeros.bin']));
    for (let asked = 0; asked < 20; asked += 1) {
      const { status, headers } = await gateway.admin.call(`HEAD /files/${file.id}/content`);
      expect([status, headers.get('content-length')]).toEqual([200, '32000000']);
      expect(openFiles().filter((path) => path.includes(file.sha256.slice(2)))).toEqual([]);
    }
  });
});

/** The files that the gateway has open. */
const openFiles = (): string[] =>
  readdirSync(`/proc/${gateway.process.pid}/fd`).flatMap((name) => {
    try {
      return readlinkSync(`/proc/${gateway.process.pid}/fd/${name}`);
    } catch {
      return []; // It was closed meanwhile.
    }
  });

test('32 downloads at once each get all bytes of a large file', async () => {
  const large = Buffer.alloc(3_000_000, 'abcdefg');
  const { file } = await gateway.admin.done('POST /files', form(['file', new Blob([large]), 'large.bin']));
  const replies = await Promise.all(Array.from({ length: 32 }, () => get({}, `/files/${file.id}/content`)));
  expect(replies.map((reply) => reply.bytes.equals(large))).toEqual(Array(32).fill(true));
});
