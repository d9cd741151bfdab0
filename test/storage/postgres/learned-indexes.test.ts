import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FieldInput } from '../../../schemas/fields.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { CatalogueDataSet } from '../../../src/query/catalogue.ts';
import { placesIn } from '../../../src/folder/places/places.ts';
import { newDataSet } from '../../support/data-sets.ts';
import { patience } from '../../support/patience.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { accessToken } from '../../support/product.ts';
import { accountAt, sharedGateway } from '../../support/rest.ts';

type Listed = Awaited<ReturnType<Workspace['indexes']['list']>>;

/** A server reads 50,000 records quickly, so the table is locked while queries of them are to be slow. */
describe.skipIf(postgresPrograms() === undefined)('a large Data Set on a server', () => {
  beforeAll(() => void vi.stubEnv('WORKSPACE_TEST_STORE', 'postgres'));
  afterAll(() => void vi.unstubAllEnvs());
  const gateway = sharedGateway();
  let dataSet: CatalogueDataSet;
  let client: pg.Client;

  beforeAll(async () => {
    const fields: FieldInput[] = [
      { key: 'code', type: 'text' },
      { key: 'region', type: 'text' },
      { key: 'amount', type: 'number' },
    ];
    const count = limits.learnedFromRecords;
    const records = Array.from({ length: count }, (_, index) => ({
      title: `Row ${index}`,
      values: { code: `É-${index >> 1}`, region: `Region ${index % 7}`, amount: (index * 7_919) % count },
    }));
    dataSet = await newDataSet(gateway.dataFolder, 'general', 'Large', fields, records);
    client = new pg.Client({ connectionString: await readFile(placesIn(gateway.dataFolder).databaseUrl, 'utf8') });
    await client.connect();
  });
  afterAll(() => client.end());

  const ask = async (more: object) => {
    const query = {
      mode: 'deterministic',
      channelId: 'general',
      objectTypeId: dataSet.id,
      operation: 'records',
      ...more,
    };
    return ((await gateway.admin.done('POST /queries', query)) as unknown as { data: unknown }).data;
  };
  const byCode = (value: string) => ({ limit: 50, filters: [{ field: 'code', operator: 'eq', value }] });
  const byRegion = { limit: 50, filters: [{ field: 'region', operator: 'eq', value: 'Region 1' }] };
  const byAmount = { limit: 50, orderBy: [{ field: 'amount', direction: 'desc' }] };

  /** Asks while the records cannot be read. The light statement runs out of time, and then it waits as a heavy one. */
  async function askSlowly(query: object): Promise<void> {
    await client.query(`begin; lock table workspace.data_${dataSet.number} in access exclusive mode`);
    const asked = ask(query);
    const waitsLong = async () => {
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > interval '300 milliseconds'`,
      );
      return rows[0]!.count;
    };
    await expect.poll(waitsLong, { ...patience, interval: 20 }).not.toBe('0');
    await client.query('commit');
    await asked;
  }
  async function oftenEnough(query: object): Promise<void> {
    for (let asked = 0; asked < limits.learnedAfterQueries; asked += 1) await askSlowly(query);
  }

  async function learned(): Promise<Listed['indexes']> {
    const token = await accessToken(gateway.dataFolder, '--scope', 'workspace.admin');
    const { indexes } = (await accountAt(gateway.url, token).done('GET /admin/indexes')) as unknown as Listed;
    return indexes;
  }
  const made = async () =>
    (await learned()).filter(({ bytes }) => bytes !== undefined && bytes > 0).map(({ learnedBy }) => learnedBy);

  /** How often the server has used the indexes that were learned, which it says a little later. */
  const uses = async () => {
    const { rows } = await client.query<{ uses: number }>(
      `select idx_scan::int as uses from pg_stat_user_indexes where indexrelname like '%\\_of\\_views\\_%' order by uses`,
    );
    return rows.map((row) => row.uses);
  };

  test('learns nothing from quick queries', async () => {
    for (let asked = 0; asked < 2 * limits.learnedAfterQueries; asked += 1) await ask(byCode('É-16'));
    expect(await learned()).toEqual([]);
  });

  test('learns from slow ones what finds rare values and the largest, and answers as before', async () => {
    const others = [byCode('É-17'), byRegion, byAmount];
    const before = await Promise.all(others.map(ask));
    await oftenEnough(byRegion);
    await oftenEnough(byCode('É-16'));
    await expect.poll(made, patience).toEqual(['code']);
    await oftenEnough(byAmount);
    await expect.poll(made, patience).toEqual(['amount desc', 'code']);
    expect(await Promise.all(others.map(ask))).toEqual(before);
    await expect.poll(uses, patience).toEqual([expect.toSatisfy(isUsed), expect.toSatisfy(isUsed)]);
  });
});

const isUsed = (uses: number): boolean => uses > 0;
