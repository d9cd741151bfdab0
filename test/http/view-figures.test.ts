import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { startOfDay } from '../../src/time/days.ts';
import { askView, newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
/** Its days begin while UTC is still on the day before. */
const zone = 'Pacific/Auckland';

const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
/** The first day of the month this many months ago, and the last day before it. */
const firstOf = (ago: number) => {
  const [year, month] = today.split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1 - ago, 1)).toISOString().slice(0, 10);
};
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const monthOf = (ago: number) => firstOf(ago).slice(0, 7);
/** A minute after the day begins there, which is the day before in UTC. */
const justAfter = (day: string) => new Date(startOfDay(day, zone) + 60_000).toISOString();
const justBefore = (day: string) => new Date(startOfDay(day, zone) - 60_000).toISOString();

const fields: FieldInput[] = [
  {
    key: 'stage',
    label: 'Stage',
    type: 'select',
    options: { choices: ['lead', 'won', 'lost'].map((key) => ({ key })) },
  },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'close', type: 'date' },
  { key: 'due', type: 'date_time' },
  { key: 'buyer', type: 'text' },
  { key: 'tags', type: 'multi_select', options: { choices: [{ key: 'x' }, { key: 'y' }] } },
];
let deals: CatalogueDataSet;

beforeAll(async () => {
  await inStorage(people.dataFolder, (tx) => tx.updateTable('organizations').set({ time_zone: zone }).execute());
  const deal = (
    stage: string | undefined,
    amount: number | undefined,
    day: string,
    buyer: string,
    tags?: string[],
  ) => ({
    title: `${buyer} of ${day}`,
    values: { stage, amount, close: day, due: justAfter(day), buyer, tags },
  });
  deals = await newDataSet(people.dataFolder, 'news', 'Deals', fields, [
    deal('won', 10, firstOf(0), 'Ann', ['x', 'y']),
    deal('won', 20, firstOf(0), 'Bob', ['x']),
    deal('won', 60, firstOf(1), 'Ann'),
    deal('lead', 5, firstOf(2), 'Bob', ['y']),
    deal('lead', undefined, firstOf(0), 'Ann'),
    deal(undefined, 7, firstOf(1), 'Cid', ['x']),
    deal('lost', 1_000, dayBefore(firstOf(2)), 'Eve'),
    { title: 'Undated', values: { stage: 'won', amount: 5_000 } },
  ]);
});

const save = async (renderer: string, more: object) =>
  (await savedView(mia(), 'news', { name: renderer, objectTypeId: deals.id, renderer, ...more })).id;
const pivot = (more: object = {}) =>
  save('pivot_table', {
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'close', interval: 'month', count: 3 },
    metric: { function: 'sum', field: 'amount' },
    ...more,
  });
const shown = async (id: string, parameters: Record<string, unknown> = {}) => viewData(mia(), 'news', id, parameters);
const months = (...values: (number | undefined)[]) =>
  Object.fromEntries(values.flatMap((value, index) => (value === undefined ? [] : [[monthOf(2 - index), value]])));
const totals = { rows: true, columns: true };

describe('a pivot table', () => {
  test('has the periods that end with the present one', async () => {
    const { periods } = await shown(await pivot());
    expect(periods).toEqual(
      [2, 1, 0].map((ago) => ({
        key: monthOf(ago),
        label: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(firstOf(ago)),
        ),
        start: firstOf(ago),
        end: dayBefore(firstOf(ago - 1)),
      })),
    );
    expect((await shown(await pivot({ period: { fieldKey: 'close', interval: 'year' } }))).periods).toHaveLength(6);
    const days = (await shown(await pivot({ period: { fieldKey: 'close', interval: 'day', count: 60 } }))).periods!;
    expect(days).toHaveLength(60);
    expect(days.at(-1)).toEqual({ key: today, label: today, start: today, end: today });
    const weeks = (await shown(await pivot({ period: { fieldKey: 'due', interval: 'week', count: 2 } }))).periods!;
    expect(weeks.at(-1)!.key).toMatch(/^\d{4}-W\d\d$/);
    expect(weeks.map(({ start }) => new Date(start).getUTCDay())).toEqual([1, 1]);
    expect(Date.parse(weeks[1]!.start) - Date.parse(weeks[0]!.end)).toBe(86_400_000);
    const quarters = (await shown(await pivot({ period: { fieldKey: 'close', interval: 'quarter', count: 1 } })))
      .periods!;
    expect(quarters[0]!.key).toMatch(/^\d{4}-Q[1-4]$/);
    expect(quarters[0]!.label).toMatch(/^Q[1-4] \d{4}$/);
  });

  test('sums cells, rows and columns over the records of the shown periods', async () => {
    const answer = await shown(await pivot({ totals }));
    expect(answer.rows).toEqual([
      { keys: { stage: 'lead' }, values: months(5, 0, 0), total: 5 },
      { keys: { stage: 'won' }, values: months(0, 60, 30), total: 90 },
      { keys: {}, values: months(0, 7, 0), total: 7 },
    ]);
    expect(answer.totals).toEqual({ columns: months(5, 67, 30), grand: 102 });
    expect(answer.completeness).toEqual({ complete: true, returned: 3, limit: limits.pivotRows });
    expect(answer.records).toBeUndefined();
  });

  test('averages and counts distinct values over records, not over cells', async () => {
    const average = await shown(await pivot({ metric: { function: 'average', field: 'amount' }, totals }));
    expect(average.rows).toEqual([
      { keys: { stage: 'lead' }, values: months(5), total: 5 },
      { keys: { stage: 'won' }, values: months(undefined, 60, 15), total: 30 },
      { keys: {}, values: months(undefined, 7), total: 7 },
    ]);
    expect(average.totals).toEqual({ columns: months(5, 33.5, 15), grand: 102 / 5 });
    const buyers = await shown(await pivot({ metric: { function: 'count_distinct', field: 'buyer' }, totals }));
    expect(buyers.rows).toEqual([
      { keys: { stage: 'lead' }, values: months(1, 0, 1), total: 2 },
      { keys: { stage: 'won' }, values: months(0, 1, 2), total: 2 },
      { keys: {}, values: months(0, 1, 0), total: 1 },
    ]);
    expect(buyers.totals).toEqual({ columns: months(1, 2, 2), grand: 3 });
    const latest = await shown(await pivot({ metric: { function: 'maximum', field: 'close' }, totals }));
    expect(latest.totals!.grand).toBe(firstOf(0));
  });

  test('counts a record of several values once in the totals', async () => {
    const answer = await shown(await pivot({ rowFieldKeys: ['tags'], metric: { function: 'count_rows' }, totals }));
    expect(answer.rows).toEqual([
      { keys: { tags: 'x' }, values: months(0, 1, 2), total: 3 },
      { keys: { tags: 'y' }, values: months(1, 0, 1), total: 2 },
      { keys: {}, values: months(0, 1, 1), total: 2 },
    ]);
    expect(answer.totals).toEqual({ columns: months(1, 2, 3), grand: 6 });
  });

  test('takes the days of times from the time zone of the organisation', async () => {
    const byDue = { period: { fieldKey: 'due', interval: 'month', count: 3 }, rowFieldKeys: [], totals };
    const answer = await shown(await pivot(byDue));
    expect(answer.rows).toEqual([{ keys: {}, values: months(5, 67, 30), total: 102 }]);
    const edges = await newDataSet(
      people.dataFolder,
      'news',
      'Edges',
      [fields[1]!, fields[3]!],
      [
        { title: 'last of before', values: { amount: 1, due: justBefore(firstOf(0)) } },
        { title: 'first', values: { amount: 10, due: justAfter(firstOf(0)) } },
        { title: 'last', values: { amount: 100, due: justBefore(firstOf(-1)) } },
        { title: 'first of next', values: { amount: 1_000, due: justAfter(firstOf(-1)) } },
      ],
    );
    const month = { fieldKey: 'due', interval: 'month', count: 1 };
    const definition = { ...byDue, period: month, metric: { function: 'sum', field: 'amount' }, name: 'Edges' };
    const { id } = await savedView(mia(), 'news', { ...definition, renderer: 'pivot_table', objectTypeId: edges.id });
    expect((await shown(id)).totals).toEqual({ columns: { [monthOf(0)]: 110 }, grand: 110 });
  });

  test('keeps to saved and temporary filters, and answers no totals unless asked', async () => {
    const id = await pivot({ filters: [{ fieldKey: 'stage', op: 'is_not_empty' }] });
    const { rows, totals } = await shown(id, { filters: [{ fieldKey: 'buyer', op: 'eq', value: 'Ann' }] });
    expect(rows).toEqual([
      { keys: { stage: 'lead' }, values: months(0, 0, 0) },
      { keys: { stage: 'won' }, values: months(0, 60, 10) },
    ]);
    expect(totals).toBeUndefined();
    const onlyRows = await shown(await pivot({ totals: { rows: true, columns: false } }));
    expect(onlyRows.totals).toEqual({ grand: 102 });
  });

  test('shows as many rows as it may, and says when there are more', async () => {
    const records = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        title: 'Row',
        values: { buyer: `b${String(index).padStart(5, '0')}`, amount: 1, close: firstOf(index % 3) },
      }));
    const tableOf = async (count: number) => {
      const wide = await newDataSet(
        people.dataFolder,
        'news',
        `Wide ${count}`,
        [fields[1]!, fields[2]!, fields[4]!],
        records(count),
      );
      const period = { fieldKey: 'close', interval: 'month', count: 3 };
      const metric = { function: 'count_rows' };
      const definition = { name: 'Wide', renderer: 'pivot_table', rowFieldKeys: ['buyer'], period, metric, totals };
      return shown((await savedView(mia(), 'news', { ...definition, objectTypeId: wide.id })).id);
    };
    const full = await tableOf(limits.pivotRows);
    expect(full.completeness).toEqual({ complete: true, returned: limits.pivotRows, limit: limits.pivotRows });
    const cut = await tableOf(limits.pivotRows + 1);
    expect(cut.completeness).toMatchObject({ complete: false, returned: limits.pivotRows, reason: 'group_limit' });
    expect(cut.rows!.every(({ total, values }) => total === 1 && Object.values(values).includes(1))).toBe(true);
    expect(cut.totals!.grand).toBe(limits.pivotRows + 1);
  });
});

const count = { alias: 'deals', function: 'count_rows' };
const sum = { alias: 'worth', function: 'sum', field: 'amount' };
const widgets = [
  { id: 'all', title: 'All', type: 'number', metrics: [count, sum] },
  {
    id: 'stages',
    title: 'Stages',
    type: 'bar',
    groupBy: ['stage'],
    metrics: [count],
    orderBy: [{ field: 'deals', direction: 'desc' }],
    limit: 2,
  },
  {
    id: 'won',
    title: 'Won',
    type: 'line',
    groupBy: [{ field: 'close', interval: 'month' }],
    metrics: [sum],
    filters: [{ field: 'stage', operator: 'eq', value: 'won' }],
  },
];
const filters = [{ fieldKey: 'close', op: 'is_not_empty' }];

describe('a dashboard', () => {
  test('evaluates each widget over what its own, the saved and the temporary filters leave', async () => {
    const id = await save('dashboard', { widgets, filters });
    const { widgets: all } = await shown(id);
    expect(all).toEqual([
      {
        id: 'all',
        title: 'All',
        type: 'number',
        columns: [
          { key: 'deals', label: 'deals', type: 'number' },
          { key: 'worth', label: 'worth', type: 'number' },
        ],
        rows: [{ deals: 7, worth: 1_102 }],
        completeness: { complete: true, returned: 1, limit: 100 },
      },
      expect.objectContaining({
        id: 'stages',
        rows: [
          { stage: 'won', deals: 3 },
          { stage: 'lead', deals: 2 },
        ],
        completeness: { complete: false, returned: 2, limit: 2, reason: 'group_limit' },
      }),
      expect.objectContaining({
        id: 'won',
        rows: [
          { close_month: monthOf(1), worth: 60 },
          { close_month: monthOf(0), worth: 30 },
        ],
      }),
    ]);
    const ann = await shown(id, { filters: [{ fieldKey: 'buyer', op: 'eq', value: 'Ann' }] });
    expect(ann.widgets!.map(({ rows }) => rows)).toEqual([
      [{ deals: 3, worth: 70 }],
      [
        { stage: 'won', deals: 2 },
        { stage: 'lead', deals: 1 },
      ],
      [
        { close_month: monthOf(1), worth: 60 },
        { close_month: monthOf(0), worth: 10 },
      ],
    ]);
  });

  test('shows the others when one widget is broken', async () => {
    const id = await save('dashboard', { widgets });
    await inStorage(people.dataFolder, async (tx) => {
      const { current_version_id } = await tx
        .selectFrom('views')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const stored = tx.selectFrom('view_versions').select('definition').where('id', '=', current_version_id);
      const { definition } = await stored.executeTakeFirstOrThrow();
      const broken = definition.replace('"value":"won"', '"value":"a choice that is gone"');
      await tx.updateTable('view_versions').set({ definition: broken }).where('id', '=', current_version_id).execute();
    });
    const { widgets: all } = await shown(id);
    expect(all![0]).toMatchObject({ rows: [{ deals: 8, worth: 6_102 }] });
    expect(all![2]).toEqual({
      id: 'won',
      title: 'Won',
      type: 'line',
      error: { code: 'invalid_request', detail: expect.stringContaining('/widgets/2/filters/0/value') },
    });
  });

  test.each([
    ['fields', ['stage']],
    ['limit', 10],
    ['cursor', 'abc'],
  ])('like a pivot table takes no %s', async (name, value) => {
    for (const id of [await save('dashboard', { widgets }), await pivot()]) {
      expectProblem(await askView(mia(), 'news', id, { [name]: value }), 'invalid_request', [name]);
    }
  });
});

type Answer = Awaited<ReturnType<Workspace['queries']['run']>>['data'];

describe('a typed query of a View', () => {
  const ask = (viewId: string, more: object = {}, by = mia()) =>
    by.call('POST /queries', { mode: 'deterministic', operation: 'view', channelId: 'news', viewId, ...more });
  const answerOf = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked);
    expect(status).toBe(200);
    return (body as unknown as { data: Answer }).data;
  };

  test('evaluates all widgets of a dashboard, or the named ones, as its data does', async () => {
    const id = await save('dashboard', { widgets, filters });
    const { widgets: all } = await shown(id);
    expect((await answerOf(id)).widgets).toEqual(all);
    expect((await answerOf(id, { widgetIds: ['won', 'all'] })).widgets).toEqual([all![0], all![2]]);
    expect((await shown(id, { widgetIds: ['won', 'all'] })).widgets).toEqual([all![0], all![2]]);
    expectProblem(await askView(mia(), 'news', await pivot(), { widgetIds: ['all'] }), 'invalid_request', [
      'widgetIds',
    ]);
    expectProblem(await ask(id, { widgetIds: ['all', 'nothing'] }), 'invalid_request', ['/widgetIds/1']);
    expectProblem(await ask(id, { limit: 5 }), 'invalid_request', ['/limit']);
    expectProblem(await ask(await pivot(), { widgetIds: ['all'] }), 'invalid_request', ['/widgetIds']);
  });

  test('answers the records of a View in its order as rows', async () => {
    const id = await save('table', { columns: ['amount'], sort: [{ fieldKey: 'amount', direction: 'desc' }], filters });
    const answer = await answerOf(id, { limit: 2, filters: [{ field: 'stage', operator: 'eq', value: 'won' }] });
    expect(answer).toEqual({
      columns: [
        { key: 'id', label: 'ID', type: 'id' },
        { key: 'title', label: 'Title', type: 'text' },
        { key: 'amount', label: 'Amount', type: 'number' },
      ],
      rows: [
        { id: expect.stringMatching(/^rec_/), title: `Ann of ${firstOf(1)}`, amount: 60 },
        { id: expect.stringMatching(/^rec_/), title: `Bob of ${firstOf(0)}`, amount: 20 },
      ],
      completeness: { complete: false, returned: 2, limit: 2, reason: 'row_limit' },
    });
  });

  test('answers the rows of a pivot table with a column for each period', async () => {
    const { columns, rows, completeness } = await answerOf(await pivot({ totals }), { limit: 2 });
    expect(columns).toEqual([
      { key: 'stage', label: 'Stage', type: 'select' },
      ...[2, 1, 0].map((ago) => ({ key: monthOf(ago), label: expect.any(String), type: 'number' })),
      { key: 'Total', label: 'Total', type: 'number' },
    ]);
    expect(rows).toEqual([
      { stage: 'lead', ...months(5, 0, 0), Total: 5 },
      { stage: 'won', ...months(0, 60, 30), Total: 90 },
    ]);
    expect(completeness).toEqual({ complete: false, returned: 2, limit: 2, reason: 'group_limit' });
  });

  test('may name its Data Set, and no other', async () => {
    const id = await save('table', {});
    const objectTypeId = deals.id;
    expect(await answerOf(id, { objectTypeId })).toEqual(await answerOf(id));
    const problem = expectProblem(await ask(id, { objectTypeId: 'ot_1' }), 'invalid_request', ['/objectTypeId']);
    expect(saidIn(problem)).toContain(objectTypeId);
    const dashboard = await save('dashboard', { widgets });
    expect((await ask(dashboard, { objectTypeId })).status).toBe(200);
  });

  test('is only for readers of its channel', async () => {
    const id = await save('table', {});
    expect((await ask(id, {}, people.as('rita'))).status).toBe(200);
    expectProblem(await ask(id, {}, people.as('lea')), 'not_found');
    expectProblem(await ask(id, { channelId: 'board' }), 'not_found');
  });
});
