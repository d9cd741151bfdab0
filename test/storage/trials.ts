import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { S3Failure } from '../../src/blobs/s3/failure.ts';
import { stop } from '../support/product.ts';
import { sha256, type Storage } from './storage.ts';

/** Throws when a promise is broken; says what it saw. */
type Trial = (storage: Storage) => Promise<string | undefined>;

const collect = async (bytes: AsyncIterable<Uint8Array> | undefined) =>
  Buffer.concat(await Array.fromAsync(bytes ?? []));

const failsWith =
  (status: number, ...codes: string[]) =>
  (error: unknown) =>
    error instanceof S3Failure && error.status === status && (codes.length === 0 || codes.includes(error.code));

export const trials: Record<string, Trial> = {
  async 'put, get, range, size and delete'(storage) {
    const bucket = storage.bucket('verbs');
    await bucket.refuseUnusable();
    await bucket.refuseForeign('ins_trial', true);
    await bucket.ready('ins_trial');
    for (const size of [0, 1, 4_096, 8 * 1024 * 1024]) {
      const bytes = randomBytes(size);
      await bucket.put(`size-${size}`, await storage.file(bytes));
      assert.equal(await bucket.size(`size-${size}`), size);
      if (size > 0)
        assert.deepEqual(await collect(await bucket.get(`size-${size}`, { start: 0, end: size - 1 })), bytes);
    }
    await bucket.put('digits', await storage.file('0123456789'));
    assert.equal(String(await collect(await bucket.get('digits', { start: 3, end: 6 }))), '3456');
    await bucket.delete('digits');
    await bucket.delete('digits');
    assert.equal(await bucket.size('digits'), undefined);
    assert.equal(await bucket.get('digits', { start: 0, end: 1 }), undefined);
    await bucket.close();
  },

  async 'a wrong digest and a wrong secret are refused'(storage) {
    const bucket = storage.bucket('verbs');
    const file = await storage.file('these bytes');
    await assert.rejects(bucket.put('wrong', { ...file, sha256: sha256('others') }), failsWith(400));
    assert.equal(await bucket.size('wrong'), undefined);
    await bucket.close();
    const stranger = storage.bucket('verbs', { ...storage.s3().credentials.environment, secretAccessKey: 'none' });
    await assert.rejects(stranger.put('wrong', file), failsWith(403, 'SignatureDoesNotMatch'));
    await assert.rejects(stranger.refuseUnusable(), /does not know the credentials/);
    await stranger.close();
  },

  async '50 MiB go through a gateway and back'(storage) {
    const workspace = await storage.workspace('large');
    await using _product = workspace.product;
    const { upload, download } = await workspace.serve();
    const bytes = randomBytes(50 * 1024 * 1024);
    const uploading = performance.now();
    const { status, id } = await upload(bytes);
    const downloading = performance.now();
    assert.equal(status, 201);
    assert.equal(sha256(await download(id)), sha256(bytes));
    assert.match(await workspace.run('admin', 'check'), /nothing is wrong/);
    return `up ${Math.round(downloading - uploading)} ms, down ${Math.round(performance.now() - downloading)} ms`;
  },

  async 'an outage in the middle of an upload'(storage) {
    const workspace = await storage.workspace('outage');
    await using _product = workspace.product;
    const { upload, download } = await workspace.serve();
    const bytes = randomBytes(20 * 1024 * 1024);
    storage.proxy.mode = { cutAfter: 5 * 1024 * 1024 };
    const cut = storage.proxy.harmed();
    const uploading = upload(bytes);
    await cut;
    storage.proxy.refuse();
    await storage.proxy.harmed();
    storage.proxy.release();
    const { status, id } = await uploading;
    assert.equal(status, 201);
    assert.equal(sha256(await download(id)), sha256(bytes));
    storage.proxy.refuse();
    assert.equal((await upload('while it is away')).status, 503);
    storage.proxy.release();
    const stored = (await workspace.objects()).filter(({ gone_at: goneAt }) => goneAt === null);
    assert.deepEqual(
      stored.map(({ sha256: digest }) => digest),
      [sha256(bytes)],
    );
    assert.equal((await upload('while it is away')).status, 201);
  },

  async 'a gateway killed between the object and its row'(storage) {
    const workspace = await storage.workspace('killed');
    await using _product = workspace.product;
    const first = await workspace.serve();
    const bucket = storage.bucket('killed');
    storage.proxy.mode = 'hold answers';
    const held = storage.proxy.harmed();
    void first.upload('never committed').catch(() => {});
    await held;
    await stop(first.gateway.process, 'SIGKILL');
    storage.proxy.release();
    const [begun] = await workspace.objects();
    assert.equal(begun?.stored_at, null);
    assert.equal(await bucket.size(begun.object), 15);
    const second = await workspace.serve();
    const { id } = await second.upload('never committed');
    await workspace.later();
    await workspace.sweep();
    await workspace.later();
    await workspace.sweep();
    assert.equal(await bucket.size(begun.object), undefined);
    assert.equal(String(await second.download(id)), 'never committed');
    assert.equal((await workspace.objects()).length, 1);
    await bucket.close();
    assert.match(await workspace.run('admin', 'check'), /nothing is wrong/);
  },

  async 'a delete that arrives after a new upload of the same bytes'(storage) {
    const workspace = await storage.workspace('late');
    await using _product = workspace.product;
    const { upload, download, remove } = await workspace.serve();
    await remove((await upload('come and gone')).id);
    const [before] = await workspace.objects();
    await workspace.later();
    await workspace.sweep();
    await workspace.later();
    const { id } = await upload('come and gone');
    await workspace.sweep();
    // The request that the sweep sent comes once more, as from a network that held it back.
    const bucket = storage.bucket('late');
    await bucket.delete(before!.object);
    await bucket.close();
    assert.equal(String(await download(id)), 'come and gone');
    assert.notEqual((await workspace.objects())[0]!.object, before!.object);
  },
};
