import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../schemas/index.ts';
import { openCore } from '../../src/commands/core.ts';
import { readConfig } from '../../src/config.ts';
import { expectSound } from '../support/check.ts';
import { importCsv, sendRows } from '../support/imports.ts';
import { patience } from '../support/patience.ts';
import { accessToken, type Gateway, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';
import { recordRowsIn, traces } from '../support/storage.ts';

/** Much is written, and a dead process has its claim for fifteen seconds. */
const rowCount = 20_000;
const long = `pending ${'-'.repeat(1_600)}`;
const rows = Array.from({ length: rowCount }, (_, number) => `New ${number},${number},${long}`);
const more = ['Name,Amount,Text', ...rows, ''].join('\n');

const untilSomeAreStored = (dataFolder: string, some = 1_000) =>
  vi.waitFor(async () => expect(await recordRowsIn(dataFolder)).toBeGreaterThan(some), {
    timeout: 30_000,
    interval: 20,
  });

async function withThreeRecords() {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  const account = accountAt(gateway.url, token);
  const { dataSet } = await importCsv(account, 'general', 'Name,Amount,Text\nOld 1,1,a\nOld 2,2,b\nOld 3,3,c\n');
  return { dataFolder, token, gateway, account, id: dataSet.objectTypeId };
}

/** Reads beside the gateway, in this process. */
async function reading<Result>(dataFolder: string, use: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  const core = await openCore(await readConfig({ data: dataFolder }), {
    readOnly: true,
    publicUrl: () => 'http://127.0.0.1',
    gatewayUrl: async () => 'http://127.0.0.1',
    onError: (error) => {
      throw error;
    },
  });
  try {
    return await use(core.workspaceFor(await core.localCaller('cli')));
  } finally {
    await core.close();
  }
}

const whatIsSeen = (dataFolder: string, objectTypeId: string) =>
  reading(dataFolder, async (workspace) => {
    const asked = { mode: 'deterministic', channelId: 'general', objectTypeId } as const;
    const figures = await workspace.queries.run({
      ...asked,
      operation: 'aggregate',
      metrics: [
        { function: 'count_rows', alias: 'count' },
        { function: 'maximum', field: 'amount', alias: 'most' },
      ],
    });
    const listed = await workspace.queries.run({
      ...asked,
      operation: 'records',
      orderBy: [{ field: 'amount', direction: 'desc' }],
      limit: 3,
    });
    const newest = await workspace.search.run({ types: ['record'], limit: 3 });
    return {
      figures: figures.data,
      listed: titlesOf(listed.data),
      newest: newest.results.map(({ title }) => title),
    };
  });

const titlesOf = (data: unknown) => (data as { rows: { title: string }[] }).rows.map(({ title }) => title);

async function stopped(gateway: Gateway, dataFolder: string): Promise<void> {
  await untilSomeAreStored(dataFolder);
  gateway.process.kill('SIGSTOP');
  expect(await recordRowsIn(dataFolder)).toBeLessThan(rowCount);
}

test('rows that are being added are seen by nobody before all of them are there', async () => {
  const { dataFolder, gateway, account, id } = await withThreeRecords();
  const before = await whatIsSeen(dataFolder, id);
  expect(before.newest.toSorted()).toEqual(['Old 1', 'Old 2', 'Old 3']);
  const answer = sendRows(account, 'general', id, more);
  await stopped(gateway, dataFolder);
  try {
    expect(await whatIsSeen(dataFolder, id)).toEqual(before);
    await expectSound(dataFolder);
  } finally {
    gateway.process.kill('SIGCONT');
  }
  expect(await answer).toMatchObject({ status: 200, body: { imported: rowCount } });
  const after = await whatIsSeen(dataFolder, id);
  expect(after.listed).toEqual([`New ${rowCount - 1}`, `New ${rowCount - 2}`, `New ${rowCount - 3}`]);
  expect(after.newest).toEqual(after.listed);
  expect(JSON.stringify(after.figures)).toContain(String(rowCount + 3));
  await expectSound(dataFolder);
});

test('a backup in the middle of an import is sound, and holds nothing of it that anybody sees', async () => {
  const { dataFolder, gateway, account, id } = await withThreeRecords();
  const before = await whatIsSeen(dataFolder, id);
  const answer = sendRows(account, 'general', id, more);
  await stopped(gateway, dataFolder);
  const file = join(await temporaryFolder(), 'backup.tar');
  expect(await runWorkspace('admin', 'backup', file, '--data', dataFolder)).toMatchObject({ status: 0 });
  gateway.process.kill('SIGKILL');
  await answer.catch(() => {});
  const restored = join(await temporaryFolder(), 'restored');
  expect(await runWorkspace('admin', 'restore', file, '--data', restored)).toMatchObject({ status: 0 });
  expect(await recordRowsIn(restored)).toBeGreaterThan(3);
  expect(await whatIsSeen(restored, id)).toEqual(before);
  await expectSound(restored);
});

test('rows that a killed gateway had added are removed by the next, and can be added again', async () => {
  const { dataFolder, token, gateway, account, id } = await withThreeRecords();
  const before = await traces(dataFolder);
  const answers = [
    sendRows(account, 'general', id, more).catch(() => undefined),
    importCsv(account, 'general', more, { name: 'Others' }).catch(() => undefined),
  ];
  await untilSomeAreStored(dataFolder);
  const exit = once(gateway.process, 'exit');
  gateway.process.kill('SIGKILL');
  await Promise.all([exit, ...answers]);
  expect(await recordRowsIn(dataFolder)).toBeGreaterThan(3);
  await expectSound(dataFolder);

  const next = accountAt((await startGateway(dataFolder)).url, token);
  await expect.poll(() => recordRowsIn(dataFolder), { timeout: 60_000, interval: 500 }).toBe(3);
  expect((await traces(dataFolder)).rows).toEqual(before.rows);
  expect(await sendRows(next, 'general', id, more)).toMatchObject({ status: 200, body: { imported: rowCount } });
  await expectSound(dataFolder);
});

test('rows can be added at once where a killed gateway had added some', async () => {
  const { dataFolder, token, gateway, account, id } = await withThreeRecords();
  const answer = sendRows(account, 'general', id, more).catch(() => undefined);
  await untilSomeAreStored(dataFolder);
  gateway.process.kill('SIGKILL');
  await answer;
  const next = accountAt((await startGateway(dataFolder)).url, token);
  expect(await sendRows(next, 'general', id, 'Name,Amount,Text\nNew,4,d\n')).toMatchObject({ status: 200 });
  expect(await recordRowsIn(dataFolder)).toBe(4);
  await expectSound(dataFolder);
});

test('two can add rows at once where a killed gateway had added some, and both remove those', async () => {
  const { dataFolder, token, gateway, account, id } = await withThreeRecords();
  const answer = sendRows(account, 'general', id, more).catch(() => undefined);
  // Removing them takes several transactions.
  await untilSomeAreStored(dataFolder, rowCount / 2);
  gateway.process.kill('SIGKILL');
  await answer;
  await addUsers(dataFolder, { email: 'other@a.test' });
  const { url } = await startGateway(dataFolder);
  const next = accountAt(url, token);
  const other = accountAt(url, await accessToken(dataFolder, '--user', 'other@a.test'));
  const some = ['Name,Amount,Text', ...rows.slice(0, 3_000), ''].join('\n');
  const answers = [next, other].map((each) => sendRows(each, 'general', id, some));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await recordRowsIn(dataFolder)).toBe(3 + 2 * 3_000);
  await expectSound(dataFolder);
});

test('a field that is required from now on refuses an import that leaves it empty, though it had begun', async () => {
  const { dataFolder, gateway, account, id } = await withThreeRecords();
  const lines = Array.from({ length: 16 * rowCount }, (_, number) => `New ${number},${number},short`);
  const answer = sendRows(account, 'general', id, ['Name,Amount,Text', ...lines, 'Last,,short', ''].join('\n'));
  await untilSomeAreStored(dataFolder);
  const fields = [{ key: 'amount', type: 'number', required: true }];
  expect(await account.call(`PATCH /channels/general/data-sets/${id}`, { fields })).toMatchObject({ status: 200 });
  expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await expect.poll(() => recordRowsIn(dataFolder), patience).toBe(3);
  await expectSound(dataFolder);
  expect(gateway.log()).not.toContain('"level":"error"');
});
