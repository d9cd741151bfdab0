import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { dealRecords, newDataSet, newDeals, newRecord } from '../support/deals.ts';
import { connectHost, startOlderHost } from '../support/hosts.ts';
import { sharedHost } from '../support/mcp.ts';
import { saidIn } from '../support/problems.ts';

const host = sharedHost('--tools', 'all');
const KiB = 1024;
let objectTypeId: string;

beforeAll(async () => {
  objectTypeId = await newDeals(host);
});

const asked = (query: object) => ({ channelId: 'general', objectTypeId, ...query });
const run = async (query: object) => (await host.done('workspace_query_run', asked(query))).data;
const refusal = async (query: object) => (await host.call('workspace_query_run', asked(query))).problem;

const count = { alias: 'deals', function: 'count_rows' };
const won = [{ field: 'stage', operator: 'eq', value: 'won' }];
const byMonth = [{ field: 'closed_on', interval: 'month' }];

describe('figures', () => {
  test('a count needs nothing but a metric', async () => {
    const { rows, completeness } = await run({ operation: 'aggregate', metrics: [count] });
    expect(rows).toEqual([{ deals: dealRecords.length }]);
    expect(completeness).toMatchObject({ complete: true, returned: 1 });
  });

  test('the query of the description answers as it says', async () => {
    const metrics = [{ alias: 'won', function: 'sum', field: 'amount' }];
    const { rows, columns } = await run({ operation: 'aggregate', groupBy: byMonth, metrics, filters: won });
    expect(rows).toEqual([
      { closed_on_month: '2026-05', won: 15_950 },
      { closed_on_month: '2026-06', won: 18_400.5 },
    ]);
    expect(columns?.map(({ key }) => key)).toEqual(['closed_on_month', 'won']);
  });

  test('fields and choices are named by label, and answered by key', async () => {
    const { rows, columns } = await run({
      operation: 'aggregate',
      groupBy: [{ field: 'Closed on', interval: 'month' }],
      metrics: [{ alias: 'won', function: 'sum', field: 'Amount' }],
      filters: [{ field: 'Stage', operator: 'eq', value: 'WON deal' }],
    });
    expect(rows).toEqual([
      { closed_on_month: '2026-05', won: 15_950 },
      { closed_on_month: '2026-06', won: 18_400.5 },
    ]);
    expect(columns?.map(({ key }) => key)).toEqual(['closed_on_month', 'won']);
  });

  test('a rate by stage is two metrics, and groups are chosen by an alias', async () => {
    const all = { alias: 'all', function: 'count_rows' };
    const metrics = [all, { ...count, filters: won }, { alias: 'middle', function: 'median', field: 'amount' }];
    const query = { operation: 'aggregate', groupBy: ['stage'], metrics };
    const having = [{ field: 'deals', operator: 'gt', value: 0 }];
    expect((await run({ ...query, having })).rows).toEqual([{ stage: 'won', all: 3, deals: 3, middle: 9_750 }]);
    const stranger = await refusal({ ...query, having: [{ ...having[0], field: 'stage' }] });
    expect(stranger).toMatchObject({ errors: [{ path: '/having/0/field' }] });
  });

  test('a query may say its mode, as it does over HTTP, and no other', async () => {
    const query = { operation: 'aggregate', metrics: [count] };
    expect(await run({ ...query, mode: 'deterministic' })).toEqual(await run(query));
    expect(await refusal({ ...query, mode: 'session' })).toMatchObject({ errors: [{ path: '/mode' }] });
  });

  test('conditions nest, and a period is named', async () => {
    const nested = [
      { or: [won[0], { and: [{ field: 'stage', operator: 'is_empty' }] }] },
      { field: 'created_at', operator: 'within', value: 'today' },
    ];
    expect((await run({ operation: 'aggregate', metrics: [count], filters: nested })).rows).toEqual([{ deals: 4 }]);
  });
});

describe('rows', () => {
  test('come in the order asked for, with the fields asked for, and say whether they are all', async () => {
    const query = { operation: 'records', fields: ['amount'], orderBy: [{ field: 'amount', direction: 'desc' }] };
    const { rows, completeness } = await run({ ...query, limit: 2 });
    expect(rows).toEqual([
      { id: expect.stringMatching(/^rec_/), title: 'Migration', amount: 31_500 },
      { id: expect.stringMatching(/^rec_/), title: 'Annual plan', amount: 18_400.5 },
    ]);
    expect(completeness).toEqual({ complete: false, returned: 2, limit: 2, reason: 'row_limit' });
  });

  test('of every page of any size are never more than 1,000', async () => {
    expect((await run({ operation: 'records', limit: 1_000 })).rows).toHaveLength(dealRecords.length);
    const problem = await refusal({ operation: 'records', limit: 1_001 });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/limit' }] });
    expect(saidIn(problem!)).toContain('1000');
  });
});

const wrong: [what: string, path: string, query: object][] = [
  ['an unknown operation', '/operation', { operation: 'count' }],
  ['an unknown argument', '/where', { operation: 'records', where: [] }],
  ['an unknown key of a filter', '/filters/0/fieldKey', { filters: [{ fieldKey: 'stage', op: 'eq', value: 'won' }] }],
  ['an unknown operator', '/filters/0/operator', { filters: [{ field: 'stage', operator: 'equals', value: 'won' }] }],
  ['a field that there is not', '/filters/0/field', { filters: [{ field: 'phase', operator: 'eq', value: 'won' }] }],
  ['a choice that there is not', '/filters/0/value', { filters: [{ field: 'stage', operator: 'eq', value: 'Won' }] }],
  ['an operator of another type', '/filters/0/operator', { filters: [{ ...won[0], operator: 'gt' }] }],
  [
    'a list with a value of another type',
    '/filters/0/value/1',
    { filters: [{ field: 'stage', operator: 'in', value: ['won', 5] }] },
  ],
  ['a list that begins so', '/filters/0/value/0', { filters: [{ field: 'stage', operator: 'in', value: [5, 'won'] }] }],
  ['a mistake in the second of two', '/filters/1/operator', { filters: [won[0], { field: 'amount', value: 1 }] }],
  ['an unknown function', '/metrics/0/function', { metrics: [{ alias: 'a', function: 'mode', field: 'amount' }] }],
  ['a sum without a field', '/metrics/0/field', { metrics: [{ alias: 'a', function: 'sum' }] }],
  ['an interval that there is not', '/groupBy/0/interval', { groupBy: [{ field: 'closed_on', interval: 'decade' }] }],
  [
    'an order by nothing there is',
    '/orderBy/0/field',
    { metrics: [count], orderBy: [{ field: 'x', direction: 'asc' }] },
  ],
];

test.each(wrong)('%s is refused at %s', async (_what, path, query) => {
  const problem = await refusal({ operation: 'aggregate', metrics: [count], ...query });
  expect(problem).toMatchObject({ code: 'invalid_request', status: 400 });
  expect(problem?.errors?.map((error) => error.path)).toContain(path);
});

describe('a Data Set of 200 fields', () => {
  const text = 'word '.repeat(800);
  const long = 'word '.repeat(4_000);
  let wide: string;
  beforeAll(async () => {
    const fields = Array.from({ length: 200 }, (_, index) => ({
      key: `field_number_${index}`,
      label: `The label of field number ${index}`,
      type: 'long_text',
    }));
    wide = await newDataSet(host, fields, 'Wide');
    const values = { ...Object.fromEntries(fields.map(({ key }) => [key, text])), field_number_150: long };
    for (const title of ['One', 'Two', 'Three']) await newRecord(host, wide, { title, values });
  });

  test('answers in 24 KiB with the first of its columns, and says what it left out', async () => {
    const query = { channelId: 'general', objectTypeId: wide, operation: 'records' };
    const answer = await host.done('workspace_query_run', query);
    const { columns = [], columnCount, rows = [], shortened = [], completeness } = answer.data;
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(24 * KiB);
    expect(columns.length).toBeGreaterThan(20);
    expect(columns.length).toBeLessThan(columnCount!);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0]!)).toEqual(columns.map(({ key }) => key));
    expect(shortened).toContain('field_number_0');
    expect(completeness).toMatchObject({ complete: rows.length === 3, returned: rows.length });
  });

  test('shows a field whole that is asked for alone', async () => {
    const query = { channelId: 'general', objectTypeId: wide, operation: 'records', fields: ['field_number_150'] };
    const { columns, rows, columnCount, completeness } = (
      await host.done('workspace_query_run', { ...query, limit: 1 })
    ).data;
    expect(columns?.map(({ key }) => key)).toEqual(['id', 'title', 'field_number_150']);
    expect(columnCount).toBeUndefined();
    expect(rows?.[0]?.title).toMatch(/One|Two|Three/);
    expect(String(rows?.[0]?.field_number_150).length).toBeGreaterThan(9_000);
    expect(completeness).toMatchObject({ complete: false, returned: 1 });
  });
});

test('of more rows than fit the first are shown, and that there are more is said', async () => {
  const many = await newDataSet(host, [{ key: 'text', type: 'text' }], 'Many');
  for (let number = 0; number < 300; number += 1)
    await newRecord(host, many, { title: `Number ${number}`, values: { text: 'word '.repeat(30) } });
  const answer = await host.done('workspace_query_run', {
    channelId: 'general',
    objectTypeId: many,
    operation: 'records',
    orderBy: [{ field: 'created_at', direction: 'asc' }],
    limit: 300,
  });
  const { rows = [], completeness } = answer.data;
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(24 * KiB);
  expect(rows.length).toBeGreaterThan(60);
  expect(completeness).toEqual({ complete: false, returned: rows.length, limit: 300, reason: 'size_limit' });
  const titles = rows.map(({ title }) => title);
  for (let cursor = answer.nextCursor; cursor !== undefined; ) {
    const page = await host.done('workspace_query_run', {
      channelId: 'general',
      objectTypeId: many,
      operation: 'records',
      orderBy: [{ field: 'created_at', direction: 'asc' }],
      cursor,
    });
    titles.push(...page.data.rows!.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(titles).toEqual(Array.from({ length: 300 }, (_, number) => `Number ${number}`));
});

test('a View may be asked for with its Data Set, and a sheet with its channel', async () => {
  const all = { channelId: 'general', name: 'All', objectTypeId, renderer: 'table' };
  const { view } = await host.done('workspace_view_create', all);
  expect((await run({ operation: 'view', viewId: view.id })).rows).toHaveLength(dealRecords.length);
  const csv = { kind: 'csv', title: 'Fees', content: 'Fee\n1\n2\n', channelId: 'general' };
  const { artifact } = await host.done('workspace_artifact_create', csv);
  const counted = { operation: 'aggregate', metrics: [count], artifactId: artifact.id, channelId: 'general' };
  expect((await host.done('workspace_query_run', counted)).data.rows).toEqual([{ deals: 2 }]);
});

describe('a host', () => {
  const query = () => ({ ...asked({ operation: 'aggregate', metrics: [count], groupBy: ['stage'] }) });
  const rows = [{ stage: 'lead' }, { stage: 'won' }, { stage: 'lost' }];

  test.each(['legacy', '2026-07-28'])('of era %s gets the same figures', async (era) => {
    const mode = era === 'legacy' ? ('legacy' as const) : { pin: era };
    const other = await connectHost(host.dataFolder, [], { versionNegotiation: { mode } });
    await other.client.listTools();
    const { data } = await other.done('workspace_query_run', query());
    await other.client.close();
    expect(data).toEqual((await host.done('workspace_query_run', query())).data);
    expect(rows.map(({ stage }) => data.rows?.find((row) => row.stage === stage)?.deals)).toEqual([undefined, 3, 1]);
  });

  test('of the older SDK line gets the same figures', async () => {
    const older = await startOlderHost(host.dataFolder);
    await older.client.listTools();
    const { data } = await older.done('workspace_query_run', query());
    expect(data).toEqual((await host.done('workspace_query_run', query())).data);
  });

  test('that only reads may ask a sheet too, and leaves no trace', async () => {
    const csv = 'Stage,Fee\nwon,"$1,200 (net)"\nlost,$300\nwon,$50\n';
    const made = await host.done('workspace_artifact_create', { kind: 'csv', title: 'Fees', content: csv });
    const artifactId = made.artifact.id;
    const reader = await connectHost(host.dataFolder, ['--read-only']);
    const before = await readdir(host.dataFolder, { recursive: true });
    const ask = async (query: object) => (await reader.done('workspace_query_run', { artifactId, ...query })).data;
    const first = await ask({ operation: 'records', limit: 1 });
    expect(first.columns?.map(({ key }) => key)).toEqual(['id', 'title', 'stage', 'fee']);
    const metrics = [{ alias: 'fees', function: 'sum', field: 'fee_number' }];
    const { rows } = await ask({ operation: 'aggregate', groupBy: ['stage'], metrics });
    expect(rows).toEqual([
      { stage: 'lost', fees: 300 },
      { stage: 'won', fees: 1_250 },
    ]);
    const { problem } = await reader.call('workspace_query_run', {
      artifactId,
      operation: 'aggregate',
      groupBy: ['x'],
    });
    expect(saidIn(problem!)).toContain('the fields are stage, fee, title, row, fee_number');
    expect(await readdir(host.dataFolder, { recursive: true })).toEqual(before);
    await reader.client.close();
  });

  test('that only reads may ask, and leaves no trace', async () => {
    const reader = await connectHost(host.dataFolder, ['--read-only']);
    const { data } = await reader.done('workspace_query_run', query());
    await reader.client.close();
    expect(data.completeness?.complete).toBe(true);
  });
});
