import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDataSet } from '../../support/data-sets.ts';
import { patience } from '../../support/patience.ts';
import { ServerPair } from '../../support/postgres-pair.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { administer } from '../../support/postgres-server.ts';
import { accessToken, folderOfItsOwn, runWorkspace, startGateway } from '../../support/product.ts';
import { Proxy } from '../../support/proxy.ts';
import { accountAt } from '../../support/rest.ts';

const portOf = (address: string) => Number(new URL(address).port);

/** More records than a light query reads. */
const count = 6_000;

/** A gateway on a primary, whose standby is behind a proxy, and a Data Set whose queries are heavy. */
async function served(standbys = 1) {
  const { pair, toPrimary, database, proxy, replica } = await withStandby(standbys);
  const dataFolder = await folderOfItsOwn();
  const gateway = await startGateway(dataFolder, '--database', database, '--replicas', replica);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const records = Array.from({ length: count }, (_, index) => ({ title: `Row ${index}`, values: { amount: index } }));
  const dataSet = await newDataSet(dataFolder, 'general', 'Large', [{ key: 'amount', type: 'number' }], records);
  const standby = new pg.Client({ connectionString: `${pair.standby}/work` });
  await standby.connect();
  onTestFinished(() => standby.end());
  const query = {
    mode: 'deterministic',
    channelId: 'general',
    objectTypeId: dataSet.id,
    operation: 'aggregate',
    metrics: [{ alias: 'n', function: 'count_rows' }],
    filters: [{ field: 'amount', operator: 'gte', value: 0 }],
  };
  return {
    pair,
    toPrimary,
    proxy,
    gateway,
    standby,
    counted: async () => {
      const { data } = (await account.done('POST /queries', query)) as unknown as { data: { rows: { n: number }[] } };
      return data.rows[0]!.n;
    },
    add: () =>
      account.done(`POST /channels/general/records`, {
        objectTypeId: dataSet.id,
        title: 'One more',
        values: { amount: 1 },
      }),
    /** When the standby last ran a query over the records. */
    ranThere: async () => {
      const { rows } = await standby.query<{ at: string | null }>(
        `select cast(max(query_start) as text) as at from pg_stat_activity
          where application_name = 'workspace-mcp' and query like '%data_${dataSet.number}%'`,
      );
      return rows[0]!.at;
    },
  };
}

async function rowsAt<Row extends object>(address: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

async function withStandby(standbys = 1) {
  const pair = await ServerPair.started(standbys);
  await administer(pair.primary, 'create database work');
  const [toPrimary, proxy] = [new Proxy(portOf(pair.primary)), new Proxy(portOf(pair.standby))];
  const replica = `127.0.0.1:${await proxy.start()}`;
  const database = `postgres://postgres@127.0.0.1:${await toPrimary.start()}/work`;
  onTestFinished(async () => {
    await Promise.all([
      proxy.close(),
      toPrimary.close(),
      ...pair.standbys.map(({ replication }) => replication.close()),
    ]);
  });
  return { pair, toPrimary, database, proxy, replica };
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a replica', () => {
  test('runs heavy queries once it has what the primary has committed, and else the primary does', async () => {
    const { standby, counted, add, ranThere } = await served();
    expect(await counted()).toBe(count);
    await expect.poll(async () => (await counted()) === count && ranThere(), patience).not.toBeNull();

    await standby.query('select pg_wal_replay_pause()');
    await add();
    const before = await ranThere();
    expect(await counted()).toBe(count + 1);
    expect(await ranThere()).toBe(before);

    await standby.query('select pg_wal_replay_resume()');
    await expect.poll(async () => (await counted()) === count + 1 && ranThere(), patience).not.toBe(before);
  });

  test('that is away or silent holds nobody up, and is used again when it is back', async () => {
    const { proxy, gateway, counted, ranThere } = await served();
    await expect.poll(async () => (await counted()) === count && ranThere(), patience).not.toBeNull();

    proxy.refuse();
    expect(await counted()).toBe(count);
    await expect
      .poll(gateway.log, patience)
      .toMatch(/The replica 127\.0\.0\.1:\d+ is not used, and the primary runs its queries\./);

    proxy.mode = 'hold answers';
    expect(await counted()).toBe(count);

    proxy.refuse();
    const before = await ranThere();
    proxy.release();
    await expect.poll(async () => (await counted()) === count && ranThere(), patience).not.toBe(before);
  });

  test('that has what its primary took with it is not asked, because the new primary has lost it', async () => {
    const { pair, toPrimary, standby, counted, add, ranThere } = await served(2);
    await expect.poll(async () => (await counted()) === count && ranThere(), patience).not.toBeNull();
    const { address: next, replication } = pair.standbys[1]!;
    const [position] = await rowsAt<{ place: string }>(pair.primary, 'select pg_current_wal_lsn() as place');
    const hasAll = `select pg_last_wal_replay_lsn() >= '${position!.place}' as has`;
    await expect.poll(() => rowsAt(next, hasAll), patience).toEqual([{ has: true }]);

    replication.refuse();
    // The log of the former primary is longer than that of the next one will be.
    await rowsAt(pair.primary, 'select pg_switch_wal()');
    await add();
    pair.killPrimary();
    await pair.promote(next);
    toPrimary.leadTo(portOf(next));
    const before = await ranThere();
    await expect.poll(() => counted().catch(() => 'not yet'), patience).toBe(count);
    expect(await ranThere()).toBe(before);
    const { rows } = await standby.query<{ count: string }>(`select count(*) from workspace.data_1`);
    expect(Number(rows[0]!.count)).toBe(count + 1);
  });

  test('is refused at the start unless it is a standby of the server', async () => {
    const { pair, database } = await withStandby();
    const other = await ServerPair.started();
    onTestFinished(() => other.replication.close());
    await administer(other.primary, 'create database work');
    const refused = async (replica: string, place = database) => {
      const folder = await folderOfItsOwn();
      const args = ['--data', folder, '--port', '0', '--database', place, '--replicas', replica];
      const { status, stderr } = await runWorkspace('serve', ...args);
      expect(status).toBe(1);
      return stderr;
    };
    const hostOf = (address: string) => `127.0.0.1:${portOf(address)}`;
    expect(await refused(hostOf(pair.primary))).toContain(`${hostOf(pair.primary)} is not a standby.`);
    expect(await refused(hostOf(other.standby))).toContain(`${hostOf(other.standby)} is a standby of another server.`);
    expect(await refused('127.0.0.1:5433', 'folder')).toContain('Start without --replicas (WORKSPACE_REPLICAS).');
  });
});
