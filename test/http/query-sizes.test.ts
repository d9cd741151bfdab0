import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Completeness } from '../../schemas/queries.ts';
import { askView, newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { type Reply, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

const recordCount = 1_001;
const fields: FieldInput[] = [
  { key: 'number', type: 'number' },
  { key: 'tags', type: 'multi_select', options: { choices: times(201, (n) => ({ key: `t${n}` })) } },
  { key: 'owner', type: 'user' },
  ...times(8, (n): FieldInput => ({ key: `text_${n}`, type: 'text' })),
];
let objectTypeId = '';
let view = '';
let dashboard = '';

const count = { alias: 'n', function: 'count_rows' };

beforeAll(async () => {
  const records = times(recordCount, (n) => ({ title: `Record ${n}`, values: { number: n, tags: [`t${n % 201}`] } }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Many', fields, records)).id;
  const save = async (definition: object) =>
    (await savedView(gateway.admin, 'general', { name: 'Many', objectTypeId, ...definition })).id;
  view = await save({ renderer: 'table', columns: ['number'] });
  const widget = (n: number) => ({ id: `w${n}`, title: 'W', type: 'number', metrics: [count] });
  dashboard = await save({ renderer: 'dashboard', widgets: times(50, widget) });
});

const ask = (query: object) =>
  gateway.admin.call('POST /queries', { mode: 'deterministic', channelId: 'general', ...query });
const records = (more: object) => ask({ operation: 'records', objectTypeId, limit: 1, ...more });
const aggregate = (more: object) => ask({ operation: 'aggregate', objectTypeId, metrics: [count], ...more });
const ofView = (more: object) => ask({ operation: 'view', viewId: view, ...more });
const shown = (parameters: Record<string, unknown>) => askView(gateway.admin, 'general', view, parameters);

const equals = (value: unknown) => ({ field: 'title', operator: 'neq', value: String(value) });
const viewEquals = (value: unknown) => ({ fieldKey: 'title', op: 'neq', value: String(value) });
const ordered = (size: number) => times(size, (n) => ({ field: `text_${n % 8}`, direction: 'asc' }));
const keys = (size: number) => times(size, (n) => `text_${n % 8}`);
/** A condition within alternatives nested this deep. */
const nested = (depth: number, condition: object): object =>
  depth === 0 ? condition : { [depth % 2 ? 'or' : 'and']: [nested(depth - 1, condition)] };
const tooDeep = (...keys: string[]) => [...keys, 'or'].map((key) => `/filters/0/or/0/and/0/${key}`);

type Sized = [what: string, most: number, ask: (size: number) => Promise<Reply>, path: string | string[]];

const sizes: Sized[] = [
  ['conditions of a query', 50, (size) => records({ filters: times(size, equals) }), '/filters'],
  ['nested conditions of a query', 50, (size) => aggregate({ filters: [{ or: times(size, equals) }] }), '/filters'],
  ['conditions nested twice', 50, (size) => records({ filters: [{ or: [{ and: times(size, equals) }] }] }), '/filters'],
  ['levels of nesting', 2, (depth) => records({ filters: [nested(depth, equals('x'))] }), tooDeep('field', 'operator')],
  ...['in', 'not_in'].map(
    (operator): Sized => [
      `values of ${operator}`,
      200,
      (size) => records({ filters: [{ field: 'number', operator, value: times(size, (n) => n) }] }),
      '/filters/0/value',
    ],
  ),
  ...['has_any_of', 'has_all_of', 'has_none_of'].map(
    (operator): Sized => [
      `values of ${operator}`,
      200,
      (size) => records({ filters: [{ field: 'tags', operator, value: times(size, (n) => `t${n}`) }] }),
      '/filters/0/value',
    ],
  ),
  [
    'characters of an ID in a condition',
    100,
    (size) => records({ filters: [{ field: 'owner', operator: 'eq', value: 'usr_'.padEnd(size, 'x') }] }),
    '/filters/0/value',
  ],
  [
    'characters of a text in a condition, of two units each',
    100_000,
    (size) => records({ filters: [{ field: 'text_0', operator: 'neq', value: '😀'.repeat(size) }] }),
    '/filters/0/value',
  ],
  [
    'characters of a text that is looked for',
    1_000,
    (size) => records({ filters: [{ field: 'text_0', operator: 'contains', value: '😀'.repeat(size) }] }),
    '/filters/0/value',
  ],
  [
    'characters of a text that is looked for, with its marks',
    100_000,
    (size) =>
      records({ filters: [{ field: 'text_0', operator: 'ends_with', value: `x${'\u0301'.repeat(size - 1)}` }] }),
    '/filters/0/value',
  ],
  ['fields of rows', 205, (size) => records({ fields: keys(size) }), '/fields'],
  ['keys of an order', 8, (size) => records({ orderBy: ordered(size) }), '/orderBy'],
  ['groups', 8, (size) => aggregate({ groupBy: keys(size) }), '/groupBy'],
  ['keys of an order of groups', 8, (size) => aggregate({ groupBy: keys(8), orderBy: ordered(size) }), '/orderBy'],
  ['metrics', 20, (size) => aggregate({ metrics: times(size, (n) => ({ ...count, alias: `n${n}` })) }), '/metrics'],
  [
    'characters of an alias',
    63,
    (size) => aggregate({ metrics: [{ ...count, alias: 'n'.repeat(size) }] }),
    '/metrics/0/alias',
  ],
  ['records', 1_000, (limit) => records({ limit }), '/limit'],
  ['groups in an answer', 1_000, (limit) => aggregate({ limit }), '/limit'],
  ['records of a View', 1_000, (limit) => ofView({ limit }), '/limit'],
  ['widgets', 50, (size) => ofView({ viewId: dashboard, widgetIds: times(size, (n) => `w${n % 50}`) }), '/widgetIds'],
  ['temporary conditions of a View', 50, (size) => shown({ filters: times(size, viewEquals) }), 'filters'],
  ['temporary conditions of a query of a View', 50, (size) => ofView({ filters: times(size, equals) }), '/filters'],
  [
    'levels of nesting of temporary conditions',
    2,
    (depth) => shown({ filters: [nested(depth, viewEquals('x'))] }),
    ['filters', 'filters', 'filters'],
  ],
  [
    'values of a temporary condition',
    200,
    (size) => shown({ filters: [{ fieldKey: 'number', op: 'in', value: times(size, (n) => n) }] }),
    'filters',
  ],
  ['fields of a page', 205, (size) => shown({ fields: keys(size) }), 'fields'],
  ['records of a page', 200, (limit) => shown({ limit }), 'limit'],
];

test.each(sizes)('%s: %d are taken, one more is refused', async (_what, most, send, path) => {
  const { status, bytes } = await send(most);
  expect(`${status} ${bytes.toString()}`).toMatch(/^200 /);
  expectProblem(await send(most + 1), 'invalid_request', [path].flat());
});

describe('saved and temporary conditions', () => {
  test('are as many as may be, beside one another', async () => {
    const filters = times(50, (n) => viewEquals(`Record ${n}`));
    const saved = await savedView(gateway.admin, 'general', { name: 'X', objectTypeId, renderer: 'table', filters });
    const temporary = times(50, (n) => viewEquals(`Record ${50 + n}`));
    const { records: found } = await viewData(gateway.admin, 'general', saved.id, { filters: temporary, limit: 1 });
    expect(found!.map(({ title }) => title)).toEqual(['Record 100']);
  });
});

describe('an answer is complete when nothing follows it, and only then:', () => {
  const all = { metrics: [count] };
  const below = (most: number) => ({ filters: [{ field: 'number', operator: 'lt', value: most }] });
  const asked: Record<string, (more: object) => Promise<Reply>> = {
    records: (more) => ask({ operation: 'records', objectTypeId, fields: [], ...more }),
    groups: (more) => ask({ operation: 'aggregate', objectTypeId, groupBy: ['number'], ...all, ...more }),
    'the records of a View': (more) => ask({ operation: 'view', viewId: view, ...more }),
  };

  test.each(
    Object.keys(asked).flatMap((what) =>
      (
        [
          [100, {}],
          [1_000, { limit: 1_000 }],
        ] as const
      ).map(([limit, given]) => ({ what, limit, given })),
    ),
  )('$limit $what of as many, and of one more', async ({ what, limit, given }) => {
    const completeness = async (most: number) => {
      const { data } = (await asked[what]!({ ...given, ...below(most) })).body as unknown as {
        data: { rows: object[]; completeness: Completeness };
      };
      expect(data.rows).toHaveLength(limit);
      return data.completeness;
    };
    expect(await completeness(limit)).toEqual({ complete: true, returned: limit, limit });
    const reason = what === 'groups' ? 'group_limit' : 'row_limit';
    expect(await completeness(limit + 1)).toEqual({ complete: false, returned: limit, limit, reason });
  });

  test.each([
    [50, {}],
    [200, { limit: 200 }],
  ])('a page of %d of as many, and of one more', async (limit, given) => {
    const page = (most: number) =>
      viewData(gateway.admin, 'general', view, {
        ...given,
        filters: [{ fieldKey: 'number', op: 'lt', value: most }],
      });
    const [whole, cut] = [await page(limit), await page(limit + 1)];
    expect(whole.completeness).toEqual({ complete: true, returned: limit, limit });
    expect(whole.nextCursor).toBeUndefined();
    expect(cut.completeness).toEqual({ complete: false, returned: limit, limit, reason: 'row_limit' });
    expect(cut.nextCursor).toBeDefined();
  });

  test.each([
    [100, {}],
    [1_000, { limit: 1_000 }],
  ])('a widget of %d of as many, and of one more', async (limit, given) => {
    const figures = async (most: number) => {
      const widget = { id: 'w', title: 'W', type: 'table', groupBy: ['number'], metrics: [count], ...given };
      const widgets = [{ ...widget, ...below(most) }];
      const { id } = await savedView(gateway.admin, 'general', {
        name: 'W',
        objectTypeId,
        renderer: 'dashboard',
        widgets,
      });
      return (await viewData(gateway.admin, 'general', id)).widgets![0]!.completeness;
    };
    expect(await figures(limit)).toEqual({ complete: true, returned: limit, limit });
    expect(await figures(limit + 1)).toEqual({ complete: false, returned: limit, limit, reason: 'group_limit' });
  });
});

describe('a cursor', () => {
  /** A text is twice in a cursor: folded, and as it stands. */
  const bytesOfText = 720;
  const letters = { plain: 'x', 'of three bytes': '日', 'with quotes': '"' };

  test.each(Object.entries(letters))(
    'stays within 2,000 characters, whatever stands before the page: %s',
    async (_what, letter) => {
      const bytes = Buffer.byteLength(JSON.stringify(letter)) - 2;
      const lengths = times(60, (n) => bytesOfText / bytes + n - 30);
      const rows = lengths.map((length) => ({ title: String(length), values: { note: letter.repeat(length) } }));
      const notes = await newDataSet(gateway.dataFolder, 'general', 'Notes', [{ key: 'note', type: 'text' }], rows);
      const { id } = await savedView(gateway.admin, 'general', {
        name: 'Notes',
        objectTypeId: notes.id,
        renderer: 'table',
        columns: [],
        sort: [{ fieldKey: 'note', direction: 'asc' }],
      });
      const met: string[] = [];
      const cursors: string[] = [];
      for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
        const data = await viewData(gateway.admin, 'general', id, { limit: 1, ...(cursor && { cursor }) });
        met.push(...data.records!.map(({ title }) => title));
        cursor = data.nextCursor;
        if (cursor !== undefined) cursors.push(cursor);
      }
      expect(met).toEqual(lengths.map(String));
      const sizes = cursors.map(({ length }) => length);
      expect(Math.max(...sizes)).toBeGreaterThan(1_990);
      expect(Math.min(...sizes)).toBeLessThan(200);
    },
  );

  test('of 2,000 characters is looked at, of one more it is not', async () => {
    const refusal = async (size: number) =>
      saidIn(expectProblem(await shown({ cursor: 'x'.repeat(size) }), 'invalid_request', ['cursor']));
    expect(await refusal(2_000)).toContain('was not issued for this list');
    expect(await refusal(2_001)).not.toContain('was not issued for this list');
  });
});
