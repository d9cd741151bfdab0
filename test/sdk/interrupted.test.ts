import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { downloadTo, type GatewayOptions, type Progress, WorkspaceClient } from '../../src/sdk/index.ts';
import { type Cut, cutting } from '../support/networks.ts';
import { patience } from '../support/patience.ts';
import { folderOfItsOwn } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const gateway = sharedGateway();
const size = 50 * 1024 * 1024;
const bytes = randomBytes(size);
const sha256 = createHash('sha256').update(bytes).digest('hex');

const clientAt = (baseUrl: string, options: Partial<GatewayOptions> = {}) =>
  new WorkspaceClient({ baseUrl, token: gateway.admin.token!, ...options });

/** Where a connection is cut; that the places are others each time finds more than the same ones would. */
const somewhere = (): number => Math.floor(Math.random() * size);

async function bigFile(): Promise<string> {
  const path = join(await folderOfItsOwn(), 'big.bin');
  await writeFile(path, bytes);
  return path;
}

/** The rows and blobs that uploads have left, including unfinished files. */
async function leftBehind() {
  const { rows, blobs } = await traces(gateway.dataFolder);
  return { files: rows.files!, keys: rows.idempotency_keys!, blobs };
}

test.each<[where: string, cuts: () => Cut[]]>([
  ['at three places on the way up', () => [{ up: somewhere() }, { up: somewhere() }, { up: somewhere() }]],
  ['before a byte, and when only the answer is left', () => [{ up: 0 }, { down: 0 }]],
  ['in the middle of the answer', () => [{ down: 100 }]],
])('an upload of 50 MiB whose connection is cut %s is stored once', async (_where, cuts) => {
  const [before, left] = [await leftBehind(), cuts()];
  const planned = [...left];
  const client = clientAt(await cutting(gateway.url, left));
  const told: Progress[] = [];
  const { file } = await client.files.upload(
    { file: await bigFile(), channelId: 'general' },
    { onProgress: (progress) => told.push(progress) },
  );
  expect({ ...file, planned, left }).toMatchObject({ fileName: 'big.bin', size, sha256, planned, left: [] });
  expect(told.at(-1)).toEqual({ bytes: size, total: size });
  const stored = { files: before.files + 1, keys: before.keys + 1, blobs: [`${sha256.slice(0, 2)}/${sha256}`] };
  await expect.poll(leftBehind, patience).toEqual(stored);
});

test('an upload that is cut more often than it is tried leaves nothing, and says that the connection was lost', async () => {
  const before = await leftBehind();
  const cut = { up: somewhere() };
  const client = clientAt(await cutting(gateway.url, [cut, cut]), { retries: 1 });
  const upload = client.files.upload({ file: await bigFile(), idempotencyKey: 'cut' });
  await expect(upload).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^The gateway at http:\/\/127\.0\.0\.1:\d+ cannot be reached/),
    cause: expect.any(Error),
  });
  await expect.poll(leftBehind, patience).toEqual(before);
  const { file } = await client.files.upload({ file: await bigFile(), idempotencyKey: 'cut' });
  expect(file.sha256).toBe(sha256);
});

test('a stream is sent once: it could not be read again', async () => {
  const before = await leftBehind();
  const client = clientAt(await cutting(gateway.url, [{ up: 1_000_000 }]));
  const stream = new Blob([bytes]).stream();
  const upload = client.files.upload({ file: { fileName: 'stream.bin', bytes: stream, size } });
  await expect(upload).rejects.toMatchObject({ code: 'unavailable' });
  await expect.poll(leftBehind, patience).toEqual(before);
});

test('bytes that can be read again are sent again', async () => {
  const client = clientAt(await cutting(gateway.url, [{ up: somewhere() }]));
  const again = { [Symbol.asyncIterator]: () => new Blob([bytes]).stream()[Symbol.asyncIterator]() };
  const { file } = await client.files.upload({ file: { fileName: 'again.bin', bytes: again, repeatable: true } });
  expect(file.sha256).toBe(sha256);
});

test('an unreadable file of a path is the error', async () => {
  const client = clientAt(gateway.url);
  const folder = await folderOfItsOwn();
  for (const path of [folder, join(folder, 'none.txt')])
    await expect(client.files.upload({ file: path })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `/file: is a path at which no file can be read: ${path}`,
    });
  const failing = async function* () {
    yield Buffer.alloc(1000);
    throw new Error('the disk is gone');
  };
  const upload = client.files.upload({ file: { fileName: 'a', bytes: failing(), repeatable: true } });
  await expect(upload).rejects.toThrow('the disk is gone');
});

let fileId: string;
beforeAll(async () => {
  fileId = (await clientAt(gateway.url).files.upload({ file: { fileName: 'all.bin', bytes } })).file.id;
});

test('a download that is cut goes on where it broke off', async () => {
  const cuts = [{ down: 0 }, ...Array.from({ length: 6 }, () => ({ down: Math.floor(somewhere() / 8) }))];
  const planned = [...cuts];
  const client = clientAt(await cutting(gateway.url, cuts));
  const { content } = await client.files.content({ fileId });
  const digest = createHash('sha256');
  for await (const chunk of await content.open()) digest.update(chunk);
  expect([digest.digest('hex'), cuts, planned]).toEqual([sha256, [], planned]);
});

test('so does a part of a file', async () => {
  const client = clientAt(await cutting(gateway.url, [{ down: 2_000_000 }, { down: 3_000_000 }]));
  const { content } = await client.files.content({ fileId });
  const part = Buffer.concat(await Array.fromAsync(await content.open({ start: 1_000, end: 9_000_999 })));
  expect(part.equals(bytes.subarray(1_000, 9_001_000))).toBe(true);
});

test('a download to a path is there whole or not at all', async () => {
  const folder = await folderOfItsOwn();
  const path = join(folder, 'big.bin');
  const cut = { down: 5_000_000 };
  const unlucky = clientAt(await cutting(gateway.url, [cut, cut]), { retries: 0 });
  await expect(downloadTo(unlucky, { fileId, path })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readdir(folder)).toEqual([]);

  const told: Progress[] = [];
  const client = clientAt(await cutting(gateway.url, [cut, { down: somewhere() }]));
  const file = await downloadTo(client, { fileId, path }, { onProgress: (progress) => told.push(progress) });
  expect([file.id, told.at(-1)]).toEqual([fileId, { bytes: size, total: size }]);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  await expect(downloadTo(client, { fileId, path })).rejects.toMatchObject({ code: 'already_exists' });
  expect(await readdir(folder)).toEqual(['big.bin']);
});

test('one of two downloads to one path at once is there, and the other is told', async () => {
  const path = join(await folderOfItsOwn(), 'big.bin');
  const client = clientAt(gateway.url);
  const both = [downloadTo(client, { fileId, path }), downloadTo(client, { fileId, path })];
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already_exists' } });
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a download that is aborted leaves nothing', async () => {
  const folder = await folderOfItsOwn();
  const aborting = new AbortController();
  const onProgress = ({ bytes }: Progress) => bytes > size / 3 && aborting.abort(new Error('enough'));
  const download = downloadTo(
    clientAt(gateway.url),
    { fileId, path: join(folder, 'big.bin') },
    { signal: aborting.signal, onProgress },
  );
  await expect(download).rejects.toThrow('enough');
  expect(await readdir(folder)).toEqual([]);
});
