import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { publishedRows } from '../../src/store/data-tables/published-rows.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { connectHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { accessToken, runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const keys = ['code', 'second', 'third'] as const;
const fields: FieldInput[] = [
  ...keys.map((key): FieldInput => ({ key, type: 'text' })),
  { key: 'region', type: 'text' },
  { key: 'amount', type: 'number' },
  { key: 'note', type: 'text' },
];
const tooLong = 'x'.repeat(limits.indexedText + 1);

/** Codes differ in case and diacritics alone, so that a comparison that folds would find several. */
const large = (name: string, count: number): Promise<CatalogueDataSet> =>
  newDataSet(
    gateway.dataFolder,
    'general',
    name,
    fields,
    Array.from({ length: count }, (_, index) => ({
      title: `Row ${index}`,
      values: {
        ...Object.fromEntries(
          keys.map((key) => [key, index % 3 === 0 ? undefined : `${'Éé'[index % 2]}-${index >> 1}`]),
        ),
        region: `Region ${index % 7}`,
        amount: index % 11 === 0 ? undefined : (index * 7_919) % count,
        note: index === 1 ? tooLong : undefined,
      },
    })),
  );

type Listed = Awaited<ReturnType<Workspace['indexes']['list']>>;
type Asked = Record<string, unknown>;
const ask = async ({ id }: CatalogueDataSet, more: Asked): Promise<Asked> => {
  const query = { mode: 'deterministic', channelId: 'general', objectTypeId: id, ...more };
  return ((await gateway.admin.done('POST /queries', query)) as unknown as { data: Asked }).data;
};
const filtered = (field: string, value: string): Asked => ({
  operation: 'records',
  limit: 50,
  filters: [{ field, operator: 'eq', value }],
});
const ordered = (field: string, direction: 'asc' | 'desc'): Asked => ({
  operation: 'records',
  limit: 50,
  orderBy: [{ field, direction }],
});
const byAmount = ordered('amount', 'desc');
const oftenEnough = async (dataSet: CatalogueDataSet, query: Asked, times: number = limits.learnedAfterQueries) => {
  for (let asked = 0; asked < times; asked += 1) await ask(dataSet, query);
};

/** The terms of the indexes that only this Data Set has. */
const indexes = ({ number }: CatalogueDataSet) =>
  inStorage(gateway.dataFolder, async (db) => {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
      where type = 'index' and tbl_name = ${`data_${number}`} and name glob '*_of_views_*'`.execute(db);
    return rows.map((row) => row.sql.replace(/^[^(]*/, '')).toSorted();
  });
const learnedBy = ({ number }: CatalogueDataSet) =>
  inStorage(gateway.dataFolder, async (db) => {
    const rows = db.selectFrom('learned_indexes').select('learned_by').where('data_set', '=', number);
    return (await rows.orderBy('learned_by').execute()).map(({ learned_by }) => learned_by);
  });
const columnOf = ({ fields: own }: CatalogueDataSet, key: string) => `f${own.find((one) => one.key === key)!.number}`;
const indexOf = (dataSet: CatalogueDataSet, key: string) =>
  `(${columnOf(dataSet, key)}, id) where ${columnOf(dataSet, key)} is not null`;
const stepsOf = (dataSet: CatalogueDataSet, rest: string) =>
  inStorage(gateway.dataFolder, async (db) => {
    const { rows } = await sql
      .raw<{ detail: string }>(`explain query plan select * from ${publishedRows(dataSet.number)} where ${rest}`)
      .execute(db);
    return rows.map(({ detail }) => detail).find((detail) => detail.includes('data_'));
  });
const change = (statement: string) => inStorage(gateway.dataFolder, (db) => sql.raw(statement).execute(db));
const refresh = ({ id }: CatalogueDataSet) =>
  savedView(gateway.admin, 'general', { name: 'All', objectTypeId: id, renderer: 'table' });

/** A Data Set that counts as large, so that maintenance keeps what it has learned of its fields. */
async function manyLearned(): Promise<number> {
  const texts = Array.from({ length: limits.organizationLearnedIndexes }, (_, place): FieldInput => {
    return { key: `text_${place}`, type: 'text' };
  });
  const { number } = await newDataSet(gateway.dataFolder, 'general', 'Others', texts, [{ title: 'Row', values: {} }]);
  await change(`update data_sets set record_count = ${limits.learnedFromRecords} where number = ${number}`);
  return number;
}

test('a large Data Set learns from use what finds rare values and the largest, and answers as before', async () => {
  const dataSet = await large('Large', limits.learnedFromRecords);
  const count: Asked = {
    operation: 'aggregate',
    metrics: [{ alias: 'count', function: 'count_rows' }],
    filters: [{ field: 'code', operator: 'in', value: ['é-2', 'É-2', 'É-4'] }],
  };
  const empty: Asked = { ...count, filters: [{ field: 'code', operator: 'is_empty' }] };
  const others = [filtered('code', 'é-17'), filtered('region', 'Region 3'), byAmount, count, empty];
  const before = await Promise.all(others.map((query) => ask(dataSet, query)));
  await oftenEnough(dataSet, filtered('code', 'É-16'), limits.learnedAfterQueries - 3);
  expect(await indexes(dataSet)).toEqual([]);
  await oftenEnough(dataSet, filtered('code', 'É-16'));
  await expect.poll(() => indexes(dataSet), patience).toEqual([indexOf(dataSet, 'code')]);

  // Neither can have a useful index, so neither takes a place.
  await oftenEnough(dataSet, filtered('region', 'Region 1'));
  await oftenEnough(dataSet, ordered('note', 'asc'));
  await oftenEnough(dataSet, byAmount);
  const amount = columnOf(dataSet, 'amount');
  const largest = `((${amount} is null) asc, ${amount} desc, id asc)`;
  await expect.poll(() => indexes(dataSet), patience).toEqual([largest, indexOf(dataSet, 'code')].toSorted());
  expect(await learnedBy(dataSet)).toEqual(['amount desc', 'code']);
  expect(await Promise.all(others.map((query) => ask(dataSet, query)))).toEqual(before);

  const [code, region] = [columnOf(dataSet, 'code'), columnOf(dataSet, 'region')];
  expect(await stepsOf(dataSet, `${code} = +'x' order by id`)).toMatch(/^SEARCH \S+ USING INDEX \S+ \(f\d+=\?\)$/);
  expect(await stepsOf(dataSet, `true order by (${amount} is null) asc, ${amount} desc, id asc`)).toMatch(
    /^SCAN \S+ USING INDEX data_\d+_of_views_\w+$/,
  );
  // An index that was learned for one query makes no other slow.
  expect(await stepsOf(dataSet, `${region} = +'x' and ${amount} > +1`)).toMatch(/^SCAN data_\d+$/);
  expect(await stepsOf(dataSet, `${code} is null`)).toMatch(/^SCAN data_\d+$/);
});

test('at most as many as the limit says; unused ones and those with a text too long are lost', async () => {
  const dataSet = await large('Bounded', limits.learnedFromRecords);
  // A host that only reads learns nothing, and its log says nothing of it.
  const host = await connectHost(gateway.dataFolder, ['--read-only']);
  const query = { channelId: 'general', objectTypeId: dataSet.id, ...byAmount };
  for (let asked = 0; asked < limits.learnedAfterQueries; asked += 1) await host.done('workspace_query_run', query);
  await host.client.close();
  expect([host.log(), await learnedBy(dataSet)]).toEqual(['', []]);

  for (const key of keys.slice(0, limits.learnedIndexes)) {
    await oftenEnough(dataSet, filtered(key, 'É-16'));
    await expect.poll(() => indexes(dataSet), patience).toContain(indexOf(dataSet, key));
  }
  const all = keys.slice(0, limits.learnedIndexes).map((key) => indexOf(dataSet, key));
  await oftenEnough(dataSet, filtered(keys[limits.learnedIndexes], 'É-16'));
  expect(await indexes(dataSet)).toEqual(all.toSorted());

  const unused = new Date(Date.now() - (limits.learnedUnusedDays * 24 + 1) * 3_600_000).toISOString();
  await change(`update learned_indexes set last_used_at = '${unused}'
    where learned_by = 'code' and data_set = ${dataSet.number}`);
  await refresh(dataSet);
  await expect.poll(() => indexes(dataSet), patience).toEqual(all.slice(1).toSorted());

  await oftenEnough(dataSet, ordered('third', 'asc'));
  await expect.poll(() => indexes(dataSet), patience).toHaveLength(limits.learnedIndexes);
  await change(`update data_${dataSet.number} set ${columnOf(dataSet, 'third')} = '${tooLong}' where title = 'Row 1'`);
  await refresh(dataSet);
  await expect.poll(() => learnedBy(dataSet), patience).toEqual(['second']);
  expect(await indexes(dataSet)).toEqual(all.slice(1).toSorted());

  const number = await manyLearned();
  const now = new Date().toISOString();
  const fill = (count: number) =>
    change(`insert into learned_indexes select ${number}, 'text_' || value, '${now}', '${now}', 0
      from json_each('${JSON.stringify(Array.from({ length: limits.organizationLearnedIndexes }, (_, place) => place))}')
      limit ${count} - (select count(*) from learned_indexes)`);
  await fill(limits.organizationLearnedIndexes);
  await oftenEnough(dataSet, filtered(keys[limits.learnedIndexes], 'É-16'));
  await change(`delete from learned_indexes where data_set = ${number} and learned_by = 'text_1'`);
  await oftenEnough(dataSet, filtered('title', 'Row 16'));
  const withTitle = [...all.slice(1), '(title, id) where title is not null'];
  await expect.poll(() => indexes(dataSet), patience).toEqual(withTitle.toSorted());
  await gateway.admin.done('DELETE /channels/general/data-sets/Bounded');
  await expect.poll(() => indexes(dataSet), patience).toEqual([]);
  await change(`delete from learned_indexes where data_set = ${number}`);
});

test('a Data Set that is smaller by one record learns nothing', async () => {
  const dataSet = await large('Small', limits.learnedFromRecords - 1);
  await oftenEnough(dataSet, filtered('code', 'É-16'), 2 * limits.learnedAfterQueries);
  await refresh(dataSet);
  expect(await learnedBy(dataSet)).toEqual([]);
});

test('an admin sees those of the channels that they may read, and the owner of the folder all', async () => {
  const admin = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--scope', 'workspace.admin'));
  const listed = async (path = '') => {
    const { indexes: found } = (await admin.done(`GET /admin/indexes${path}`)) as unknown as Listed;
    return found;
  };
  const [first, ...others] = await listed();
  expect(first).toMatchObject({ name: 'Large', learnedBy: expect.any(String), bytes: expect.any(Number) });
  expect(first!.bytes).toBeGreaterThan(limits.learnedFromRecords);
  expect(await listed('?limit=1')).toEqual([first]);
  expect(others.map(({ learnedBy }) => learnedBy)).toContain('code');
  const owner = () => runWorkspace('admin', 'indexes', 'list', '--data', gateway.dataFolder);
  const all = await owner();
  expect(all.stdout).toMatch(/^ot_\w+ "Large" by amount desc: \d+ bytes, learned \S+, last used \S+, uses: \d+\n/);
  const priv = `update channels set visibility = 'private' where slug = 'general'`;
  await change(priv);
  await change('delete from channel_members');
  expect(await listed()).toEqual([]);
  expect(await owner()).toEqual(all);
});
