import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { ViewFilters } from '../../schemas/queries.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { both, planViewFilters } from '../../src/query/plan.ts';
import { countsPlan } from '../../src/query/renderers/board.ts';
import { planRecords, planSavedFilters, type RecordDefinition } from '../../src/query/renderers/index.ts';
import type { RecordKey } from '../../src/query/page-plan.ts';
import { aggregate, findAnchors, findRecords } from '../../src/query/run.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { type Scan, scanFor } from '../../src/store/scan.ts';
import { atOnce } from '../../src/turns/turn.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { newDataSet, savedView, type SavedView, viewData } from '../support/data-sets.ts';
import { patience } from '../support/patience.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const calendar = { now: Date.parse('2026-10-05T12:00:00Z'), timeZone: 'UTC' };
const choices = ['lead', 'won', 'lost'].map((key) => ({ key }));
const fields: FieldInput[] = [
  { key: 'stage', type: 'select', options: { choices } },
  { key: 'amount', type: 'number' },
  { key: 'close', type: 'date' },
  { key: 'hot', type: 'checkbox' },
  { key: 'note', type: 'text' },
];
let dataSets = 0;

/** A Data Set of its own for each test, so that no other View's indexes are in the way. */
function fresh(count = 300): Promise<CatalogueDataSet> {
  dataSets += 1;
  const records = Array.from({ length: count }, (_, index) => ({
    title: `Row ${index % 100}`,
    values: {
      stage: ['lead', 'won', 'lost', undefined][index % 4],
      amount: index % 5 === 0 ? undefined : index % 50,
      close: index % 7 === 0 ? undefined : `2026-0${1 + (index % 9)}-15`,
      hot: index % 3 === 0,
      note: `Note ${index % 20}`,
    },
  }));
  return newDataSet(gateway.dataFolder, 'general', `Deals ${dataSets}`, fields, records);
}

const definition = <One extends object>(dataSet: CatalogueDataSet, more: One) => ({
  name: 'View',
  objectTypeId: dataSet.id,
  renderer: 'table' as const,
  ...more,
});
const save = (dataSet: CatalogueDataSet, more: object = {}) =>
  savedView(gateway.admin, 'general', definition(dataSet, more));
const change = (view: SavedView, dataSet: CatalogueDataSet, more: object) =>
  gateway.admin.done(`PATCH /channels/general/views/${view.id}`, {
    ...definition(dataSet, more),
    expectedCurrentVersionId: view.currentVersionId,
  });

const indexes = (dataSet: CatalogueDataSet, dataFolder = gateway.dataFolder) =>
  inStorage(dataFolder, async (db) => {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
      where type = 'index' and tbl_name = ${`data_${dataSet.number}`} and name glob '*_of_views_*'`.execute(db);
    return rows.map((row) => row.sql.replace(/^[^(]*\((.*)\)$/s, '$1')).toSorted();
  });

const requester = { userId: 'usr', organizationId: 'org', gone: () => new AbortController().signal, spentMs: 0 };

/** The steps of the engine's query plan for an answer. */
async function stepsOf(ask: (scan: Scan) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = [];
  const database = await openDatabase({ path: placesIn(gateway.dataFolder).database, readOnly: true });
  const scan: Database['scan'] = async (statement, effort) => {
    const { sql, sooner = sql, parameters } = statement;
    for (const one of new Set([sql, sooner])) {
      const plan = await database.scan({ sql: `explain query plan ${one}`, parameters }, { rows: 1 }, requester);
      steps.push(...plan.map((row) => String(row.at(-1))));
    }
    return database.scan(statement, effort, requester);
  };
  await ask(scanFor(requester, { scan, dialect: database.dialect }));
  await database.close();
  return steps;
}

/** The same for the first page of a View and for one in its middle. */
async function pagesOf(dataSet: CatalogueDataSet, view: RecordDefinition, temporary: ViewFilters = []) {
  const { where: saved, sort } = planRecords(dataSet, view, atOnce(planSavedFilters(dataSet, view, calendar)));
  const where = both(saved, atOnce(planViewFilters(dataSet, temporary, calendar)));
  const page = { where, sort, fields: dataSet.fields, take: 51 };
  let middle: RecordKey | undefined;
  const first = await stepsOf(async (scan) => {
    const { records, keyAt } = await findRecords(scan, dataSet, page);
    middle = keyAt(Math.floor(records.length / 2));
  });
  const deep = await stepsOf((scan) => findRecords(scan, dataSet, { ...page, after: middle }));
  const anchors = await stepsOf((scan) => findAnchors(scan, dataSet, { where, sort, every: 100 }));
  return { first, deep, anchors };
}

/** Nothing is sorted, and the records are read in the order of an index that was made for a View. */
function expectInOrder(plan: readonly string[], read: 'SEARCH' | 'SCAN') {
  expect(plan.join('\n')).not.toContain('TEMP B-TREE');
  const reads = plan.filter((step) => /data_\d+/.test(step));
  expect(reads.length).toBeGreaterThan(0);
  for (const step of reads)
    expect(step).toMatch(new RegExp(`^${read} data_\\d+ USING (COVERING )?INDEX data_\\d+_of_views_`));
}

const shapes: readonly [what: string, more: object, first: 'SEARCH' | 'SCAN'][] = [
  ['sorted by a number', { sort: [{ fieldKey: 'amount', direction: 'desc' }] }, 'SCAN'],
  ['sorted by a text', { sort: [{ fieldKey: 'note', direction: 'asc' }] }, 'SCAN'],
  ['sorted by title downwards', { sort: [{ fieldKey: 'title', direction: 'desc' }] }, 'SCAN'],
  ['sorted by change', { sort: [{ fieldKey: 'updated_at', direction: 'desc' }] }, 'SCAN'],
  [
    'sorted by several fields',
    { sort: ['hot', 'amount', 'note'].map((fieldKey) => ({ fieldKey, direction: 'desc' })) },
    'SCAN',
  ],
  ['filtered', { filters: [{ fieldKey: 'stage', op: 'eq', value: 'won' }] }, 'SEARCH'],
  [
    'filtered and sorted',
    {
      filters: [
        { fieldKey: 'stage', op: 'eq', value: 'won' },
        { fieldKey: 'amount', op: 'gt', value: 3 },
      ],
      sort: [{ fieldKey: 'close', direction: 'asc' }],
    },
    'SEARCH',
  ],
  [
    'filtered and sorted by one field',
    { filters: [{ fieldKey: 'stage', op: 'eq', value: 'won' }], sort: [{ fieldKey: 'stage', direction: 'asc' }] },
    'SEARCH',
  ],
  ['a calendar', { renderer: 'calendar', dateFieldKey: 'close' }, 'SEARCH'],
];

describe('the pages of a View', () => {
  test.each(shapes)('that is %s are found, not sorted', async (_what, more, first) => {
    const dataSet = await fresh();
    const view = await save(dataSet, more);
    await expect.poll(() => indexes(dataSet), patience).toHaveLength(1);
    const plans = await pagesOf(dataSet, view.definition as RecordDefinition);
    expectInOrder(plans.first, first);
    expectInOrder(plans.deep, 'SEARCH');
    expectInOrder(plans.anchors, first);
  });

  test('that is a calendar are found by their days too', async () => {
    const dataSet = await fresh();
    const view = await save(dataSet, { renderer: 'calendar', dateFieldKey: 'close' });
    await expect.poll(() => indexes(dataSet), patience).toHaveLength(1);
    const range: ViewFilters = [{ fieldKey: 'close', op: 'between', value: ['2026-02-01', '2026-04-30'] }];
    const plans = await pagesOf(dataSet, view.definition as RecordDefinition, range);
    expectInOrder(plans.first, 'SEARCH');
    expect(plans.first.join()).toMatch(/\(f3>\? AND f3<\?\)/);
    expectInOrder(plans.deep, 'SEARCH');
  });

  test('that is a board are found, counted by its columns and read column by column', async () => {
    const dataSet = await fresh();
    const sort = [{ fieldKey: 'amount', direction: 'desc' }];
    const view = await save(dataSet, { renderer: 'board', groupByFieldKey: 'stage', sort });
    await expect.poll(() => indexes(dataSet), patience).toHaveLength(2);
    const plans = await pagesOf(dataSet, view.definition as RecordDefinition);
    expectInOrder(plans.first, 'SCAN');
    expectInOrder(plans.deep, 'SEARCH');
    const column: ViewFilters = [{ fieldKey: 'stage', op: 'eq', value: 'won' }];
    const inColumn = await pagesOf(dataSet, view.definition as RecordDefinition, column);
    expectInOrder(inColumn.first, 'SEARCH');
    expectInOrder(inColumn.deep, 'SEARCH');
    const counts = countsPlan(dataSet.fields[0]!, atOnce(planViewFilters(dataSet, [], calendar)));
    const counted = await stepsOf((scan) => aggregate(scan, dataSet, counts, 10, 'UTC'));
    expect(counted.join('\n')).toMatch(/SCAN data_\d+ USING COVERING INDEX data_\d+_of_views_/);
    expect(counted.join('\n')).not.toContain('FOR GROUP BY');
  });
});

describe('the indexes of a Data Set', () => {
  let dataSet: CatalogueDataSet;
  beforeAll(async () => {
    dataSet = await fresh();
  });
  const byAmount: Partial<ViewDefinition> = { sort: [{ fieldKey: 'amount', direction: 'asc' }] } as object;

  test('are the ones that its Views need, shared, and go when none needs them', async () => {
    const [one, other] = [await save(dataSet, byAmount), await save(dataSet, { ...byAmount, columns: [] })];
    const amount = '(f2 is null) asc, f2 asc, id asc';
    await expect.poll(() => indexes(dataSet), patience).toEqual([amount]);
    await change(one, dataSet, { sort: [{ fieldKey: 'close', direction: 'desc' }] });
    await expect.poll(() => indexes(dataSet), patience).toEqual([amount, '(f3 is null) asc, f3 desc, id asc']);
    await change(other, dataSet, {});
    await expect.poll(() => indexes(dataSet), patience).toEqual(['(f3 is null) asc, f3 desc, id asc']);
    await save(dataSet, {
      renderer: 'dashboard',
      widgets: [{ id: 'a', title: 'A', type: 'table', groupBy: ['stage'] }],
    });
    await save(dataSet, { filters: [{ fieldKey: 'hot', op: 'eq', value: true }] });
    await expect
      .poll(() => indexes(dataSet), patience)
      .toEqual(['(f3 is null) asc, f3 desc, id asc', 'coalesce(f4, 0), id asc']);
  });

  test('go into the trash and come back with a View', async () => {
    // The maintenance that looks at all Data Sets comes a minute after a start, and must not do this.
    const soon = { ...patience, timeout: 15_000 };
    const kept = await fresh();
    const { id } = await save(kept, byAmount);
    const amount = '(f2 is null) asc, f2 asc, id asc';
    await expect.poll(() => indexes(kept), soon).toEqual([amount]);
    await gateway.admin.done(`DELETE /channels/general/views/${id}`);
    await expect.poll(() => indexes(kept), soon).toEqual([]);
    await gateway.admin.done(`POST /trash/${id}/restore`);
    await expect.poll(() => indexes(kept), soon).toEqual([amount]);
  });

  test('are made for many records too, while other changes are', async () => {
    const many = await fresh(20_000);
    await save(many, { sort: [{ fieldKey: 'note', direction: 'asc' }] });
    const { channel } = await gateway.admin.done('POST /channels', { name: 'Meanwhile' });
    expect(channel.slug).toBe('meanwhile');
    await expect.poll(() => indexes(many), patience).toEqual(['(f5 is null) asc, folded(f5) asc, f5 asc, id asc']);
    expect(gateway.log()).not.toContain('"level":50');
  });

  test('are of texts up to a length; by longer ones records are sorted when they are read', async () => {
    const sort = [{ fieldKey: 'note', direction: 'asc' }];
    const byNote = '(f5 is null) asc, folded(f5) asc, f5 asc, id asc';
    const amount = '(f2 is null) asc, f2 asc, id asc';
    for (const [length, expected] of [
      [limits.indexedText, [amount, byNote]],
      [limits.indexedText + 1, [amount]],
    ] as const) {
      const records = [{ title: 'Short' }, { title: 'Long', values: { note: 'x'.repeat(length) } }];
      const noted = await newDataSet(gateway.dataFolder, 'general', 'Noted', fields, records);
      const view = await save(noted, { sort });
      await save(noted, byAmount);
      await expect.poll(() => indexes(noted), patience).toEqual(expected);
      const { records: found } = await viewData(gateway.admin, 'general', view.slug);
      expect(found!.map(({ title }) => title)).toEqual(['Long', 'Short']);
    }
  });

  test('are limited to the ones that most Views need', async () => {
    const crowded = await fresh();
    const orders = fields.flatMap(({ key }) =>
      fields.filter((other) => other.key !== key).map((other) => [key, other.key]),
    );
    const sorts = orders.concat(orders.map((keys) => [...keys, 'title'])).map((keys) => ({
      sort: keys.map((fieldKey) => ({ fieldKey, direction: 'asc' })),
    }));
    for (const sort of sorts.slice(0, limits.viewIndexes + 1)) await save(crowded, sort);
    await expect.poll(() => indexes(crowded), patience).toHaveLength(limits.viewIndexes);
    const first = await indexes(crowded);
    await save(crowded, sorts[limits.viewIndexes]);
    await expect.poll(() => indexes(crowded), patience).not.toEqual(first);
    await expect.poll(() => indexes(crowded), patience).toHaveLength(limits.viewIndexes);
  });

  test('are given up when the gateway ends, and made at the next change', async () => {
    const folder = await temporaryFolder();
    const admin = async (url: string) => accountAt(url, await accessToken(folder));
    const before = await startGateway(folder);
    const records = Array.from({ length: 50_000 }, (_, index) => ({ title: `Row ${index}` }));
    const many = await newDataSet(folder, 'general', 'Many', [], records);
    const byTitle = definition(many, { sort: [{ fieldKey: 'title', direction: 'asc' }] });
    await savedView(await admin(before.url), 'general', byTitle);
    await stop(before.process);
    expect(before.process.exitCode).toBe(0);
    expect(before.log()).not.toContain('"level":50');
    const after = await startGateway(folder);
    await savedView(await admin(after.url), 'general', definition(many, {}));
    await expect.poll(() => indexes(many, folder), patience).toEqual(['folded(title) asc, title asc, id asc']);
  });

  test('are completed at the next change, should one be missing', async () => {
    const other = await fresh();
    await save(other, byAmount);
    await expect.poll(() => indexes(other), patience).toHaveLength(1);
    await inStorage(gateway.dataFolder, async (db) => {
      const { rows } = await sql<{ name: string }>`select name from sqlite_master
        where tbl_name = ${`data_${other.number}`} and name glob '*_of_views_*'`.execute(db);
      await sql`drop index ${sql.id(rows[0]!.name)}`.execute(db);
    });
    await save(other);
    await expect.poll(() => indexes(other), patience).toHaveLength(1);
  });
});
