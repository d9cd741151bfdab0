import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadTo, WorkspaceClient } from '../../src/sdk/index.ts';
import { type Answer, serving } from '../support/networks.ts';
import { folderOfItsOwn } from '../support/product.ts';

const stored = Buffer.from('hello');
const sha256 = createHash('sha256').update(stored).digest('hex');

/** A client of a server that has one file. The server answers each download with the next content. */
async function holding(file: object, ...contents: Answer[]) {
  const metadata = JSON.stringify({ file: { id: 'file_1', fileName: 'hello.txt', size: 5, sha256, ...file } });
  const url = await serving((asked, outgoing) => {
    if (!asked.url!.endsWith('/content')) return void outgoing.end(metadata);
    (contents.length > 1 ? contents.shift()! : contents[0]!)(asked, outgoing);
  });
  return new WorkspaceClient({ baseUrl: url, token: 'token', retries: 2 });
}

/** Part of the bytes; `cut` ends the connection behind them. */
const part =
  (text: string, range: string | undefined, { cut = false } = {}): Answer =>
  (_asked, outgoing) => {
    outgoing.writeHead(206, range === undefined ? {} : { 'content-range': range });
    outgoing.write(text, () => (cut ? outgoing.destroy() : outgoing.end()));
  };

/** Far more bytes than the file has. */
const far: Answer = (_asked, outgoing) => {
  outgoing.writeHead(206, { 'content-range': 'bytes 0-4/5' });
  outgoing.end(Buffer.alloc(16_000_000, 'x'));
};

async function refusalOf(client: WorkspaceClient) {
  const folder = await folderOfItsOwn();
  const path = join(folder, 'hello.txt');
  const error: unknown = await downloadTo(client, { fileId: 'file_1', path }).catch((error: unknown) => error);
  expect(await readdir(folder)).toEqual([]);
  return error;
}

async function bytesOf(client: WorkspaceClient, bytes: Buffer[] = []): Promise<Buffer[]> {
  const { content } = await client.files.content({ fileId: 'file_1' });
  for await (const chunk of await content.open()) bytes.push(Buffer.from(chunk));
  return bytes;
}

const isTooMuch = {
  name: 'WorkspaceError',
  message: expect.stringMatching(/sends more of a file than it was asked for/),
};

test('no more of a file is taken than it has', async () => {
  expect(await refusalOf(await holding({}, far))).toMatchObject(isTooMuch);
  const got: Buffer[] = [];
  await expect(bytesOf(await holding({}, far), got)).rejects.toMatchObject(isTooMuch);
  expect(Buffer.concat(got).length).toBeLessThanOrEqual(5);
  expect(await refusalOf(await holding({}, part('hello!', 'bytes 0-4/5')))).toMatchObject(isTooMuch);
  expect(await refusalOf(await holding({ size: 0 }, far))).toMatchObject({ code: 'unavailable' });
});

test.each(['abc', -1, 1.5, null, undefined, 2 ** 53, '5', [[5]]])('%j is not a size of a file', async (size) => {
  const client = await holding({ size }, far);
  const isNone = { name: 'WorkspaceError', message: expect.stringMatching(/no size of the file/) };
  expect(await refusalOf(client)).toMatchObject(isNone);
  await expect(client.files.content({ fileId: 'file_1' })).rejects.toMatchObject(isNone);
});

test.each<[what: string, range: string | undefined]>([
  ['the start again', 'bytes 0-4/5'],
  ['a place before', 'bytes 1-4/5'],
  ['a place behind', 'bytes 3-4/5'],
  ['more than was asked for', 'bytes 2-9/10'],
  ['no place', undefined],
  ['a place that is none', 'bytes 2/5'],
  ['something else than bytes', 'pages 2-4/5'],
])('a download is not gone on with when it is answered with %s', async (_what, range) => {
  const contents = () => [part('he', 'bytes 0-4/5', { cut: true }), part('hel', range)];
  const isOther = {
    name: 'WorkspaceError',
    message: expect.stringMatching(/did not send the requested part of a file/),
  };
  expect(await refusalOf(await holding({}, ...contents()))).toMatchObject(isOther);
  await expect(bytesOf(await holding({}, ...contents()))).rejects.toMatchObject(isOther);
});

test('it is where it broke off, and so are fewer bytes than were asked for', async () => {
  const whole = await holding(
    {},
    part('he', 'bytes 0-4/5', { cut: true }),
    part('l', 'bytes 2-2/5'),
    part('lo', 'bytes 3-4/5'),
  );
  expect(Buffer.concat(await bytesOf(whole)).toString()).toBe('hello');
});

test('a partial answer that repeats earlier bytes is found by its digest', async () => {
  const client = await holding({}, part('he', 'bytes 0-4/5', { cut: true }), part('hel', 'bytes 2-4/5'));
  expect(await refusalOf(client)).toMatchObject({
    code: 'unavailable',
    message: 'hello.txt did not arrive as it was stored; try again.',
  });
});

test.each<[path: string, range: { start: number; end: number }]>([
  ['/range/start', { start: -5, end: 4 }],
  ['/range/start', { start: NaN, end: 4 }],
  ['/range/start', { start: 0.5, end: 4 }],
  ['/range/end', { start: 0, end: NaN }],
  ['/range/end', { start: 0, end: -1 }],
  ['/range/end', { start: 0 } as { start: number; end: number }],
])('%s that is no place is refused: %j', async (path, range) => {
  const { content } = await (await holding({}, far)).files.content({ fileId: 'file_1' });
  await expect(content.open(range)).rejects.toMatchObject({
    code: 'invalid_request',
    message: `${path}: must be a whole number, 0 or more`,
  });
});
