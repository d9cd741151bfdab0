import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Entry, fromBufferPromise } from 'yauzl';
import { limits } from '../../schemas/limits.ts';
import { savedView } from '../support/data-sets.ts';
import { form } from '../support/forms.ts';
import { importCsv } from '../support/imports.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Manifest {
  readonly channel: { readonly id: string; readonly slug: string; readonly name: string };
  readonly exportedAt: string;
  readonly entries: readonly { path: string; type: string; id: string; title?: string; versionId?: string }[];
}

/** The entries of an exported channel by path, as another program reads them. */
async function exported(by: Account, channel: string) {
  const { status, bytes, headers } = await by.call(`GET /channels/${channel}/export`);
  expect(status).toBe(200);
  const entries = new Map<string, Buffer>();
  const archive = await fromBufferPromise(bytes, {
    strictFileNames: true,
    validateEntrySizes: true,
    lazyEntries: true,
  });
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    expect(entries.has(entry.fileName)).toBe(false);
    entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as Manifest;
  return { headers, entries, manifest, paths: [...entries.keys()] };
}

describe('a channel', () => {
  let sheetId: string;
  let viewId: string;
  const long = 'Zeile mit Ümlaut 🚢\n'.repeat(40_000);

  beforeAll(async () => {
    const { admin } = gateway;
    await admin.done('POST /channels', { name: 'Harbour', slug: 'harbour' });
    const artifact = (kind: string, title: string, content: string, more: object = { channelId: 'harbour' }) =>
      admin.done('POST /artifacts', { kind, title, content, idempotencyKey: crypto.randomUUID(), ...more });
    await artifact('markdown', 'Plan', long);
    await artifact('markdown', 'plan', '# Another\n');
    await artifact('markdown', '../../etc/Pass: word?', 'safe');
    await artifact('markdown', 'Mine alone', 'secret words', {});
    sheetId = (await artifact('csv', 'Fees.csv', 'a;b\r\n1;2\r\n')).artifact.id;
    await importCsv(admin, 'harbour', 'Name,Fee\nAda,1.50\n', { name: 'Ships' });
    await importCsv(admin, 'harbour', 'Name\nBob\n', { name: 'Ships' });
    const { dataSet } = await importCsv(admin, 'harbour', 'Name\nCat\n', { name: 'Boats' });
    const { objectTypeId } = dataSet;
    viewId = (
      await savedView(admin, 'harbour', { name: 'By: name', objectTypeId, renderer: 'table', columns: ['name'] })
    ).id;
    const { record } = await admin.done('POST /channels/harbour/records', { objectTypeId, title: 'Dory', values: {} });
    for (const fileName of ['photo.png', 'two.tar.gz']) {
      const { file } = await admin.done('POST /files', form(['file', new Blob([fileName]), fileName]));
      await admin.done(`POST /files/${file.id}/links`, { targetType: 'record', targetId: record.id });
      if (fileName === 'two.tar.gz')
        await admin.done(`POST /files/${file.id}/links`, { targetType: 'channel', targetId: 'harbour' });
    }
    for (const content of ['one', 'two'])
      await admin.done('POST /files', form(['channelId', 'harbour'], ['file', new Blob([content]), 'a.tar.gz']));
    await admin.done('POST /files', form(['channelId', 'harbour'], ['file', new Blob([]), 'empty']));
    const { post } = await admin.done('POST /channels/harbour/posts', { body: 'First' });
    await admin.done(`POST /channels/harbour/posts/${post.id}/replies`, { body: 'A reply' });
    await admin.done('POST /channels/harbour/posts', { body: 'Second\nline' });
  });

  test('is an archive of what is in it, each entry by a name of its own', async () => {
    const { entries, manifest, headers, paths } = await exported(gateway.admin, 'harbour');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?harbour\.zip"?$/);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(paths.toSorted()).toEqual([
      'data-sets/Boats.csv',
      'data-sets/Ships (2).csv',
      'data-sets/Ships.csv',
      'documents/..-..-etc-Pass- word-.md',
      'documents/Plan (2).md',
      'documents/plan.md',
      'files/a.tar (2).gz',
      'files/a.tar.gz',
      'files/empty',
      'files/photo.png',
      'files/two.tar.gz',
      'manifest.json',
      'posts.jsonl',
      'sheets/Fees.csv',
      'views/By- name.json',
    ]);
    expect(sha256(entries.get('documents/Plan (2).md')!)).toBe(sha256(Buffer.from(long)));
    expect(entries.get('sheets/Fees.csv')!.toString()).toBe('a;b\r\n1;2\r\n');
    expect(entries.get('data-sets/Ships.csv')!.toString()).toBe('Name,Fee\nAda,1.50\n');
    expect(entries.get('files/a.tar.gz')!.toString()).toBe('two');
    expect(entries.get('files/photo.png')!.toString()).toBe('photo.png');
    expect(JSON.parse(entries.get('views/By- name.json')!.toString())).toMatchObject({
      name: 'By: name',
      renderer: 'table',
      columns: ['name'],
    });
    expect(manifest.entries.find(({ type }) => type === 'view')).toMatchObject({ id: viewId, title: 'By: name' });
    expect(entries.get('files/empty')!.byteLength).toBe(0);
    const posts = entries
      .get('posts.jsonl')!
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(posts).toMatchObject([
      { body: 'Second\nline', replies: [] },
      { body: 'First', replyCount: 1, replies: [{ body: 'A reply' }] },
    ]);
    expect(manifest.channel).toMatchObject({ slug: 'harbour', name: 'Harbour' });
    expect(manifest.entries.map(({ path }) => path)).toEqual(paths.filter((path) => path !== 'manifest.json'));
    const sheet = manifest.entries.find(({ path }) => path === 'sheets/Fees.csv');
    expect(sheet).toMatchObject({ type: 'artifact', id: sheetId, title: 'Fees.csv', versionId: expect.any(String) });
  });

  test('leaves out what its reader may not read, and is unknown where they may not read it', async () => {
    const { admin } = gateway;
    const mia = gateway.as('mia@workspace.test');
    const secret = { kind: 'markdown', title: 'Hidden', content: 'hidden words', idempotencyKey: 'hidden' };
    const { artifact } = await admin.done('POST /artifacts', secret);
    const link = { targetType: 'channel', targetId: 'harbour' };
    await admin.done(`POST /artifacts/${artifact.id}/links`, link);
    expect((await exported(admin, 'harbour')).paths).toContain('documents/Hidden.md');
    const seen = await exported(mia, 'harbour');
    expect(seen.paths).not.toContain('documents/Hidden.md');
    expect(JSON.stringify(seen.manifest)).not.toContain('Hidden');
    await admin.done('PATCH /channels/harbour', { visibility: 'private' });
    expectProblem(await mia.call('GET /channels/harbour/export'), 'not_found');
    await admin.done('PATCH /channels/harbour', { visibility: 'organization' });
  });

  test('that is empty is an archive too', async () => {
    await gateway.admin.done('POST /channels', { name: 'Empty', slug: 'empty' });
    const { paths, entries } = await exported(gateway.admin, 'empty');
    expect(paths).toEqual(['posts.jsonl', 'manifest.json']);
    expect(entries.get('posts.jsonl')!.byteLength).toBe(0);
  });
});

test('an export that its reader leaves ends', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => `row ${n},${'x'.repeat(100)}`);
  const { dataSet } = await importCsv(gateway.admin, 'general', ['Name,Text', ...rows, ''].join('\n'));
  const left = new AbortController();
  const url = `${gateway.url}/api/workspace/channels/general/data-sets/${dataSet.objectTypeId}/export`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${gateway.admin.token}` },
    signal: left.signal,
  });
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  left.abort();
  await expect(reader.read()).rejects.toThrow();
  expect((await gateway.admin.done('GET /me')).userId).toBeDefined();
});

test('exports whose readers leave before they begin take no place', async () => {
  const mia = gateway.as('mia@workspace.test');
  const { channel } = await mia.done('POST /channels', { name: 'Brief' });
  const address = `/channels/${channel.id}/export`;
  const { hostname, port } = new URL(gateway.url);
  const request = `GET /api/workspace${address} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${mia.token}\r\n\r\n`;
  for (let turn = 0; turn < 4 * limits.exportsEach; turn += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(request);
    socket.resetAndDestroy();
  }
  await expect.poll(async () => (await mia.call(`GET ${address}`)).status, patience).toBe(200);
});

describe('large files', () => {
  const mebibyte = 1_024 * 1_024;
  /** The first alone is more than what the network holds of an answer that nobody reads. */
  const sizes = [40 * mebibyte, 8 * mebibyte] as const;

  beforeAll(async () => {
    const { admin } = gateway;
    await admin.done('POST /channels', { name: 'Large', slug: 'large' });
    for (const size of sizes)
      await admin.done('POST /files', form(['channelId', 'large'], ['file', new Blob([randomBytes(size)]), `${size}`]));
  });

  test(`of a user ${limits.exportsEach} exports are under way, and one more is refused until one has ended`, async () => {
    const mia = gateway.as('mia@workspace.test');
    const left = Array.from({ length: limits.exportsEach }, () => new AbortController());
    const headers = { authorization: `Bearer ${mia.token}` };
    for (const { signal } of left)
      expect((await fetch(`${gateway.url}/api/workspace/channels/large/export`, { headers, signal })).status).toBe(200);
    expect(expectProblem(await mia.call('GET /channels/large/export'), 'unavailable').retryable).toBe(true);
    left[0]!.abort();
    await expect.poll(async () => (await mia.call('GET /channels/harbour/export')).status, patience).toBe(200);
    for (const controller of left) controller.abort();
  });

  test('that their reader may no longer read are not in an export under way', async () => {
    const response = await fetch(`${gateway.url}/api/workspace/channels/large/export`, {
      headers: { authorization: `Bearer ${gateway.as('mia@workspace.test').token}` },
    });
    const reader = response.body!.getReader();
    let received = (await reader.read()).value!.byteLength;
    await gateway.admin.done('PATCH /channels/large', { visibility: 'private' });
    const toItsEnd = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) received += next.value.byteLength;
    };
    await expect(toItsEnd()).rejects.toThrow();
    expect(received).toBeLessThan(sizes[0] + mebibyte);
  });
});

test('an export ends with the connection when its reader loses the channel', async () => {
  const { admin } = gateway;
  const mia = gateway.as('mia@workspace.test');
  await admin.done('POST /channels', { name: 'Closing', slug: 'closing' });
  const rows = Array.from({ length: 6_000 }, (_, n) => `row ${n},${'x'.repeat(7_000)}`);
  const { dataSet } = await importCsv(admin, 'closing', ['Name,Text', ...rows, ''].join('\n'));
  const response = await fetch(
    `${gateway.url}/api/workspace/channels/closing/data-sets/${dataSet.objectTypeId}/export`,
    { headers: { authorization: `Bearer ${mia.token}` } },
  );
  const reader = response.body!.getReader();
  await reader.read();
  await admin.done('PATCH /channels/closing', { visibility: 'private' });
  const toItsEnd = async () => {
    while (!(await reader.read()).done);
  };
  await expect(toItsEnd()).rejects.toThrow();
});
