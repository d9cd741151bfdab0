import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placesIn } from '../../../src/folder/places/places.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openTables } from '../../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../../src/store/sqlite/text-index/apart.ts';
import { newDataSet } from '../../support/data-sets.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { sharedGateway } from '../../support/rest.ts';

describe.skipIf(postgresPrograms() === undefined)('the planner of a server', () => {
  beforeAll(() => void vi.stubEnv('WORKSPACE_TEST_STORE', 'postgres'));
  afterAll(() => void vi.unstubAllEnvs());
  const gateway = sharedGateway();
  const count = 2_000;

  async function connect(): Promise<pg.Client> {
    const connectionString = await readFile(placesIn(gateway.dataFolder).databaseUrl, 'utf8');
    const client = new pg.Client({ connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  test('knows how many records have a checkbox checked, of a new Data Set and of a field that came later', async () => {
    const records = Array.from({ length: count }, (_, index) => ({
      title: `Row ${index}`,
      values: { paid: index % 2 === 0 },
    }));
    const { id, number } = await newDataSet(
      gateway.dataFolder,
      'general',
      'Bills',
      [{ key: 'paid', type: 'checkbox' }],
      records,
    );
    await gateway.admin.done(`PATCH /channels/general/data-sets/${id}`, {
      fields: [{ key: 'sent', label: 'Sent', type: 'checkbox' }],
    });
    const client = await connect();
    await client.query(`analyze workspace.data_${number}`);
    const { rows: columns } = await client.query<{ name: string }>(
      `select 'f' || number as name from workspace.data_set_fields where data_set = $1 order by number`,
      [number],
    );
    const estimated = await Promise.all(
      columns.map(async ({ name }) => {
        const { rows } = await client.query(
          `explain (format json) select 1 from workspace.data_${number} where coalesce(${name}, 0) = 0`,
        );
        return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'] as number;
      }),
    );
    expect(estimated[0]).toBeGreaterThan(count * 0.4);
    expect(estimated[0]).toBeLessThan(count * 0.6);
    expect(estimated[1]).toBe(count);
  });

  test('learns the same of a workspace that an earlier release made', async () => {
    const client = await connect();
    const known = async () => {
      const { rows } = await client.query<{ name: string }>('select stxname as name from pg_statistic_ext order by 1');
      return rows.map(({ name }) => name);
    };
    const before = await known();
    for (const name of before) await client.query(`drop statistics workspace.${name}`);
    for (const index of ['views_by_name', 'users_admins', 'authorizations_listed'])
      await client.query(`drop index workspace.${index}`);
    await client.query('alter index workspace.audit_events_of_audience rename to audit_events_by_audience');
    await client.query('update workspace.schema_version set version = 10');
    const location = await readFile(placesIn(gateway.dataFolder).databaseUrl, 'utf8');
    const database = await openPostgres({ location, tables: openTables(), cutSnippets: snippetsApart });
    await database.close();
    expect(await known()).toEqual(before);
    expect(before).toHaveLength(2);
  });
});
