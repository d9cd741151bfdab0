import { createHash } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { forgetOutdated } from '../../src/auth/forgetting.ts';
import { maintain } from '../../src/folder/maintenance.ts';
import { forgetOldKeys } from '../../src/workspace/operation/idempotency.ts';
import { openWorkspace, type OpenWorkspace } from '../../src/folder/open.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { startHost } from '../support/hosts.ts';
import { temporaryFolder } from '../support/product.ts';
import { blobsIn } from '../support/storage.ts';
import { hostWriter } from '../support/writers.ts';

const minute = 60_000;
let dataFolder = '';
let workspace: OpenWorkspace;
let owner: { readonly id: string; readonly organization_id: string };

const open = async (): Promise<OpenWorkspace> => {
  const opened = await openWorkspace({ dataFolder, userName: 'local', onError: () => {} });
  onTestFinished(() => opened.close());
  return opened;
};

beforeEach(async () => {
  dataFolder = await temporaryFolder();
  workspace = await open();
  owner = await workspace.database.read((db) =>
    db.selectFrom('users').select(['id', 'organization_id']).executeTakeFirstOrThrow(),
  );
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const blobPath = (sha256: string) => join(placesIn(dataFolder).blobs, sha256.slice(0, 2), sha256);
const incoming = () => join(placesIn(dataFolder).blobs, 'incoming');
const nameOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

/** Leaves bytes in storage without a row, as an upload does that is killed between the two. */
async function leaveBehind(text: string, age: number): Promise<string> {
  const sha256 = digestOf(text);
  for (const folder of [dirname(blobPath(sha256)), incoming()]) await mkdir(folder, { recursive: true });
  await writeFile(blobPath(sha256), text);
  await utimes(blobPath(sha256), ago(age), ago(age));
  return sha256;
}

/** A file whose bytes have lain there for as long as this. */
async function upload(text: string, age: number): Promise<string> {
  const { sha256 } = await hostWriter(await startHost(dataFolder)).upload('kept.bin', Buffer.from(text));
  await utimes(blobPath(sha256), ago(age), ago(age));
  return sha256;
}

describe('the sweep', () => {
  test('removes bytes that no file has once they are an hour old, and leaves the younger', async () => {
    await leaveBehind('long ago', 61 * minute);
    const young = await leaveBehind('just now', 59 * minute);
    await maintain(workspace);
    expect(await blobsIn(dataFolder)).toEqual([nameOf(young)]);
  });

  test('leaves bytes that a file has, however old they are', async () => {
    const kept = await upload('kept for a year', 365 * 24 * 60 * minute);
    await leaveBehind('left over', 61 * minute);
    await maintain(workspace);
    expect(await blobsIn(dataFolder)).toEqual([nameOf(kept)]);
    await expectSound(dataFolder);
  });

  test('removes what an upload that never ended left behind an hour ago, and no upload under way', async () => {
    await mkdir(incoming(), { recursive: true });
    for (const [name, age] of [
      ['abandoned', 61],
      ['slow', 59],
    ] as const) {
      await writeFile(join(incoming(), name), 'half of the');
      await utimes(join(incoming(), name), ago(age * minute), ago(age * minute));
    }
    await maintain(workspace);
    expect(await readdir(incoming())).toEqual(['slow']);
  });

  test('takes nothing that only seems old, since the clock was put forward: it goes the next time', async () => {
    const young = await leaveBehind('its row is about to be written', 0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * minute });
    onTestFinished(() => void vi.useRealTimers());
    await maintain(workspace);
    expect(await blobsIn(dataFolder)).toEqual([nameOf(young)]);
    await maintain(workspace);
    expect(await blobsIn(dataFolder)).toEqual([]);
  });

  test('has nothing to do in a folder without any upload', async () => {
    await maintain(workspace);
    expect(await blobsIn(dataFolder)).toEqual([]);
  });

  test('may run in several processes at once', async () => {
    const kept = await upload('kept', 61 * minute);
    for (let number = 0; number < 200; number += 1) await leaveBehind(`left over ${number}`, 61 * minute);
    const others = await Promise.all([open(), open()]);
    await Promise.all([workspace, ...others].map((each) => maintain(each)));
    expect(await blobsIn(dataFolder)).toEqual([nameOf(kept)]);
  });

  test('takes nothing from uploads of the same bytes that go on meanwhile', async () => {
    const texts = Array.from({ length: 150 }, (_, number) => `again ${number}`);
    for (const text of texts) await leaveBehind(text, 61 * minute);
    const writer = hostWriter(await startHost(dataFolder));
    const uploads = texts.map((text, number) => writer.upload(`again-${number}.bin`, Buffer.from(text)));
    const uploaded = Promise.all(uploads).then(() => true);
    while (!(await Promise.race([uploaded, maintain(workspace).then(() => false)])));
    expect((await blobsIn(dataFolder)).sort()).toEqual(texts.map((text) => nameOf(digestOf(text))).sort());
    await expectSound(dataFolder);
  });
});

describe('idempotency keys', () => {
  const document = { kind: 'markdown', title: 'Once', content: 'once' };
  const age = (key: string, hours: number) =>
    workspace.database.write('service', (tx) =>
      tx
        .updateTable('idempotency_keys')
        .set({ created_at: ago(hours * 60 * minute).toISOString() })
        .where('key', '=', key)
        .execute(),
    );

  test('are kept for 24 hours and then forgotten', async () => {
    const host = await startHost(dataFolder);
    const send = async (idempotencyKey: string) =>
      (await host.done('workspace_artifact_create', { ...document, idempotencyKey })).artifact.id;
    const first = { young: await send('young'), old: await send('old') };
    await age('young', 23.9);
    await age('old', 24.1);
    await maintain(workspace);

    expect(await send('young')).toBe(first.young);
    expect(await send('old')).not.toBe(first.old);
  });
});

describe('rows that have outlived their time', () => {
  const longAgo = new Date(0).toISOString();
  const rows = {
    idempotency_keys: (number: number) => ({
      organization_id: 'org',
      user_id: 'usr',
      operation: 'post',
      key: `key ${number}`,
      request_sha256: '',
      answer: '{}',
      created_at: longAgo,
    }),
    authorizations: (number: number) => ({ kind: 'Session', id: `id ${number}`, payload: '{}', expires_at: 1 }),
    sign_in_failures: (number: number) => ({ subject: `subject ${number}`, failures: 1, at: longAgo }),
    invitations: (number: number) => ({
      id: `inv ${number}`,
      organization_id: owner.organization_id,
      email: `${number}@workspace.test`,
      role: 'member' as const,
      secret_digest: `digest ${number}`,
      created_at: longAgo,
      created_by: owner.id,
      expires_at: longAgo,
    }),
    used_subject_tokens: (number: number) => ({ issuer_url: '', token_id: `token ${number}`, expires_at: 1 }),
    clients: (number: number) => ({
      id: `client ${number}`,
      name: '',
      redirect_uris: '[]',
      scope: '',
      registered_by: 'client' as const,
      registered_from: '',
      created_at: longAgo,
    }),
  };

  const left = (table: keyof typeof rows) =>
    workspace.database.read(async (db) => {
      const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'));
      return (await query.executeTakeFirstOrThrow()).rows;
    });

  test.each(Object.keys(rows) as (keyof typeof rows)[])(
    'go, and no statement takes more than 200 of %s',
    async (table) => {
      const total = 2 * limits.rowsRemovedAtOnce + 1;
      await workspace.database.write('service', async (tx) => {
        for (let number = 0; number < total; number += 1)
          await tx.insertInto(table).values(rows[table](number)).execute();
      });
      for (const removeSome of [forgetOldKeys, ...forgetOutdated])
        await workspace.database.write('service', removeSome);
      expect(await left(table)).toBe(total - limits.rowsRemovedAtOnce);
      await maintain(workspace, forgetOutdated);
      expect(await left(table)).toBe(0);
    },
  );

  test('go with others in between, however long the answers of keys are', async () => {
    const answer = JSON.stringify('x'.repeat(4_000_000));
    await workspace.database.write('service', async (tx) => {
      for (let number = 0; number < 40; number += 1)
        await tx
          .insertInto('idempotency_keys')
          .values({ ...rows.idempotency_keys(number), answer })
          .execute();
    });
    let rounds = 0;
    const counting = setInterval(() => (rounds += 1));
    await workspace.database.write('service', forgetOldKeys);
    clearInterval(counting);
    expect(rounds).toBeGreaterThan(4);
    expect(await left('idempotency_keys')).toBe(0);
  });
});
