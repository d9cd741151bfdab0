import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { field, filePart, form, rawForm, rawFormType } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, type Reply, replyOf, sharedGateway } from '../support/rest.ts';
import { blobsIn, inStorage, traces, tracesAtRest } from '../support/storage.ts';

const lea = 'lea@elsewhere.test';
const gateway = sharedGateway({ email: lea, organization: 'Elsewhere' });
const most = 50 * 1024 * 1024;
const lower = 100_000;

beforeAll(() =>
  inStorage(gateway.dataFolder, async (tx) => {
    await tx.updateTable('organizations').set({ max_upload_bytes: lower }).where('name', '=', 'Elsewhere').execute();
  }),
);

const fileOf = (size: number) => new Blob([Buffer.alloc(size, 'x')]);
const upload = (by: Account, size: number) => by.call('POST /files', form(['file', fileOf(size), 'large.bin']));

/** The same without a Content-Length. */
async function uploadInChunks(by: Account, size: number): Promise<Reply> {
  const { body, headers } = new Response(form(['file', fileOf(size), 'large.bin']));
  headers.set('authorization', `Bearer ${by.token}`);
  return replyOf(await fetch(`${gateway.url}/api/workspace/files`, { method: 'POST', body, headers, duplex: 'half' }));
}

const ways = [
  ['of a declared length', upload],
  ['in chunks', uploadInChunks],
] as const;

async function tooLarge(ask: () => Promise<Reply>, maxBytes: number) {
  const before = await tracesAtRest(gateway.dataFolder);
  expect(expectProblem(await ask(), 'too_large').maxBytes).toBe(maxBytes);
  await expect.poll(() => traces(gateway.dataFolder), patience).toEqual(before);
}

describe.each(ways)('a file %s', (_way, send) => {
  test('of 50 MiB is kept, byte for byte', async () => {
    const { status, body } = await send(gateway.admin, most);
    const sha256 = createHash('sha256').update(Buffer.alloc(most, 'x')).digest('hex');
    expect([status, body.file.size, body.file.sha256]).toEqual([201, most, sha256]);
  });

  test('of one byte more is too_large', async () => {
    await tooLarge(() => send(gateway.admin, most + 1), most);
  });

  test('of 60 MiB is too_large', async () => {
    await tooLarge(() => send(gateway.admin, 60 * 1024 * 1024), most);
  });

  test("of the organisation's lower limit is kept", async () => {
    expect((await send(gateway.as(lea), lower)).status).toBe(201);
  });

  test.each([1, 5_000_000, most])("of %i bytes more than the organisation's lower limit is too_large", async (more) => {
    await tooLarge(() => send(gateway.as(lea), lower + more), lower);
  });
});

test('a hundred files that are too large leave nothing, however early each is refused', async () => {
  await tooLarge(async () => {
    for (let count = 1; count < 100; count += 1) expect((await upload(gateway.as(lea), lower + 1)).status).toBe(413);
    return upload(gateway.as(lea), lower + 1);
  }, lower);
});

test('everyone is told the limit of their organisation', async () => {
  expect((await gateway.admin.done('GET /me')).maxUploadBytes).toBe(most);
  expect((await gateway.as(lea).done('GET /me')).maxUploadBytes).toBe(lower);
  expect((await gateway.as(lea).done('POST /files/prepare', {})).maxBytes).toBe(lower);
});

describe('an upload that is cut off leaves nothing:', () => {
  const whole = rawForm([filePart('half.bin'), Buffer.alloc(2_000_000, 'y')], [field('channelId'), 'general']);

  test.each([
    ['within the bytes', 1_000_000],
    ['within the field behind them', whole.length - 12],
  ])('%s', async (_where, length) => {
    const before = await tracesAtRest(gateway.dataFolder);
    const headers = { ...rawFormType, authorization: `Bearer ${gateway.admin.token}`, 'content-length': whole.length };
    const request = httpRequest(`${gateway.url}/api/workspace/files`, { method: 'POST', headers });
    request.on('error', () => {});
    request.write(whole.subarray(0, length));
    await expect.poll(() => blobsIn(gateway.dataFolder), patience).toHaveLength(before.blobs.length + 1);
    request.destroy();
    await expect.poll(() => traces(gateway.dataFolder), patience).toEqual(before);
  });
});

test('who asks first with Expect: 100-continue is told to go on', async () => {
  const headers = { ...rawFormType, authorization: `Bearer ${gateway.admin.token}`, expect: '100-continue' };
  const request = httpRequest(`${gateway.url}/api/workspace/files`, { method: 'POST', headers });
  request.flushHeaders();
  await once(request, 'continue');
  request.end(rawForm([filePart('asked.txt'), 'hello']));
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(201);
  response.resume();
});
