import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { sql } from 'kysely';
import { askView, newDataSet, savedView, titles, viewData } from '../support/data-sets.ts';
import { insertAtOnce } from '../support/insertion.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
let deals: CatalogueDataSet;

const choices = ['lead', 'talks', 'won', 'lost'].map((key) => ({ key, label: key.toUpperCase() }));
const fields: FieldInput[] = [
  { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
  { key: 'amount', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'close', type: 'date' },
  { key: 'ends', type: 'date' },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'hot', type: 'checkbox' },
  { key: 'tags', type: 'multi_select', options: { choices: [{ key: 'x' }, { key: 'y' }] } },
  { key: 'note', type: 'text' },
];

beforeAll(async () => {
  const [will, mia] = [people.idOf('will'), people.idOf('mia')];
  deals = await newDataSet(people.dataFolder, 'news', 'Deals', fields, [
    {
      title: 'Anker',
      values: { stage: 'won', amount: 30, close: '2026-03-01', owner: will, hot: true, note: 'éclair' },
    },
    {
      title: 'Boot',
      values: { stage: 'lead', amount: 10, close: '2026-01-15', ends: '2026-02-01', owner: mia, note: 'Zoo' },
    },
    { title: 'Curry', values: { stage: 'won', amount: 20.5, owner: will, hot: false, tags: ['y', 'x'] } },
    { title: 'Dach', values: { stage: 'talks', close: '2026-02-10', hot: true, note: 'eclair' } },
    { title: 'Esel', values: { amount: 10, close: '2025-12-31', owner: mia, note: 'ÉCLAIR' } },
    { title: 'Fell', values: {} },
  ]);
});

const definition = (renderer: string, more: object = {}) => ({
  name: `A ${renderer}`,
  objectTypeId: deals.id,
  renderer,
  ...more,
});
const view = async (renderer: string, more: object = {}) =>
  (await savedView(mia(), 'news', definition(renderer, more))).id;

describe('a table', () => {
  test('shows every field of every record by default, those without a value left out', async () => {
    const { records, completeness, nextCursor } = await viewData(mia(), 'news', await view('table'));
    expect(records!.map(({ title }) => title)).toEqual(['Anker', 'Boot', 'Curry', 'Dach', 'Esel', 'Fell']);
    expect(records![0]).toEqual({
      id: expect.stringMatching(/^rec_/),
      title: 'Anker',
      values: { stage: 'won', amount: 30, close: '2026-03-01', owner: people.idOf('will'), hot: true, note: 'éclair' },
    });
    expect(records![2]!.values).toMatchObject({ amount: 20.5, hot: false, tags: ['y', 'x'] });
    expect(records![5]!.values).toEqual({});
    expect(completeness).toEqual({ complete: true, returned: 6, limit: 50 });
    expect(nextCursor).toBeUndefined();
  });

  test.each([
    ['stage', 'asc', 'Boot Dach Anker Curry Esel Fell'],
    ['stage', 'desc', 'Anker Curry Dach Boot Esel Fell'],
    ['amount', 'asc', 'Boot Esel Curry Anker Dach Fell'],
    ['amount', 'desc', 'Anker Curry Boot Esel Dach Fell'],
    ['close', 'asc', 'Esel Boot Dach Anker Curry Fell'],
    ['note', 'asc', 'Dach Esel Anker Boot Curry Fell'],
    ['hot', 'asc', 'Boot Curry Esel Fell Anker Dach'],
    ['hot', 'desc', 'Anker Dach Boot Curry Esel Fell'],
    ['title', 'desc', 'Fell Esel Dach Curry Boot Anker'],
  ])('is sorted by %s %s, whole and page by page', async (fieldKey, direction, order) => {
    const sorted = await view('table', { sort: [{ fieldKey, direction }], columns: [] });
    expect((await titles(mia(), 'news', sorted)).join(' ')).toBe(order);
    for (const limit of [1, 2, 5]) expect((await walk(sorted, { limit })).flat().join(' ')).toBe(order);
  });

  test('is sorted by several fields', async () => {
    const sort = ['amount', 'title'].map((fieldKey) => ({ fieldKey, direction: 'desc' }));
    const sorted = await view('table', { sort });
    expect((await walk(sorted, { limit: 1 })).flat().join(' ')).toBe('Anker Curry Esel Boot Fell Dach');
  });

  test.each([
    ['stage', {}, 'Boot Dach Anker Curry Esel Fell', 'LEAD 1, TALKS 1, WON 2, No Stage 2'],
    [
      'stage',
      { stage: 'desc', title: 'desc' },
      'Curry Anker Dach Boot Fell Esel',
      'WON 2, TALKS 1, LEAD 1, No Stage 2',
    ],
    ['hot', { amount: 'desc' }, 'Curry Boot Esel Fell Anker Dach', 'No 4, Yes 2'],
  ])('grouped by %s has its records and groups in one order', async (groupByFieldKey, orders, order, groups) => {
    const sort = Object.entries(orders).map(([fieldKey, direction]) => ({ fieldKey, direction }));
    const grouped = await view('table', { groupByFieldKey, sort, columns: [] });
    for (const limit of [1, 4, 6]) expect((await walk(grouped, { limit })).flat().join(' ')).toBe(order);
    const first = await viewData(mia(), 'news', grouped, { limit: 2 });
    expect(first.groups!.map(({ label, count }) => `${label} ${count}`).join(', ')).toBe(groups);
    expect(first.records!.every(({ values }) => Object.keys(values).every((key) => key === groupByFieldKey))).toBe(
      true,
    );
    const second = await viewData(mia(), 'news', grouped, { cursor: first.nextCursor });
    expect(second).not.toHaveProperty('groups');
    const hot = { filters: [{ fieldKey: 'hot', op: 'eq', value: true }] };
    expect((await viewData(mia(), 'news', grouped, hot)).groups!.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  test('grouped by people names them, in the order of the records', async () => {
    const grouped = await view('table', { groupByFieldKey: 'Owner' });
    const { groups, records } = await viewData(mia(), 'news', grouped);
    expect(groups!.map(({ label, count }) => `${label} ${count}`).toSorted()).toEqual([
      'No Owner 2',
      'mia@workspace.test 2',
      'will@workspace.test 2',
    ]);
    const owners = [...new Set(records!.map(({ values }) => values.owner))];
    expect(groups!.map(({ key }) => key)).toEqual(owners);
  });

  test.each([
    ['tags', 'must name a field of type select, user, checkbox; "tags" is of type multi_select'],
    ['amount', 'must name a field of type'],
    ['nothing', 'names no field'],
  ])('is not grouped by %s', async (groupByFieldKey, message) => {
    const refused = await mia().call('POST /channels/news/views', definition('table', { groupByFieldKey }));
    const { errors } = expectProblem(refused, 'invalid_request');
    expect(errors).toEqual([{ path: '/groupByFieldKey', message: expect.stringContaining(message) }]);
  });

  test('shows its saved columns, or the requested ones', async () => {
    const id = await view('table', { columns: ['amount', 'created_by', 'title'] });
    const keysOf = async (parameters: object) => {
      const { records } = await viewData(mia(), 'news', id, { ...parameters, limit: 1 });
      return Object.keys(records![0]!.values);
    };
    expect(await keysOf({})).toEqual(['amount', 'created_by']);
    expect(await keysOf({ fields: ['stage', 'id', 'title', 'stage'] })).toEqual(['stage']);
    expect(await keysOf({ fields: [] })).toEqual([]);
    expectProblem(await askView(mia(), 'news', id, { fields: ['nothing'] }), 'invalid_request', ['fields']);
    expectProblem(await askView(mia(), 'news', id, { fields: 'stage' }), 'invalid_request', ['fields']);
  });

  test('keeps to its saved filters and to temporary ones beside them', async () => {
    const id = await view('table', { filters: [{ fieldKey: 'amount', op: 'is_not_empty' }] });
    const left = (filters: unknown) => titles(mia(), 'news', id, { filters });
    expect(await titles(mia(), 'news', id)).toEqual(['Anker', 'Boot', 'Curry', 'Esel']);
    expect(await left([{ fieldKey: 'stage', op: 'eq', value: 'won' }])).toEqual(['Anker', 'Curry']);
    expect(await left([{ fieldKey: 'note', op: 'contains', value: 'ECL' }])).toEqual(['Anker', 'Esel']);
    expect(await left([{ fieldKey: 'tags', op: 'has_any_of', value: ['x'] }])).toEqual(['Curry']);
    const either = {
      or: [
        { fieldKey: 'hot', op: 'eq', value: true },
        { fieldKey: 'title', op: 'eq', value: 'Boot' },
      ],
    };
    expect(await left([either])).toEqual(['Anker', 'Boot']);
    expect(await left([])).toEqual(['Anker', 'Boot', 'Curry', 'Esel']);
  });

  test.each([
    ['an unknown parameter', { filter: [] }, 'filter'],
    ['an unknown key of a filter', { filters: [{ fieldKey: 'stage', op: 'eq', value: 'won', not: true }] }, 'filters'],
    ['the words of a typed query', { filters: [{ field: 'stage', operator: 'eq', value: 'won' }] }, 'filters'],
    ['an unknown field', { filters: [{ fieldKey: 'nothing', op: 'eq', value: 1 }] }, 'filters'],
    ['SQL as a field', { filters: [{ fieldKey: "stage' or 1=1 --", op: 'eq', value: 1 }] }, 'filters'],
    ['a column as a field', { filters: [{ fieldKey: 'f1', op: 'eq', value: 1 }] }, 'filters'],
    ['a value of another type', { filters: [{ fieldKey: 'amount', op: 'eq', value: '10' }] }, 'filters'],
    ['no array', { filters: { fieldKey: 'stage', op: 'eq', value: 'won' } }, 'filters'],
    ['no JSON', { filters: '[' }, 'filters'],
    ['a limit too small', { limit: 0 }, 'limit'],
    ['a limit too large', { limit: 201 }, 'limit'],
    ['a cursor that nobody issued', { cursor: 'abc' }, 'cursor'],
  ])('refuses %s', async (_what, parameters, path) => {
    const { errors } = expectProblem(await askView(mia(), 'news', await view('table'), parameters), 'invalid_request');
    expect(new Set(errors!.map((error) => error.path))).toEqual(new Set([path]));
  });

  test('takes what looks like SQL for text', async () => {
    const text = `'; drop table data_${deals.number}; --`;
    const quoted = await newDataSet(
      people.dataFolder,
      'news',
      text,
      [fields[7]!],
      [{ title: text, values: { note: text } }],
    );
    const { id } = await savedView(mia(), 'news', { name: text, objectTypeId: quoted.id, renderer: 'table' });
    expect(await titles(mia(), 'news', id, { filters: [{ fieldKey: 'note', op: 'eq', value: text }] })).toEqual([text]);
    expect(
      await titles(mia(), 'news', id, { filters: [{ fieldKey: 'note', op: 'eq', value: "' or '1'='1" }] }),
    ).toEqual([]);
  });
});

describe('a board', () => {
  const groupsOf = async (groupByFieldKey: string, more: object = {}, parameters: Record<string, unknown> = {}) =>
    (await viewData(mia(), 'news', await view('board', { groupByFieldKey, ...more }), parameters)).groups;

  test('counts every choice in its order, empty ones too, and last the records without one', async () => {
    const all = [
      { key: 'lead', label: 'LEAD', count: 1 },
      { key: 'talks', label: 'TALKS', count: 1 },
      { key: 'won', label: 'WON', count: 2 },
      { key: 'lost', label: 'LOST', count: 0 },
      { label: 'No Stage', count: 2 },
    ];
    expect(await groupsOf('stage')).toEqual(all);
    expect(await groupsOf('stage', {}, { limit: 1 })).toEqual(all);
    const counts = (await groupsOf(
      'stage',
      { filters: [{ fieldKey: 'amount', op: 'gt', value: 10 }] },
      {
        filters: [{ fieldKey: 'hot', op: 'eq', value: true }],
      },
    ))!.map(({ count }) => count);
    expect(counts).toEqual([0, 0, 1, 0, 0]);
  });

  test('counts users by name and a checkbox as false and true', async () => {
    expect(await groupsOf('owner')).toEqual([
      { key: people.idOf('mia'), label: 'mia@workspace.test', count: 2 },
      { key: people.idOf('will'), label: 'will@workspace.test', count: 2 },
      { label: 'No Owner', count: 2 },
    ]);
    expect(await groupsOf('hot')).toEqual([
      { key: false, label: 'No', count: 4 },
      { key: true, label: 'Yes', count: 2 },
    ]);
  });

  test('always shows the field that it is grouped by', async () => {
    const id = await view('board', { groupByFieldKey: 'stage', cardFieldKeys: ['amount'] });
    const { records } = await viewData(mia(), 'news', id);
    expect(records![0]!.values).toEqual({ amount: 30, stage: 'won' });
    const asked = await viewData(mia(), 'news', id, { fields: ['hot'] });
    expect(asked.records![0]!.values).toEqual({ hot: true, stage: 'won' });
  });
});

describe('a calendar and a timeline', () => {
  test('order records by their start, and leave out those without one', async () => {
    const calendar = await view('calendar', { dateFieldKey: 'close', cardFieldKeys: [] });
    expect(await walk(calendar, { limit: 3 })).toEqual([['Esel', 'Boot', 'Dach'], ['Anker']]);
    const range = { filters: [{ fieldKey: 'close', op: 'between', value: ['2026-01-15', '2026-02-10'] }] };
    expect(await titles(mia(), 'news', calendar, range)).toEqual(['Boot', 'Dach']);
    const { completeness, groups } = await viewData(mia(), 'news', calendar, { limit: 4 });
    expect([completeness, groups]).toEqual([{ complete: true, returned: 4, limit: 4 }, undefined]);
  });

  test('a grouped timeline has the counts of the whole View on each page', async () => {
    const timeline = await view('timeline', { startFieldKey: 'close', endFieldKey: 'ends', groupByFieldKey: 'owner' });
    const first = await viewData(mia(), 'news', timeline, { limit: 1 });
    const second = await viewData(mia(), 'news', timeline, { limit: 1, cursor: first.nextCursor });
    expect(second.groups).toEqual(first.groups);
    expect(first.groups!.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(first.groups!.at(-1)).not.toHaveProperty('key');
  });

  test('show what places a record, whatever else is asked for', async () => {
    const places = { startFieldKey: 'close', endFieldKey: 'ends', groupByFieldKey: 'owner', cardFieldKeys: ['note'] };
    const timeline = await view('timeline', places);
    const boot = { close: '2026-01-15', ends: '2026-02-01', owner: people.idOf('mia') };
    const second = async (parameters: object) =>
      (await viewData(mia(), 'news', timeline, { ...parameters })).records![1];
    expect(await second({})).toMatchObject({ title: 'Boot', values: { ...boot, note: 'Zoo' } });
    expect((await second({ fields: [] }))!.values).toEqual(boot);
    const calendar = await view('calendar', { dateFieldKey: 'close', endDateFieldKey: 'ends' });
    const { records } = await viewData(mia(), 'news', calendar, { fields: [] });
    expect(records![1]!.values).toEqual({ close: '2026-01-15', ends: '2026-02-01' });
  });
});

describe('pages', () => {
  test('hold 200 records and say whether others follow', async () => {
    const records = Array.from({ length: 201 }, (_, index) => ({ title: `Row ${index}` }));
    const many = await newDataSet(people.dataFolder, 'news', 'Many', [], records);
    const { id } = await savedView(mia(), 'news', { name: 'Many', objectTypeId: many.id, renderer: 'table' });
    const page = await viewData(mia(), 'news', id, { limit: 200 });
    expect(page.completeness).toEqual({ complete: false, returned: 200, limit: 200, reason: 'row_limit' });
    const rest = await viewData(mia(), 'news', id, { limit: 200, cursor: page.nextCursor });
    expect(rest.records!.map(({ title }) => title)).toEqual(['Row 200']);
    expect(rest.completeness).toEqual({ complete: true, returned: 1, limit: 200 });
    expect((await viewData(mia(), 'news', id)).records).toHaveLength(50);
  });

  test('end a walk in which every record that stayed was met exactly once', async () => {
    const row = (index: number) => ({ title: `Row ${index}`, values: { amount: (index * 7) % 10 } });
    const moving = await newDataSet(
      people.dataFolder,
      'news',
      'Moving',
      [fields[1]!],
      Array.from({ length: 40 }, (_, i) => row(i)),
    );
    const sort = [{ fieldKey: 'amount', direction: 'desc' }];
    const { id } = await savedView(mia(), 'news', { name: 'Moving', objectTypeId: moving.id, renderer: 'table', sort });
    const gone = new Set<string>();
    const pages = await walk(id, { limit: 7 }, (page) =>
      inStorage(people.dataFolder, async (tx) => {
        const leaving = [page[0]!, page.at(-1)!];
        for (const title of leaving) {
          gone.add(title);
          await sql`delete from ${sql.id(`data_${moving.number}`)} where title = ${title}`.execute(tx);
        }
        const added = [0, 5, 9].map((amount) => ({ title: 'New', values: [amount] }));
        await insertAtOnce(tx, moving.number, [1], added, { at: Date.now(), by: people.idOf('mia') });
      }),
    );
    const met = pages.flat().filter((title) => title !== 'New');
    expect(new Set(met).size).toBe(met.length);
    const stayed = Array.from({ length: 40 }, (_, index) => `Row ${index}`).filter((title) => !gone.has(title));
    expect(stayed.filter((title) => !met.includes(title))).toEqual([]);
  });

  test('have cursors that are good for one caller, View, version and filters', async () => {
    const saved = await savedView(mia(), 'news', definition('table'));
    const filters = [{ fieldKey: 'stage', op: 'is_not_empty' }];
    const { nextCursor: cursor } = await viewData(mia(), 'news', saved.id, { limit: 1, filters });
    const next = { limit: 1, filters, cursor };
    expect(await titles(mia(), 'news', saved.slug, next)).toEqual(['Boot']);
    expect(await titles(mia(), 'news', saved.id, { ...next, limit: 2, fields: [] })).toEqual(['Boot', 'Curry']);
    expectProblem(await askView(mia(), 'news', saved.id, { limit: 1, cursor }), 'invalid_request', ['cursor']);
    expectProblem(await askView(people.as('will'), 'news', saved.id, next), 'invalid_request', ['cursor']);
    expectProblem(await askView(mia(), 'news', await view('table'), next), 'invalid_request', ['cursor']);
    await mia().done(`PATCH /channels/news/views/${saved.id}`, {
      ...definition('table'),
      expectedCurrentVersionId: saved.currentVersionId,
    });
    expectProblem(await askView(mia(), 'news', saved.id, next), 'invalid_request', ['cursor']);
  });

  test('go on behind a value of any length', async () => {
    const long = (letter: string) => ({ title: letter, values: { note: letter + 'ß'.repeat(99_999) } });
    const texts = await newDataSet(people.dataFolder, 'news', 'Long', [fields[7]!], ['c', 'a', 'b'].map(long));
    const sort = [{ fieldKey: 'note', direction: 'asc' }];
    const { id } = await savedView(mia(), 'news', {
      name: 'Long',
      objectTypeId: texts.id,
      renderer: 'table',
      sort,
      columns: [],
    });
    expect(await walk(id, { limit: 1 })).toEqual([['a'], ['b'], ['c']]);
    const { records, nextCursor: cursor } = await viewData(mia(), 'news', id, { limit: 1 });
    const table = sql.id(`data_${texts.number}`);
    await inStorage(people.dataFolder, (tx) => sql`delete from ${table} where id = ${records![0]!.id}`.execute(tx));
    expectProblem(await askView(mia(), 'news', id, { limit: 1, cursor }), 'invalid_request', ['cursor']);
  });
});

/** The titles on all pages from the first to the last. */
async function walk(
  id: string,
  parameters: object,
  between: (page: string[]) => unknown = () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { records, nextCursor, completeness } = await viewData(mia(), 'news', id, {
      ...parameters,
      ...(cursor && { cursor }),
    });
    pages.push(records!.map(({ title }) => title));
    expect(completeness!.complete).toBe(nextCursor === undefined);
    cursor = nextCursor;
    if (cursor !== undefined) await between(pages.at(-1)!);
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}
