import { beforeAll, describe, expect, test } from 'vitest';
import { newDataSet, newDeals, newRecord } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'all');
const KiB = 1024;
let objectTypeId: string;

beforeAll(async () => {
  objectTypeId = await newDeals(host);
});

const on = (definition: object) => ({ channelId: 'general', objectTypeId, ...definition });
const save = async (definition: object) => (await host.done('workspace_view_create', on(definition))).view;
const refusal = async (definition: object) => (await host.call('workspace_view_create', on(definition))).problem;
const answerOf = (viewId: string, more: object = {}) =>
  host.done('workspace_view_data', { channelId: 'general', viewId, ...more });
const dataOf = async (...asked: Parameters<typeof answerOf>) => (await answerOf(...asked)).data;
const listed = async (viewId: string) => {
  let cursor: string | undefined;
  do {
    const page = await host.done('workspace_views_list', {
      channelId: 'general',
      limit: 200,
      ...(cursor && { cursor }),
    });
    const found = page.views.find(({ id }) => id === viewId);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor);
  return undefined;
};

const won = [{ fieldKey: 'stage', op: 'eq', value: 'won' }];
const count = { alias: 'deals', function: 'count_rows' };

const definitions: Record<string, object> = {
  table: {
    name: 'Won',
    columns: ['company', 'amount'],
    sort: [{ fieldKey: 'amount', direction: 'desc' }],
    filters: won,
  },
  board: { name: 'Stages', groupByFieldKey: 'stage', cardFieldKeys: ['company'] },
  calendar: { name: 'When', dateFieldKey: 'closed_on', cardFieldKeys: ['amount'] },
  timeline: { name: 'How long', startFieldKey: 'starts_on', endFieldKey: 'closed_on', groupByFieldKey: 'stage' },
  dashboard: {
    name: 'At a glance',
    widgets: [
      { id: 'all', title: 'All', type: 'number', metrics: [count] },
      { id: 'stages', title: 'Stages', type: 'donut', groupBy: ['stage'], metrics: [count] },
    ],
  },
  pivot_table: {
    name: 'By month',
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'created_at', interval: 'month', count: 2 },
    metric: { function: 'count_rows' },
    totals: { rows: true, columns: true },
  },
};
const definition = (renderer: string) => ({ renderer, ...definitions[renderer] });

describe.each(Object.keys(definitions))('a %s', (renderer) => {
  test('is saved, listed with its definition and read', async () => {
    const view = await save(definition(renderer));
    expect(view).toMatchObject({ renderer, objectTypeId, currentVersionId: expect.stringMatching(/^viewv_/) });
    expect((await listed(view.id))?.definition).toMatchObject({ objectTypeId, ...definition(renderer) });
    expect((await answerOf(view.slug)).view).toEqual({
      id: view.id,
      renderer,
      currentVersionId: view.currentVersionId,
    });
  });

  test('refuses a key that belongs to another renderer, by its name', async () => {
    const foreign = renderer === 'dashboard' ? { columns: ['amount'] } : { widgets: [] };
    const problem = await refusal({ ...definition(renderer), ...foreign });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: `/${Object.keys(foreign)[0]}` }] });
  });
});

test('each renderer shows its records or figures', async () => {
  const read = async (renderer: string) => dataOf((await save(definition(renderer))).id);
  expect((await read('table')).records?.map(({ values }) => values)).toEqual([
    { company: 'Brightwater', amount: 18_400.5 },
    { company: 'Café Olé', amount: 9_750 },
    { company: 'Nordhavn', amount: 6_200 },
  ]);
  expect((await read('board')).groups).toEqual([
    { key: 'lead', label: 'lead deal', count: 0 },
    { key: 'won', label: 'won deal', count: 3 },
    { key: 'lost', label: 'lost deal', count: 1 },
    { label: 'No Stage', count: 1 },
  ]);
  const days = (await read('calendar')).records?.map(({ title }) => title);
  expect(days).toEqual(['Pilot', 'Expansion', 'Migration', 'Annual plan']);
  expect((await read('timeline')).records).toEqual([]);
  expect((await read('dashboard')).widgets).toMatchObject([
    { id: 'all', rows: [{ deals: 5 }] },
    { id: 'stages', rows: expect.arrayContaining([{ stage: 'won', deals: 3 }]) },
  ]);
  const pivot = await read('pivot_table');
  const now = pivot.periods!.at(-1)!.key;
  expect(pivot.periods).toHaveLength(2);
  expect(pivot.rows).toContainEqual(expect.objectContaining({ keys: { stage: 'won' }, total: 3 }));
  expect(pivot.totals).toMatchObject({ columns: { [now]: 5 }, grand: 5 });
});

describe('reading', () => {
  test('a filter narrows what the View shows, fields keep what is named, and pages go on', async () => {
    const { id } = await save(definition('table'));
    const filters = [{ fieldKey: 'amount', op: 'lt', value: 10_000 }];
    const first = await dataOf(id, { filters, fields: ['company'], limit: 1 });
    const second = await dataOf(id, { filters, fields: ['company'], limit: 1, cursor: first.nextCursor });
    expect(first.completeness).toMatchObject({ complete: false, returned: 1 });
    expect([...first.records!, ...second.records!].map(({ values }) => values)).toEqual([
      { company: 'Café Olé' },
      { company: 'Nordhavn' },
    ]);
    expect(second.nextCursor).toBeUndefined();
  });

  test.each([
    ['limit', 49],
    ['limit', 50],
    ['fields', ['amount']],
    ['cursor', 'x'],
  ])('a dashboard takes no %s %j', async (argument, value) => {
    const { id: viewId } = await save(definition('dashboard'));
    const { problem } = await host.call('workspace_view_data', { channelId: 'general', viewId, [argument]: value });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: `/${argument}` }] });
  });

  test('a View that there is not is not found', async () => {
    const { problem } = await host.call('workspace_view_data', { channelId: 'general', viewId: 'nothing' });
    expect(problem).toMatchObject({ code: 'not_found' });
  });
});

describe('changing', () => {
  test('a new version replaces the definition as a whole', async () => {
    const view = await save(definition('table'));
    const input = { ...on(definition('board')), name: 'Renamed', viewId: view.id };
    const cited = { ...input, expectedCurrentVersionId: view.currentVersionId };
    const { view: updated } = await host.done('workspace_view_update', cited);
    expect(updated).toMatchObject({ id: view.id, renderer: 'board', name: 'Renamed', versionNumber: 2 });
    expect((await dataOf(view.id)).groups).toHaveLength(4);
    expect((await listed(view.id))?.definition).not.toHaveProperty('columns');
  });

  test('a version that is not the current one is refused with who changed it', async () => {
    const view = await save(definition('table'));
    const input = { ...on(definition('table')), viewId: view.id, expectedCurrentVersionId: view.currentVersionId };
    const { view: current } = await host.done('workspace_view_update', { ...input, name: 'First' });
    const { problem } = await host.call('workspace_view_update', { ...input, name: 'Second' });
    expect(problem).toMatchObject({ code: 'version_conflict', current: { versionId: current.currentVersionId } });
    expect((await listed(view.id))?.name).toBe('First');
  });

  test('a retry with the same key saves one View', async () => {
    const input = { ...on(definition('table')), idempotencyKey: 'once' };
    const { view } = await host.done('workspace_view_create', input);
    expect((await host.done('workspace_view_create', input)).view).toEqual(view);
  });
});

const wrong: [what: string, path: string, definition: object][] = [
  ['an unknown renderer', '/renderer', { ...definition('table'), renderer: 'gallery' }],
  ['no renderer', '/renderer', definitions.table!],
  ['a column that there is not', '/columns/1', { ...definition('table'), columns: ['amount', 'phase'] }],
  ['a board of a text', '/groupByFieldKey', { ...definition('board'), groupByFieldKey: 'company' }],
  ['a board of nothing', '/groupByFieldKey', { renderer: 'board', name: 'B' }],
  ['a filter in the words of a query', '/filters/0/field', { ...definition('table'), filters: [{ field: 'stage' }] }],
  ['a wrong operator', '/filters/0/op', { ...definition('table'), filters: [{ ...won[0], op: 'contains' }] }],
  ['a pivot table without its period', '/period', { ...definition('pivot_table'), period: undefined }],
  [
    'a widget that sums nothing',
    '/widgets/0/metrics/0/field',
    {
      ...definition('dashboard'),
      widgets: [{ id: 'a', title: 'A', type: 'number', metrics: [{ ...count, function: 'sum' }] }],
    },
  ],
  [
    'an unknown key of a widget',
    '/widgets/0/chart',
    { ...definition('dashboard'), widgets: [{ id: 'a', title: 'A', type: 'number', chart: 'x' }] },
  ],
];

test.each(wrong)('%s is refused at %s', async (_what, path, input) => {
  const problem = await refusal(input);
  expect(problem).toMatchObject({ code: 'invalid_request', status: 400 });
  expect(problem?.errors?.map((error) => error.path)).toContain(path);
});

describe('very much', () => {
  const choices = Array.from({ length: 1_000 }, (_, index) => ({
    key: `choice ${index}`,
    label: `The label ${index}`,
  }));
  const shownBytes = (answer: object) => Buffer.byteLength(JSON.stringify(answer));
  let large: string;

  beforeAll(async () => {
    const fields = [
      { key: 'place', type: 'select', options: { choices } },
      { key: 'text', type: 'long_text' },
      { key: 'price', type: 'number' },
    ];
    large = await newDataSet(host, fields, 'Large');
    for (let index = 0; index < 150; index += 1) {
      const values = { place: `choice ${index}`, text: 'word '.repeat(2_000), price: index };
      await newRecord(host, large, { title: `Number ${index}`, values });
    }
  });

  const saveLarge = (renderer: string, more: object) => save({ objectTypeId: large, renderer, name: 'Large', ...more });

  test.each([
    ['table', { sort: [{ fieldKey: 'price', direction: 'asc' }] }],
    ['board', { groupByFieldKey: 'place', sort: [{ fieldKey: 'price', direction: 'asc' }] }],
  ])('in a %s is read in short pages, every record once', async (renderer, more) => {
    const { id } = await saveLarge(renderer, more);
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await answerOf(id, { cursor, limit: 200 });
      expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
      expect(answer.data.shortened).toEqual(['text']);
      const isLast = answer.data.nextCursor === undefined;
      expect(answer.data.completeness).toMatchObject({
        returned: answer.data.records!.length,
        ...(isLast ? { complete: true } : { complete: false, limit: 200, reason: 'size_limit' }),
      });
      found.push(...answer.data.records!.map(({ title }) => title));
      cursor = answer.data.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found).toEqual(Array.from({ length: 150 }, (_, index) => `Number ${index}`));
  });

  test('in a board shows the first of its groups and how many there are', async () => {
    const { groups, groupCount } = await dataOf((await saveLarge('board', { groupByFieldKey: 'place' })).id);
    expect(groups?.[0]).toEqual({ key: 'choice 0', label: 'The label 0', count: 1 });
    expect(groupCount).toBe(1_001);
    expect(groups!.length).toBeLessThan(1_001);
  });

  test('in a pivot table shows the first of its rows, and says that there are more', async () => {
    const definition = {
      rowFieldKeys: ['title'],
      period: { fieldKey: 'created_at', interval: 'day', count: 60 },
      metric: { function: 'sum', field: 'price' },
      totals: { rows: true, columns: true },
    };
    const { id: viewId } = await saveLarge('pivot_table', definition);
    const asQuery = await host.done('workspace_query_run', {
      channelId: 'general',
      operation: 'view',
      viewId,
      limit: 1_000,
    });
    expect(asQuery.data.completeness).toMatchObject({ complete: false, reason: 'size_limit' });
    const answer = await answerOf(viewId);
    const { rows, periods, completeness, totals } = answer.data;
    expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
    expect(periods).toHaveLength(60);
    expect(rows!.length).toBeGreaterThan(0);
    expect(completeness).toMatchObject({ complete: false, returned: rows!.length });
    expect(totals?.grand).toBe((149 * 150) / 2);
  });

  test('in a dashboard of 50 widgets is read whole in a few answers', async () => {
    const metrics = [
      { alias: 'records', function: 'count_rows' },
      { alias: 'price', function: 'sum', field: 'price' },
    ];
    const widgets = Array.from({ length: 50 }, (_, index) => ({
      id: `widget_${index}`,
      title: `Widget ${index}`,
      type: index % 2 ? 'number' : 'table',
      metrics,
      ...(index % 2 === 0 && { groupBy: ['place', 'title'] }),
    })).map(({ metrics, ...widget }) => ({
      ...widget,
      metrics: metrics.map((metric) => ({ ...metric, alias: `${metric.alias}_of_it` })),
    }));
    const { id: viewId } = await saveLarge('dashboard', { widgets });
    const first = await answerOf(viewId);
    expect(shownBytes(first)).toBeLessThanOrEqual(24 * KiB);
    const found = first.data.widgets!;
    for (let left = first.data.notShown; left; ) {
      const query = { channelId: 'general', operation: 'view', viewId, widgetIds: left };
      const answer = await host.done('workspace_query_run', query);
      expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
      found.push(...answer.data.widgets!);
      left = answer.data.notShown;
    }
    expect(found.map(({ id }) => id).sort()).toEqual(widgets.map(({ id }) => id).sort());
    for (const { rows, completeness } of found) expect(completeness?.returned).toBe(rows?.length);
    expect(found.find(({ id }) => id === 'widget_1')?.rows).toEqual([{ records_of_it: 150, price_of_it: 11_175 }]);
    expect(found.find(({ id }) => id === 'widget_0')?.completeness?.complete).toBe(false);
  });

  test('in a definition is listed in short answers', async () => {
    const values = Array.from({ length: 200 }, (_, index) => `choice ${index}`);
    const filters = Array.from({ length: 20 }, () => ({ fieldKey: 'place', op: 'in', value: values }));
    const { id } = await saveLarge('table', { name: 'A name', filters });
    const found: { id: string }[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await host.done('workspace_views_list', { channelId: 'general', cursor });
      expect(shownBytes(page)).toBeLessThanOrEqual(24 * KiB);
      found.push(...page.views);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found.find((view) => view.id === id)).toMatchObject({ definitionLeftOut: true });
    expect(found.filter((view) => 'definition' in view).length).toBe(found.length - 1);
  });
});

describe('one tool that creates and changes', () => {
  const saving = (more: object) => host.call('workspace_view_save', on(more));

  test.each(Object.keys(definitions))('saves a %s as it is given, then another version of it', async (renderer) => {
    const { view } = await host.done('workspace_view_save', on(definition(renderer)));
    expect((await listed(view.id))?.definition).toMatchObject({ objectTypeId, ...definition(renderer) });
    const cited = { viewId: view.slug, expectedCurrentVersionId: view.currentVersionId };
    const { view: changed } = await host.done('workspace_view_save', on({ ...definition(renderer), ...cited }));
    expect(changed).toMatchObject({ id: view.id, renderer });
    expect((await saving({ ...definition(renderer), ...cited })).problem).toMatchObject({ code: 'version_conflict' });
  });

  test.each([
    ['a change that cites no version', '/expectedCurrentVersionId', { viewId: 'won' }],
    ['a version without its View', '/expectedCurrentVersionId', { expectedCurrentVersionId: 'viewv_1' }],
    ['an unknown column', '/columns/1', { columns: ['amount', 'none'] }],
    ['a filter in the words of a query', '/filters/0', { filters: [{ field: 'stage', operator: 'eq', value: 'won' }] }],
    ['the key of another renderer', '/widgets', { widgets: [] }],
  ])('refuses %s, where it is', async (_what, path, more) => {
    const { problem } = await saving({ ...definition('table'), ...more });
    expect(problem).toMatchObject({ code: 'invalid_request' });
    expect(problem?.errors?.[0]?.path.startsWith(path)).toBe(true);
  });
});
