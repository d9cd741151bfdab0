import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { dataTable } from '../../src/store/data-tables/data-tables.ts';
import type { Db } from '../../src/store/tables.ts';
import { check, expectSound } from '../support/check.ts';
import { startHost } from '../support/hosts.ts';
import { indexed } from '../support/index.ts';
import { runWorkspace, temporaryFolder } from '../support/product.ts';
import { emptyDataSet, importRecords } from '../support/records.ts';
import { inStorage } from '../support/storage.ts';

let original = '';
let deals: CatalogueDataSet;
let record: string;

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await runWorkspace('token', '--data', original);
  const fields = [{ key: 'city', type: 'text' as const }];
  deals = await emptyDataSet(original, 'general', { name: 'Deals', fields });
  record = await importRecords(original, deals, [
    { title: 'One', values: ['Oslo'] },
    { title: 'Two', values: [null] },
  ]);
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function folderToDamage(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(original, folder, { recursive: true });
  return folder;
}

const table = () => sql.table(dataTable(deals.number));

type Damage = (db: Db) => Promise<unknown>;
const damages: [what: string, damage: Damage, names: () => string][] = [
  ['a record has lost its row', (db) => sql`delete from ${table()} where id = ${record}`.execute(db), () => record],
  [
    'a row is no record',
    (db) => db.deleteFrom('records').where('id', '=', record).execute(),
    () => `${record} is in a Data Set but unknown`,
  ],
  [
    'a record is in another Data Set than its row',
    (db) => db.updateTable('records').set({ data_set: 99 }).where('id', '=', record).execute(),
    () => `${record} is a record of no Data Set`,
  ],
  [
    'a Data Set has lost its table',
    (db) => sql`drop table ${table()}`.execute(db),
    () => `${deals.id} has no table for its records`,
  ],
  [
    'a Data Set has lost the column of a field',
    (db) => sql`alter table ${table()} rename column f1 to lost`.execute(db),
    () => `${deals.id} has a field without a column`,
  ],
  ['a Data Set counts wrongly', (db) => db.updateTable('data_sets').set({ record_count: 3 }).execute(), () => deals.id],
  [
    'a row of a source has no record',
    (db) => db.insertInto('source_rows').values({ data_set: deals.number, key: 'k', record_id: 'rec_gone' }).execute(),
    () => 'rec_gone comes from a source',
  ],
  [
    'a record is missing from the search index and from what is still to be indexed',
    (db) => db.deleteFrom('index_queue').execute(),
    () => `${record} has no entry in the search index`,
  ],
  [
    'something is attached to a record that does not exist',
    (db) =>
      db
        .insertInto('links')
        .columns(['resource_type', 'resource_id', 'target_type', 'target_id', 'created_at', 'created_by'])
        .expression(sql`select 'artifact', 'art_1', 'record', 'rec_gone', created_at, id from users limit 1`)
        .execute(),
    () => 'rec_gone is a link target',
  ],
  [
    'a View has lost its current version',
    (db) =>
      db
        .insertInto('views')
        .columns(['id', 'channel_id', 'data_set', 'slug', 'current_version_id', 'created_at', 'created_by'])
        .expression(sql`select 'view_1', channel_id, number, 'v', 'viewv_gone', created_at, created_by from data_sets`)
        .execute(),
    () => 'view_1 has no current version',
  ],
];

describe('admin check', () => {
  test('finds records sound while they wait to be indexed, and when they are', async () => {
    const folder = await folderToDamage();
    await expectSound(folder);
    await startHost(folder);
    await indexed(folder);
    await expectSound(folder);
  });

  test.each(damages)('finds that %s', async (_what, damage, names) => {
    const folder = await folderToDamage();
    await inStorage(folder, damage);
    const { status, problems } = await check(folder);
    expect(status).toBe(1);
    expect(problems?.join('\n')).toContain(names());
  });

  test('finds that a record which is gone is still in the search index', async () => {
    const folder = await folderToDamage();
    await startHost(folder);
    await indexed(folder);
    await inStorage(folder, async (db) => {
      await sql`delete from ${table()} where id = ${record}`.execute(db);
      await db.deleteFrom('records').where('id', '=', record).execute();
      await db.updateTable('data_sets').set({ record_count: 1 }).execute();
    });
    expect(await check(folder)).toMatchObject({
      status: 1,
      problems: [`${record} has an entry in the search index but does not exist`],
    });
  });
});
