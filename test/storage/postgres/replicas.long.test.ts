import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDataSet } from '../../support/data-sets.ts';
import { patience } from '../../support/patience.ts';
import { ServerPair } from '../../support/postgres-pair.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { administer } from '../../support/postgres-server.ts';
import { accessToken, folderOfItsOwn, runWorkspace, startGateway, stop } from '../../support/product.ts';
import { Proxy } from '../../support/proxy.ts';
import { accountAt } from '../../support/rest.ts';

const portOf = (address: string) => Number(new URL(address).port);

/** More records than a light query reads. */
const count = 6_000;

/** A gateway on a primary, whose standby is behind a proxy, and a Data Set whose queries are heavy. */
async function served({ standbys = 1, flags = [] as string[] } = {}) {
  const { pair, toPrimary, database, proxy, replica } = await withStandby(standbys);
  const dataFolder = await folderOfItsOwn();
  const gateway = await startGateway(dataFolder, '--database', database, '--replicas', replica, ...flags);
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
    /** How often the standby has read the records, as it says after a while. */
    readsThere: async () => {
      const { rows } = await standby.query<{ reads: string }>(
        `select seq_scan + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = 'data_${dataSet.number}'`,
      );
      return Number(rows[0]?.reads ?? 0);
    },
  };
}

const currentPlace = 'select pg_current_wal_insert_lsn() as place';
const hasAll = (place: string) => `select pg_last_wal_replay_lsn() >= '${place}' as has`;

async function rowsAt<Row extends object>(address: string, statement: string): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    return rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}

async function withStandby(standbys = 1) {
  const pair = await ServerPair.started(standbys);
  await administer(pair.primary, 'create database work');
  const [toPrimary, proxy] = [new Proxy(portOf(pair.primary)), new Proxy(portOf(pair.standby))];
  const replica = `127.0.0.1:${await proxy.start()}`;
  const database = `postgres://postgres@127.0.0.1:${await toPrimary.start()}/work`;
  onTestFinished(async () => {
    await Promise.all([proxy.close(), toPrimary.close(), pair.end()]);
  });
  return { pair, toPrimary, database, proxy, replica };
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a replica', () => {
  test('runs heavy queries once it has what the primary has committed, and else the primary does', async () => {
    const { standby, counted, add, readsThere } = await served();
    expect(await counted()).toBe(count);
    await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(0);

    await standby.query('select pg_wal_replay_pause()');
    await add();
    expect(await counted()).toBe(count + 1);

    await standby.query('select pg_wal_replay_resume()');
    const before = await readsThere();
    await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(before);
    expect(await counted()).toBe(count + 1);
  });

  test.each(['hold answers', 'refuse'] as const)(
    'that is away (%s) holds nobody up, and is used again when it is back',
    async (harm) => {
      const { proxy, gateway, counted, readsThere } = await served();
      await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(0);

      if (harm === 'refuse') proxy.refuse();
      else proxy.mode = harm;
      expect(await counted()).toBe(count);
      expect(gateway.log()).toMatch(/The replica 127\.0\.0\.1:\d+ is not used, and the primary runs its queries\./);

      const before = await readsThere();
      proxy.release();
      await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(before);
    },
  );

  test('that falls silent during a query lets it end at its time limit, and the gateway stop', async () => {
    const { pair, proxy, gateway, counted, readsThere } = await served({ flags: ['--query-seconds', '2'] });
    await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(0);
    const client = new pg.Client({ connectionString: `${pair.primary}/work` });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin; lock table workspace.data_1 in access exclusive mode');
    const [{ place }] = await rowsAt<{ place: string }>(pair.primary, currentPlace);
    await expect.poll(() => rowsAt(pair.standby, hasAll(place)), patience).toEqual([{ has: true }]);

    const waiting = `select count(*) > 0 as has from pg_stat_activity
      where application_name = 'workspace-mcp' and wait_event_type = 'Lock' and query like '%data_1%'`;
    let asked: Promise<string> | undefined;
    const isAskedThere = async () => {
      // It waits at the primary instead where the standby was behind for a moment. Then it is asked again.
      asked ??= counted().then(String, String);
      void asked.finally(() => (asked = undefined));
      return (await rowsAt<{ has: boolean }>(pair.standby, waiting))[0].has;
    };
    await expect.poll(isAskedThere, { ...patience, interval: 20 }).toBe(true);
    proxy.mode = 'hold answers';
    expect(await asked).toContain('ran longer than');
    await client.query('rollback');
    expect(await counted()).toBe(count);
    await stop(gateway.process);
  });

  test('that has what its primary took with it is not asked, because the new primary has lost it', async () => {
    const { pair, toPrimary, standby, counted, add, readsThere } = await served({ standbys: 2 });
    await expect.poll(() => counted().then(readsThere), patience).toBeGreaterThan(0);
    const { address: next, replication } = pair.standbys[1]!;
    const [{ place }] = await rowsAt<{ place: string }>(pair.primary, currentPlace);
    await expect.poll(() => rowsAt(next, hasAll(place)), patience).toEqual([{ has: true }]);

    replication.refuse();
    // The log of the former primary is longer than that of the next one will be.
    await rowsAt(pair.primary, 'select pg_switch_wal()');
    await add();
    pair.killPrimary();
    await pair.promote(next);
    toPrimary.leadTo(portOf(next));
    await expect.poll(() => counted().catch(() => 'not yet'), patience).toBe(count);
    const { rows } = await standby.query<{ count: string }>(`select count(*) from workspace.data_1`);
    expect(Number(rows[0]!.count)).toBe(count + 1);
  });

  test('is refused at the start if it is of another server, or there is no server', async () => {
    const { database, replica } = await withStandby();
    const other = await ServerPair.started();
    onTestFinished(() => other.end());
    await administer(other.primary, 'create database work');
    const refused = async (place: string, ...replicas: string[]) => {
      const folder = await folderOfItsOwn();
      const flags = replicas.flatMap((one) => ['--replicas', one]);
      const { status, stderr } = await runWorkspace(
        'serve',
        '--data',
        folder,
        '--port',
        '0',
        '--database',
        place,
        ...flags,
      );
      expect(status).toBe(1);
      return stderr;
    };
    const foreign = `127.0.0.1:${portOf(other.standby)}`;
    expect(await refused(database, replica, foreign)).toBe(
      `The replica ${foreign} is of another server than the database; name a standby of that one, or leave it out.\n`,
    );
    expect(await refused('folder', '127.0.0.1:5433')).toContain('Start without --replicas (WORKSPACE_REPLICAS).');
    expect(await refused(database, 'ada@db2')).toContain('must be hosts such as db2.example.com or 127.0.0.1:5433');
  });
});
