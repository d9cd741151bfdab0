import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { executable, startGateway, temporaryFolder } from '../support/product.ts';
import { addedSource, csvFile, lastTried, listedSources, synced, syncSources } from '../support/sources.ts';
import { inStorage } from '../support/storage.ts';

/** A source in a folder of its own, whose file has a row more by now. */
async function staleSource(...args: string[]) {
  const dataFolder = await temporaryFolder();
  const file = await csvFile('Id', 'a');
  const source = await addedSource(dataFolder, '--name', 'Guests', '--csv', file.path, '--key', 'Id', ...args);
  await file.write('Id', 'a', 'b');
  const records = async () => (await listedSources(dataFolder))[0]!.records;
  const problem = async () => (await listedSources(dataFolder))[0]!.problem;
  return { dataFolder, file, source, records, problem };
}

describe('a source is synchronised by itself when its turn comes', () => {
  test('by a gateway that starts later', async () => {
    const { dataFolder, source, records } = await staleSource('--every', '7');
    await lastTried(dataFolder, source, 7);
    await startGateway(dataFolder);
    await expect.poll(records, patience).toBe(2);
  });

  test('by a gateway that runs, again and again, and with its problems told in the log', async () => {
    const { dataFolder, file, source, records, problem } = await staleSource();
    const gateway = await startGateway(dataFolder);
    await lastTried(dataFolder, source, 60);
    await expect.poll(records, patience).toBe(2);
    await file.write('Id', 'a', 'a');
    await lastTried(dataFolder, source, 60);
    await expect.poll(problem, patience).toMatch(/rows 1 and 2 have the same key/);
    await expect.poll(gateway.log, patience).toMatch(/rows 1 and 2 have the same key/);
    expect(await records()).toBe(2);
  });

  test('by an agent host, where no gateway runs', async () => {
    const { dataFolder, source, records } = await staleSource();
    await lastTried(dataFolder, source, 60);
    await startHost(dataFolder);
    await expect.poll(records, patience).toBe(2);
  });

  test('and not before', async () => {
    const { dataFolder, source, records } = await staleSource('--every', '7');
    await lastTried(dataFolder, source, 6.9);
    expect(await syncSources(dataFolder, '--due')).toEqual({ status: 0, stderr: '', outcomes: [] });
    expect(await records()).toBe(1);
    await lastTried(dataFolder, source, 7);
    expect((await syncSources(dataFolder, '--due')).outcomes).toMatchObject([{ added: 1 }]);
    expect((await syncSources(dataFolder, '--due')).outcomes).toEqual([]);
  });

  test('nor later, where the clock was put back since it was last tried', async () => {
    const { dataFolder, source, records } = await staleSource('--every', '7');
    await lastTried(dataFolder, source, -3_652 * 24 * 60);
    expect((await syncSources(dataFolder, '--due')).outcomes).toMatchObject([{ added: 1 }]);
    expect(await records()).toBe(2);
  });

  test('not sooner after a problem either', async () => {
    const { dataFolder, file, source } = await staleSource();
    await file.write('Id', 'a', 'a');
    await lastTried(dataFolder, source, 60);
    expect((await syncSources(dataFolder, '--due')).status).toBe(1);
    expect((await syncSources(dataFolder, '--due')).outcomes).toEqual([]);
  });
});

test('a process that ends while it synchronises one leaves the others their turn', async () => {
  const dataFolder = await temporaryFolder();
  const large = await csvFile('Id', 'a');
  const small = await csvFile('Id', 'a');
  const sources = [];
  for (const { path } of [large, small])
    sources.push(await addedSource(dataFolder, '--name', 'Guests', '--csv', path, '--key', 'Id'));
  await large.write('Id', ...Array.from({ length: 60_000 }, (_, index) => `k${index}`));
  await small.write('Id', 'a', 'b');
  for (const source of sources) await lastTried(dataFolder, source, 60);
  const before = await triedAt(dataFolder);
  const child = spawn(process.execPath, [executable, 'admin', 'sources', 'sync', '--due', '--data', dataFolder]);
  const ended = once(child, 'exit');
  await expect.poll(() => triedAt(dataFolder), { ...patience, interval: 5 }).not.toEqual(before);
  child.kill('SIGKILL');
  await ended;
  const { outcomes } = await syncSources(dataFolder, '--due');
  expect(outcomes).toMatchObject([{ sourceId: sources[1]!.sourceId, added: 1 }]);
});

const triedAt = async (dataFolder: string) =>
  (await inStorage(dataFolder, (tx) => tx.selectFrom('sources').select('tried_at').orderBy('id').execute())).map(
    ({ tried_at }) => tried_at,
  );

test('of several processes at once, one synchronises what is due', async () => {
  const { dataFolder, source, records } = await staleSource();
  await lastTried(dataFolder, source, 60);
  const runs = await Promise.all(Array.from({ length: 4 }, () => syncSources(dataFolder, '--due')));
  expect(runs.map(({ status, stderr }) => `${status} ${stderr}`)).toEqual(Array(4).fill('0 '));
  expect(runs.flatMap(({ outcomes }) => outcomes)).toMatchObject([{ added: 1 }]);
  expect(await records()).toBe(2);
});

test('several that are told to synchronise make each record once', async () => {
  const { dataFolder, file, source } = await staleSource();
  await file.write('Id,New', ...Array.from({ length: 2_000 }, (_, index) => `k${index},${index}`));
  const runs = await Promise.all(Array.from({ length: 3 }, () => syncSources(dataFolder)));
  const counts = runs.flatMap(({ outcomes }) => outcomes.map(({ added, removed }) => `+${added} -${removed}`));
  expect(counts.sort()).toEqual(['+0 -0', '+0 -0', '+2000 -1']);
  expect(await synced(dataFolder, source)).toBe('+0 ~0 -0');
  const stored = await inStorage(dataFolder, (tx) => tx.selectFrom('records').select('id').execute());
  expect(stored).toHaveLength(2_000);
});
