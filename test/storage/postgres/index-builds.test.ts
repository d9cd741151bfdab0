import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openTables } from '../../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../../src/store/sqlite/text-index/apart.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';

describe.skipIf(postgresPrograms() === undefined)('an index of a Data Set', () => {
  let databases: Database[];
  beforeAll(async () => {
    const location = await freshDatabase();
    const open = () => openPostgres({ location, tables: openTables(), cutSnippets: snippetsApart });
    databases = [await open(), await open()];
    await databases[0]!.write('service', async (tx) => {
      const organizations = ['one', 'other'].map((id) => ({
        id,
        name: id,
        max_upload_bytes: 1,
        time_zone: 'UTC',
        created_at: '',
      }));
      await tx.insertInto('organizations').values(organizations).execute();
    });
  });
  afterAll(async () => void (await Promise.all(databases.map((database) => database.close()))));

  /** Holds a write of one organization in one process while another process does something. */
  async function duringWriteOfOne(work: (other: Database) => Promise<unknown>): Promise<unknown> {
    const [database, other] = databases as [Database, Database];
    const scope = { organizationId: 'one', userId: 'ada' };
    return database.write(scope, () => work(other));
  }
  const change = (organizationId: string) => ({
    statement: 'create index if not exists homes_by_owner on homes (owner_id)',
    rows: 0,
    organizationId,
  });

  test('makes no other organization wait', async () => {
    const { signal } = new AbortController();
    expect(await duringWriteOfOne((other) => other.alter(change('other'), signal))).toBe(true);
  });

  test('is given up while it is made', async () => {
    const ending = new AbortController();
    const given = await duringWriteOfOne(async (other) => {
      const altered = other.alter(
        { statement: 'select pg_sleep(1000)', rows: 0, organizationId: 'other' },
        ending.signal,
      );
      setTimeout(() => ending.abort(), 200);
      return altered;
    });
    expect(given).toBe(false);
  });
});
