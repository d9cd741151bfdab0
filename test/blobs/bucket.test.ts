import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { readConfig } from '../../src/config.ts';
import { type BucketServer, bucketKeys, bucketVariables, startBucketServer } from '../support/bucket-server.ts';
import { samples, uploadSample } from '../support/documents.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { refusedServe, runWorkspace, temporaryFolder } from '../support/product.ts';
import { gatewayWith } from '../support/rest.ts';
import { check, sound } from '../support/check.ts';
import { restored } from '../support/backups.ts';
import { startHost } from '../support/hosts.ts';
import { hostWriter } from '../support/writers.ts';
import { blobsIn, inStorage } from '../support/storage.ts';

let bucket: BucketServer;
const place = 's3://files/work';
const flags = () => ['--blobs', place, '--blobs-endpoint', bucket.url, '--blobs-region', 'eu-test-1'];

beforeAll(async () => {
  bucket = await startBucketServer();
  for (const [name, value] of Object.entries(bucketVariables)) vi.stubEnv(name, value);
  vi.stubEnv('WORKSPACE_BLOBS', place); // Commands without flags need it, such as `admin users add`.
});
afterEach(() => {
  bucket.fault = () => undefined;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bucket.close();
});

const gateway = gatewayWith(flags);

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The names of the objects that hold these bytes. */
const objectsOf = (bytes: string) => [...bucket.objects].filter(([, held]) => held.equals(Buffer.from(bytes)));

const upload = (text: string, fileName = 'a.txt') =>
  gateway.admin.call('POST /files', form(['file', textFile(text), fileName]));

const rows = () => inStorage(gateway.dataFolder, (tx) => tx.selectFrom('blobs').selectAll().execute());

/** Opens the workspace beside the gateway, to do what a gateway does each hour. */
async function sweep(): Promise<void> {
  const [, blobs, , endpoint, , region] = flags();
  const config = await readConfig({ data: gateway.dataFolder, blobs, blobsEndpoint: endpoint, blobsRegion: region });
  const workspace = await openWorkspace({ ...config, onError: () => {} });
  try {
    await maintain(workspace);
  } finally {
    await workspace.close();
  }
}

/** Makes all rows of objects look hours older. */
const later = () =>
  inStorage(gateway.dataFolder, async (tx) => {
    for (const row of await tx.selectFrom('blobs').selectAll().execute()) {
      const earlier = (at: string | null) => at && new Date(Date.parse(at) - 61 * 60_000).toISOString();
      await tx
        .updateTable('blobs')
        .set({ kept_at: earlier(row.kept_at)!, gone_at: earlier(row.gone_at) })
        .where('object', '=', row.object)
        .execute();
    }
  });

describe('files of a workspace whose blobs are in a bucket', () => {
  test('are stored there once by their digest, and nothing of them in the folder', async () => {
    const first = await upload('bytes for a bucket');
    const second = await upload('bytes for a bucket', 'again.txt');
    expect([first.status, second.status]).toEqual([201, 201]);
    const [[name]] = objectsOf('bytes for a bucket') as [[string, Buffer]];
    expect(objectsOf('bytes for a bucket')).toHaveLength(1);
    expect(name).toMatch(new RegExp(`^files/work/ins_\\w+/${sha256('bytes for a bucket')}/[\\w-]{16}$`));
    expect(await blobsIn(gateway.dataFolder)).toEqual([]);
    const spool = (await readdir(gateway.dataFolder)).find((entry) => entry.startsWith('.workspace-uploads-'));
    expect(await readdir(`${gateway.dataFolder}/${spool}`)).toEqual([]);
    const { body } = first;
    expect((await gateway.admin.call(`GET /files/${body.file.id}/content`)).bytes.toString()).toBe(
      'bytes for a bucket',
    );
  });

  test('are prepared, sent and read in ranges', async () => {
    const { uploadUrl } = await gateway.admin.done('POST /files/prepare', { fileName: 'range.bin' });
    const sent = await fetch(uploadUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.admin.token}` },
      body: form(['file', textFile('0123456789'), 'range.bin']),
    });
    const { file } = (await sent.json()) as { file: { id: string } };
    const part = await gateway.admin.call(`GET /files/${file.id}/content`, undefined, { range: 'bytes=3-6' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '3456']);
    const nothing = await upload('', 'empty.txt');
    expect((await gateway.admin.call(`GET /files/${nothing.body.file.id}/content`)).bytes.toString()).toBe('');
  });

  test('have their texts extracted and found', async () => {
    const { text, ...sample } = samples[1]!;
    const id = await uploadSample(gateway.admin, sample);
    await expect
      .poll(async () => (await gateway.admin.call(`GET /files/${id}/text`)).body.text, patience)
      .toMatchObject({
        status: 'ready',
        content: text,
      });
    expect(objectsOf(text)).toHaveLength(1);
  });

  test('outlive an outage of the bucket in the middle, and an answer that is lost', async () => {
    let failures = 3;
    bucket.fault = (method) =>
      method === 'PUT' && failures-- > 0 ? (['refuse', 503, 'lose the answer'] as const)[failures]! : undefined;
    expect((await upload('stored in the end')).status).toBe(201);
    expect(objectsOf('stored in the end')).toHaveLength(1);
  });

  test('are refused while the bucket refuses, and nothing is half stored', async () => {
    bucket.fault = (method) => (method === 'PUT' ? 403 : undefined);
    const refused = await upload('never stored');
    bucket.fault = () => undefined;
    expectProblem(refused, 'unavailable');
    expect(refused.body.detail).toBe(
      'The storage of files cannot be reached, or refuses to store; nothing was stored. Try again in a moment.',
    );
    expect(objectsOf('never stored')).toEqual([]);
    expect((await gateway.admin.done('GET /files')).files.map(({ sha256 }) => sha256)).not.toContain(
      sha256('never stored'),
    );
    expect(gateway.log()).toContain('AccessDenied');
    expect(gateway.log()).not.toContain(bucketKeys.secretAccessKey);
    expect((await upload('never stored')).status).toBe(201);
  });

  test('are read to their end over connections that break, and cut where they break for good', async () => {
    const long = '\0\x01\x02\x03'.repeat(500_000); // Nothing else reads bytes that have no text.
    const { body } = await upload(long, 'long.bin');
    const isOfDownload = (method: string, name: string) => method === 'GET' && name.includes(sha256(long));
    let breaks = 3;
    bucket.fault = (method, name) => (isOfDownload(method, name) && breaks-- > 0 ? 'cut' : undefined);
    const whole = await gateway.admin.call(`GET /files/${body.file.id}/content`);
    expect(sha256(whole.bytes)).toBe(sha256(long));
    const begun = Promise.withResolvers<void>();
    const faults = [{ cutAfter: begun.promise }];
    bucket.fault = (method, name) => (isOfDownload(method, name) ? (faults.shift() ?? 403) : undefined);
    const download = await fetch(`${gateway.url}/api/workspace/files/${body.file.id}/content`, {
      headers: { authorization: `Bearer ${gateway.admin.token}` },
    });
    begun.resolve();
    await expect(download.arrayBuffer()).rejects.toThrow('terminated');
    expectProblem(await gateway.admin.call(`GET /files/${body.file.id}/content`), 'unavailable');
  });

  test('do not concern "workspace open", which needs none of their settings', async () => {
    vi.stubEnv('WORKSPACE_BLOBS', 'folder');
    const { stdout, stderr } = await runWorkspace('open', '--data', gateway.dataFolder);
    vi.stubEnv('WORKSPACE_BLOBS', place);
    expect(stderr).toBe('');
    expect(stdout).toContain('#code=');
  });

  test('are asked for by /ready, and not by /health', async () => {
    const statusOf = (path: string) =>
      new Promise((resolve) => {
        request(`${gateway.url}${path}`, (answer) =>
          answer.resume().once('end', () => resolve(answer.statusCode)),
        ).end();
      });
    expect(await statusOf('/ready')).toBe(200);
    bucket.fault = () => 403;
    await expect.poll(() => statusOf('/ready'), patience).toBe(503);
    expect(await statusOf('/health')).toBe(200);
    bucket.fault = () => undefined;
    await expect.poll(() => statusOf('/ready'), patience).toBe(200);
  });

  test('go from the bucket an hour after nothing needs them, and come back where something does', async () => {
    const { body } = await upload('to be purged');
    const { body: kept } = await upload('to be kept');
    await gateway.admin.done(`DELETE /files/${body.file.id}`);
    await gateway.admin.done(`DELETE /trash/${body.file.id}`);
    await later();
    await sweep();
    expect(objectsOf('to be purged')).toHaveLength(1);
    const again = await upload('to be purged');
    expect(again.status).toBe(201);
    expect(objectsOf('to be purged')).toHaveLength(2);
    await later();
    await sweep();
    expect(objectsOf('to be purged')).toHaveLength(1);
    expect((await gateway.admin.call(`GET /files/${again.body.file.id}/content`)).bytes.toString()).toBe(
      'to be purged',
    );
    expect((await gateway.admin.call(`GET /files/${kept.file.id}/content`)).bytes.toString()).toBe('to be kept');
    const left = (await rows()).filter(({ sha256: digest }) => digest === sha256('never stored'));
    expect(left).toHaveLength(1);
  });
});

describe('a workspace is not served', () => {
  const serve = (...args: string[]) =>
    refusedServe('--port', '0', '--data', gateway.dataFolder, ...args).then(({ status, stderr }) => ({
      status,
      stderr,
    }));
  const refusal = (stderr: string) => ({ status: 1, stderr: `${stderr}\n` });

  test('with the blobs of its folder, or of another bucket', async () => {
    const { status, stderr } = await serve(...flags(), '--blobs', 'folder');
    expect(status).toBe(1);
    expect(stderr).toContain(`The files of this workspace are in ${place}, not in its data folder.`);
  });

  test('with a bucket that is not there, or not in this region', async () => {
    expect(await serve(...flags(), '--blobs', 's3://none/work')).toEqual(
      refusal(`There is no bucket s3://none/work at ${bucket.url}. Make it there, or name another with --blobs.`),
    );
    expect(await serve(...flags(), '--blobs-region', 'us-east-1')).toEqual(
      refusal(`The bucket ${place} is in the region eu-test-1; start with --blobs-region eu-test-1.`),
    );
  });

  const foreign = (url: string) =>
    refusal(
      `The bucket ${place} at ${url} is not the one that has the files of this workspace: their marker is missing. Check --blobs-endpoint; if files were removed from the bucket, restore a backup.`,
    );
  const bucketElsewhere = async () => {
    const other = await startBucketServer();
    onTestFinished(() => other.close());
    return other;
  };

  test('with a bucket of the same name elsewhere, nor with one that was emptied', async () => {
    const other = await bucketElsewhere();
    expect(await serve(...flags(), '--blobs-endpoint', other.url)).toEqual(foreign(other.url));
    const [[marker, bytes]] = [...bucket.objects].filter(([name]) => /\/ins_\w+\/workspace-mcp$/.test(name)) as [
      [string, Buffer],
    ];
    bucket.objects.delete(marker);
    expect(await serve(...flags())).toEqual(foreign(bucket.url));
    bucket.objects.set(marker, bytes);
  });

  test('nor are its files moved from a bucket of the same name elsewhere', async () => {
    const other = await bucketElsewhere();
    vi.stubEnv('WORKSPACE_BLOBS_ENDPOINT', other.url).stubEnv('WORKSPACE_BLOBS_REGION', 'eu-test-1');
    const moving = ['admin', 'move', '--blobs', 'folder', '--skip-damaged', '--data', gateway.dataFolder];
    const { status, stderr } = await runWorkspace(...moving);
    expect({ status, stderr }).toEqual(foreign(other.url));
  });
});

describe('what administers a workspace', () => {
  const admin = (dataFolder: string, ...args: string[]) => runWorkspace('admin', ...args, '--data', dataFolder);
  const withBucket = () =>
    vi.stubEnv('WORKSPACE_BLOBS_ENDPOINT', bucket.url).stubEnv('WORKSPACE_BLOBS_REGION', 'eu-test-1');

  test('backs all up into a file that needs no bucket', async () => {
    withBucket();
    const file = `${await temporaryFolder()}/backup.tar`;
    expect(await admin(gateway.dataFolder, 'backup', file)).toMatchObject({ status: 0, stderr: '' });
    const folder = await restored(file);
    vi.stubEnv('WORKSPACE_BLOBS', 'folder');
    expect(await check(folder)).toEqual(sound);
    expect(await inStorage(folder, (tx) => tx.selectFrom('blobs').selectAll().execute())).toEqual([]);
    vi.stubEnv('WORKSPACE_BLOBS', place);
  });

  test('checks each object', async () => {
    withBucket();
    expect(await check(gateway.dataFolder)).toEqual(sound);
    const [damaged, missing, shorter] = ['bytes for a bucket', 'stored in the end', '0123456789'] as const;
    for (const [text, bytes] of [
      [damaged, 'Bytes for a bucket'],
      [missing, undefined],
      [shorter, '012345678'],
    ] as const)
      for (const [name] of objectsOf(text))
        if (bytes === undefined) bucket.objects.delete(name);
        else bucket.objects.set(name, Buffer.from(bytes));
    const { status, problems } = await check(gateway.dataFolder);
    expect(status).toBe(1);
    expect(problems).toHaveLength(4);
    expect(problems!.join('\n')).toContain(`its bytes are of another size: 9 bytes, not 10 (blob ${sha256(shorter)})`);
    expect(problems!.join('\n')).toContain(`its bytes are missing (blob ${sha256(missing)})`);
    for (const text of [damaged, shorter]) expect(problems).toContain(`blob ${sha256(text)}: its bytes are damaged`);
  });

  const namesLike = (pattern: RegExp) => [...bucket.objects.keys()].filter((name) => pattern.test(name));
  const movedObjects = () => namesLike(/moved\/ins_\w+\/[0-9a-f]{64}\//);
  const markers = () => namesLike(/moved\/.*workspace-mcp$/);

  test('moves the files of a folder into a bucket and back, and goes on where it ended', async () => {
    withBucket();
    vi.stubEnv('WORKSPACE_BLOBS', 'folder');
    const folder = await temporaryFolder();
    const host = await startHost(folder);
    const writer = hostWriter(host);
    const texts = Array.from({ length: 20 }, (_, index) => `moved ${index}`);
    for (const text of texts) await writer.upload(`${text}.bin`, Buffer.from(text));
    let puts = 0;
    bucket.fault = (method, name) => (method === 'PUT' && name.includes('/ins_') && ++puts > 10 ? 403 : undefined);
    expect((await admin(folder, 'move', '--blobs', 's3://files/moved')).status).toBe(1);
    bucket.fault = () => undefined;
    const [damaged, ...others] = movedObjects();
    bucket.objects.set(damaged!, Buffer.from(bucket.objects.get(damaged!)!).fill('-'));
    for (const name of [...others, ...markers()]) bucket.objects.delete(name);
    const whileOpen = await admin(folder, 'move', '--blobs', 's3://files/moved');
    expect(whileOpen.stderr).toContain('Every file is copied, but another process has');
    await host.client.close();
    const moved = await admin(folder, 'move', '--blobs', 's3://files/moved', '--json');
    expect(moved.stderr).toBe('');
    expect(JSON.parse(moved.stdout)).toMatchObject({ move: { from: 'folder', blobs: 20, found: 20, lost: [] } });
    expect(movedObjects()).toHaveLength(21); // The damaged one goes an hour later.
    expect((await check(folder)).stderr).toContain('The files of this workspace are in s3://files/moved');
    vi.stubEnv('WORKSPACE_BLOBS', 's3://files/moved');
    expect(await check(folder)).toEqual(sound);
    const names = await blobsIn(folder);
    expect(JSON.parse((await admin(folder, 'move', '--blobs', 'folder', '--json')).stdout)).toMatchObject({
      move: { from: 's3://files/moved', blobs: 20 },
    });
    vi.stubEnv('WORKSPACE_BLOBS', 'folder');
    expect((await blobsIn(folder)).sort()).toEqual(names.sort());
    expect(await check(folder)).toEqual(sound);
    vi.stubEnv('WORKSPACE_BLOBS', place);
  });
});
