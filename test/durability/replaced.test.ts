import { copyFile, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { sendCsv } from '../support/imports.ts';
import { accessToken, type Gateway, runWorkspace, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';

interface Served {
  readonly gateway: Gateway;
  readonly account: Account;
}

async function served(dataFolder: string): Promise<Served> {
  const gateway = await startGateway(dataFolder);
  return { gateway, account: accountAt(gateway.url, await accessToken(dataFolder)) };
}

const sessions = async ({ account }: Served) => (await account.call('GET /sessions')).body.sessions.length;

const ready = async ({ gateway }: Served) => (await fetch(`${gateway.url}/ready`)).status;

async function expectWrites(served: Served): Promise<void> {
  const before = await sessions(served);
  expect((await served.account.call('POST /sessions', {})).status).toBe(201);
  expect(await sessions(served)).toBe(before + 1);
  expect(await ready(served)).toBe(200);
}

async function expectNoWrites(served: Served): Promise<void> {
  const before = await sessions(served);
  const { status, body } = await served.account.call('POST /sessions', {});
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(body.detail).toMatch(/was removed or replaced while it was open; nothing was stored/);
  expect(await sessions(served)).toBe(before);
  expect(await ready(served)).toBe(503);
}

test.each([
  ['removed', (database: string) => rename(database, `${database}.away`)],
  [
    'replaced by a copy of it',
    async (database: string) => {
      await copyFile(database, `${database}.copy`);
      await rename(database, `${database}.away`);
      await rename(`${database}.copy`, database);
    },
  ],
])('nothing is written while the database is %s, and it is again once it is back', async (_, damage) => {
  const dataFolder = await temporaryFolder();
  const { database } = placesIn(dataFolder);
  const there = await served(dataFolder);
  await expectWrites(there);
  await damage(database);
  await expectNoWrites(there);
  await rename(`${database}.away`, database);
  await expectWrites(there);
  await stop(there.gateway.process);
  await expectSound(dataFolder);
});

test('another database is gone on with once no process has the one that it replaced, and the log of that is gone', async () => {
  const dataFolder = await temporaryFolder();
  const { database } = placesIn(dataFolder);
  const before = await served(dataFolder);
  await expectWrites(before);
  await copyFile(database, `${database}.copy`);
  await expectWrites(before);
  await rename(`${database}.copy`, database);
  await expectNoWrites(before);
  await stop(before.gateway.process);
  for (const log of ['wal', 'shm']) await rm(`${database}-${log}`, { force: true });
  await expectWrites(await served(dataFolder));
  await expectSound(dataFolder);
});

test('a large import is refused too, and moves nothing into the database that is there', async () => {
  const dataFolder = await temporaryFolder();
  const { database } = placesIn(dataFolder);
  const there = await served(dataFolder);
  await expectWrites(there);
  await rename(database, `${database}.away`);
  await copyFile(`${database}.away`, database);
  const before = await readFile(database);
  const rows = Array.from({ length: 30_000 }, (_, row) => `${row},${'many words '.repeat(60)}`);
  const { status, body } = await sendCsv(there.account, 'general', ['number,text', ...rows].join('\n'), {
    name: 'Large',
  });
  expect([status, body.code]).toEqual([503, 'unavailable']);
  await expectNoWrites(there);
  expect(before.equals(await readFile(database))).toBe(true);
  await rename(`${database}.away`, database);
  await expectWrites(there);
  await stop(there.gateway.process);
  await expectSound(dataFolder);
});

test('nothing takes the place of a database whose log is still there, and with it nothing is lost', async () => {
  const dataFolder = await temporaryFolder();
  const { database } = placesIn(dataFolder);
  const there = await served(dataFolder);
  await expectWrites(there);
  const kept = await sessions(there);
  await stop(there.gateway.process, 'SIGKILL');
  await rename(database, `${database}.away`);
  const { status, stderr } = await runWorkspace('token', '--data', dataFolder);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('may hold what was written last. Put the database back'),
  ]);
  await rename(`${database}.away`, database);
  expect(await sessions(await served(dataFolder))).toBe(kept);
  await expectSound(dataFolder);
});

test('a database that lies elsewhere, by a link, has its log beside it there', async () => {
  const [dataFolder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const { database } = placesIn(dataFolder);
  await accessToken(dataFolder);
  await mkdir(elsewhere, { recursive: true });
  await rename(database, join(elsewhere, 'other.db'));
  await symlink(join(elsewhere, 'other.db'), database);
  const there = await served(dataFolder);
  await expectWrites(there);
  await rm(join(elsewhere, 'other.db-wal'));
  await expectNoWrites(there);
});

test.each(['wal', 'shm'])(
  'nothing is written once the -%s file was removed, which every process of it works by',
  async (log) => {
    const dataFolder = await temporaryFolder();
    const there = await served(dataFolder);
    await expectWrites(there);
    await rm(`${placesIn(dataFolder).database}-${log}`);
    await expectNoWrites(there);
  },
);

/** The bytes of a database that no process has open. */
async function settled(dataFolder: string): Promise<Buffer> {
  const there = await served(dataFolder);
  for (let number = 0; number < 20; number += 1) await there.account.done('POST /sessions', {});
  await stop(there.gateway.process);
  return readFile(placesIn(dataFolder).database);
}

test.each([
  [
    'what another workspace holds',
    async (dataFolder: string) => {
      const copy = await temporaryFolder();
      await cp(dataFolder, copy, { recursive: true });
      return settled(copy);
    },
  ],
  [
    'what it held before',
    async (dataFolder: string) => {
      const before = await readFile(placesIn(dataFolder).database);
      await settled(dataFolder);
      return before;
    },
  ],
])(
  'nothing is written, and nothing moved, into a database over which %s was written',
  {
    timeout: 60_000,
  },
  async (_, made) => {
    const dataFolder = await temporaryFolder();
    const { database } = placesIn(dataFolder);
    await settled(dataFolder);
    const other = await made(dataFolder);
    const there = await served(dataFolder);
    await expectWrites(there);
    await writeFile(database, other);
    const { status, bytes } = await there.account.call('POST /sessions', {});
    expect([status, bytes.toString()]).toEqual([
      503,
      expect.stringMatching(/was written over while it was open; nothing was stored/),
    ]);
    expect(await ready(there)).toBe(503);
    await stop(there.gateway.process);
    expect(other.equals(await readFile(database))).toBe(true);
    for (const log of ['wal', 'shm']) await rm(`${database}-${log}`, { force: true });
    expect(await runWorkspace('admin', 'check', '--data', dataFolder)).toMatchObject({ status: 0 });
  },
);

test('a database that grows while several processes write into it is not taken for a replaced one', async () => {
  const dataFolder = await temporaryFolder();
  const those = [await served(dataFolder), await served(dataFolder), await served(dataFolder)];
  const content = 'many words '.repeat(2_000);
  const write = async ({ account }: Served) => {
    for (let number = 0; number < 30; number += 1)
      await account.done('POST /artifacts', { kind: 'markdown', title: 'Words', content, idempotencyKey: `${number}` });
  };
  await Promise.all(those.map(write));
  for (const each of those) await expectWrites(each);
});
