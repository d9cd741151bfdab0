import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { readConfig } from '../../src/config.ts';
import { type BucketServer, bucketKeys, bucketVariables, startBucketServer } from '../support/bucket-server.ts';
import { samples, uploadSample } from '../support/documents.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import { gatewayWith } from '../support/rest.ts';
import { blobsIn, inStorage } from '../support/storage.ts';

let bucket: BucketServer;
const place = 's3://files/work';
const flags = () => ['--blobs', place, '--blobs-endpoint', bucket.url, '--blobs-region', 'eu-test-1'];

beforeAll(async () => {
  bucket = await startBucketServer();
  for (const [name, value] of Object.entries(bucketVariables)) vi.stubEnv(name, value);
  vi.stubEnv('WORKSPACE_BLOBS', place); // Of commands that take no flags, such as `admin users add`.
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
    const spools = (await readdir(gateway.dataFolder)).filter((entry) => entry.startsWith('.workspace-uploads-'));
    expect(await readdir(`${gateway.dataFolder}/${spools[0]}`)).toEqual([]);
    const { body } = first;
    expect((await gateway.admin.call(`GET /files/${body.file.id}/content`)).bytes.toString()).toBe(
      'bytes for a bucket',
    );
  });

  test('are prepared, sent and read in ranges', async () => {
    const { uploadUrl } = await gateway.admin.done('POST /files/prepare', { fileName: 'range.bin' });
    const sent = await fetch(String(uploadUrl), {
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
    bucket.fault = () => undefined;
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
    const long = '0123456789'.repeat(200_000);
    const { body } = await upload(long, 'long.txt');
    let breaks = 3;
    bucket.fault = (method) => (method === 'GET' && breaks-- > 0 ? 'cut' : undefined);
    const whole = await gateway.admin.call(`GET /files/${body.file.id}/content`);
    expect(sha256(whole.bytes)).toBe(sha256(long));
    let isFirst = true;
    bucket.fault = (method) => {
      if (method !== 'GET') return undefined;
      const fault = isFirst ? 'cut' : 403;
      isFirst = false;
      return fault;
    };
    await expect(gateway.admin.call(`GET /files/${body.file.id}/content`)).rejects.toThrow('terminated');
    const refused = await gateway.admin.call(`GET /files/${body.file.id}/content`);
    bucket.fault = () => undefined;
    expectProblem(refused, 'unavailable');
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
    runWorkspace('serve', '--port', '0', '--data', gateway.dataFolder, ...args).then(({ status, stderr }) => ({
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
});
