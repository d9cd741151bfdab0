import { beforeAll, describe, expect, test } from 'vitest';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, type SavedView } from '../support/data-sets.ts';
import { refused } from '../support/imports.ts';
import { type Reply, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const send = (request: string, body: object) => gateway.admin.call(request, body);
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Something that comes in sizes, the largest that is taken, and where a refusal finds one more. */
type Sized = [what: string, most: number, body: (size: number) => object, path: string | string[]];

const fitting = (reply: Reply): Reply => {
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^20[01] /);
  return reply;
};
const onePast = (ask: () => Promise<Reply>, path: string | string[]) =>
  refused(gateway.dataFolder, ask, 'invalid_request', [path].flat());

describe('of a Data Set', () => {
  const field = (more: object) => ({ fields: [{ key: 'a', type: 'text', ...more }] });
  const choice = (more: object) => field({ type: 'select', options: { choices: [{ key: 'x', ...more }] } });
  const sizes: Sized[] = [
    ['the name', 300, (size) => ({ name: 'x'.repeat(size) }), '/name'],
    ['the name in characters of two units', 300, (size) => ({ name: '😀'.repeat(size) }), '/name'],
    ['the description', 2_000, (size) => ({ description: 'x\n'.repeat(size).slice(0, size) }), '/description'],
    ['the description in such characters', 2_000, (size) => ({ description: '😀'.repeat(size) }), '/description'],
    ['the key of a field', 63, (size) => field({ key: 'a'.repeat(size) }), '/fields/0/key'],
    ['the label of a field', 300, (size) => field({ label: 'x'.repeat(size) }), '/fields/0/label'],
    ['the label of a field in such characters', 300, (size) => field({ label: '😀'.repeat(size) }), '/fields/0/label'],
    ['the key of a choice', 300, (size) => choice({ key: '😀'.repeat(size) }), '/fields/0/options/choices/0/key'],
    ['the label of a choice', 300, (size) => choice({ label: 'x'.repeat(size) }), '/fields/0/options/choices/0/label'],
    ['a colour', 20, (size) => choice({ color: 'r'.repeat(size) }), '/fields/0/options/choices/0/color'],
    [
      'the decimals of a number',
      15,
      (decimals) => field({ type: 'number', options: { decimals } }),
      '/fields/0/options/decimals',
    ],
    [
      'the choices of a field',
      1_000,
      (size) => field({ type: 'select', options: { choices: times(size, (n) => ({ key: `c${n}` })) } }),
      '/fields/0/options/choices',
    ],
    ['the fields', 200, (size) => ({ fields: times(size, (n) => ({ key: `f${n}`, type: 'text' })) }), '/fields'],
  ];

  const expectKept = ({ body }: Reply, { fields = [], ...rest }: { fields?: object[] }) => {
    const { dataSet } = body as unknown as { dataSet: DataSet };
    expect(dataSet).toMatchObject(rest);
    expect(dataSet.fields.slice(0, -4)).toMatchObject(fields);
    return dataSet.objectTypeId;
  };

  test.each(sizes)('%s may come to %d when it is made, and no more', async (_what, most, body, path) => {
    const make = (size: number) => send('POST /channels/general/data-sets', { name: 'Made', ...body(size) });
    expectKept(fitting(await make(most)), body(most));
    await onePast(() => make(most + 1), path);
  });

  test.each(sizes)('%s may come to %d when it is changed, and no more', async (_what, most, body, path) => {
    const made = await send('POST /channels/general/data-sets', { name: 'Changed' });
    const change = (size: number) => send(`PATCH /channels/general/data-sets/${expectKept(made, {})}`, body(size));
    expectKept(fitting(await change(most)), body(most));
    await onePast(() => change(most + 1), path);
  });

  test('the key of its records may have 63 characters', async () => {
    const make = (size: number) =>
      send('POST /channels/general/data-sets', { name: 'Made', objectType: 'o'.repeat(size) });
    const { body } = fitting(await make(63));
    expect(body).toMatchObject({ dataSet: { objectType: 'o'.repeat(63) } });
    await onePast(() => make(64), '/objectType');
  });
});

describe('of a View', () => {
  const texts: FieldInput[] = times(197, (n) => ({ key: `f${n}`, type: 'text' }));
  const keys = (size: number) => times(size, (n) => texts[n % texts.length]!.key);
  let objectTypeId = '';
  beforeAll(async () => {
    const fields: FieldInput[] = [
      ...texts,
      { key: 'start', type: 'date' },
      { key: 'finish', type: 'date' },
      { key: 'stage', type: 'select', options: { choices: [{ key: 'won' }] } },
    ];
    objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Wide', fields, [])).id;
  });

  const table = (more: object) => ({ renderer: 'table', ...more });
  const sortBy = (size: number) => keys(size).map((fieldKey) => ({ fieldKey, direction: 'asc' }));
  const board = (more: object) => ({ renderer: 'board', groupByFieldKey: 'stage', ...more });
  const pivot = (more: object) => ({
    renderer: 'pivot_table',
    rowFieldKeys: [],
    period: { fieldKey: 'start', interval: 'month' },
    metric: { function: 'count_rows' },
    ...more,
  });
  const count = { alias: 'n', function: 'count_rows' };
  const widget = (more: object) => ({ id: 'w', title: 'W', type: 'table', metrics: [count], ...more });
  const dashboard = (...widgets: object[]) => ({ renderer: 'dashboard', widgets });
  const only = (more: object) => dashboard(widget(more));
  const texted =
    (names: [field: string, operator: string]) =>
    (value: unknown, operator = 'eq') => ({
      [names[0]]: 'f0',
      [names[1]]: operator,
      value,
    });
  const saved = texted(['fieldKey', 'op']);
  const typed = texted(['field', 'operator']);
  /** A condition within alternatives nested this deep. */
  const nested = (depth: number, condition: object): object =>
    depth === 0 ? condition : { [depth % 2 ? 'or' : 'and']: [nested(depth - 1, condition)] };
  const tooDeep = (path: string, ...keys: string[]) => [...keys, 'or'].map((key) => `${path}/0/or/0/and/0/${key}`);
  const values = (size: number) => times(size, (n) => `v${n}`);

  const sizes: Sized[] = [
    ['the name', 300, (size) => table({ name: 'x'.repeat(size) }), '/name'],
    ['the name in characters of two units', 300, (size) => table({ name: '😀'.repeat(size) }), '/name'],
    ['the columns', 200, (size) => table({ columns: keys(size) }), '/columns'],
    ['the order of a table', 8, (size) => table({ sort: sortBy(size) }), '/sort'],
    ['the order of a board', 8, (size) => board({ sort: sortBy(size) }), '/sort'],
    ['the fields of a card', 200, (size) => board({ cardFieldKeys: keys(size) }), '/cardFieldKeys'],
    [
      'the fields in a calendar',
      200,
      (size) => ({ renderer: 'calendar', dateFieldKey: 'start', cardFieldKeys: keys(size) }),
      '/cardFieldKeys',
    ],
    [
      'the fields in a timeline',
      200,
      (size) => ({ renderer: 'timeline', startFieldKey: 'start', endFieldKey: 'finish', cardFieldKeys: keys(size) }),
      '/cardFieldKeys',
    ],
    ['the rows of a pivot table', 8, (size) => pivot({ rowFieldKeys: keys(size) }), '/rowFieldKeys'],
    [
      'the periods of a pivot table',
      60,
      (size) => pivot({ period: { fieldKey: 'start', interval: 'day', count: size } }),
      '/period/count',
    ],
    ['the widgets', 50, (size) => dashboard(...times(size, (n) => widget({ id: `w${n}` }))), '/widgets'],
    ['the ID of a widget', 64, (size) => only({ id: 'w'.repeat(size) }), '/widgets/0/id'],
    ['the title of a widget', 300, (size) => only({ title: '😀'.repeat(size) }), '/widgets/0/title'],
    ['the groups of a widget', 8, (size) => only({ groupBy: keys(size) }), '/widgets/0/groupBy'],
    [
      'the order of a widget',
      8,
      (size) => only({ groupBy: keys(8), orderBy: times(size, (n) => ({ field: `f${n % 8}`, direction: 'asc' })) }),
      '/widgets/0/orderBy',
    ],
    [
      'the metrics of a widget',
      20,
      (size) => only({ metrics: times(size, (n) => ({ ...count, alias: `n${n}` })) }),
      '/widgets/0/metrics',
    ],
    [
      'an alias',
      63,
      (size) => only({ metrics: [{ ...count, alias: 'n'.repeat(size) }] }),
      '/widgets/0/metrics/0/alias',
    ],
    ['the limit of a widget', 1_000, (limit) => only({ limit }), '/widgets/0/limit'],
    ['its conditions', 50, (size) => table({ filters: values(size).map((value) => saved(value)) }), '/filters'],
    [
      'its conditions, nested',
      50,
      (size) => table({ filters: [{ or: [{ and: values(size).map((value) => saved(value)) }] }] }),
      '/filters',
    ],
    ['the values of a condition', 200, (size) => table({ filters: [saved(values(size), 'in')] }), '/filters/0/value'],
    [
      'the depth of its conditions',
      2,
      (depth) => table({ filters: [nested(depth, saved('v'))] }),
      tooDeep('/filters', 'fieldKey', 'op'),
    ],
    [
      'the conditions of a widget',
      50,
      (size) => only({ filters: values(size).map((value) => typed(value)) }),
      '/widgets/0/filters',
    ],
    [
      'the values of a condition of a widget',
      200,
      (size) => only({ filters: [typed(values(size), 'not_in')] }),
      '/widgets/0/filters/0/value',
    ],
    [
      'the depth of the conditions of a widget',
      2,
      (depth) => only({ filters: [nested(depth, typed('v'))] }),
      tooDeep('/widgets/0/filters', 'field', 'operator'),
    ],
  ];

  const definition = (body: object) => ({ name: 'View', objectTypeId, ...body });
  const viewOf = ({ body }: Reply) => (body as unknown as { view: SavedView }).view;

  test.each(sizes)('%s may come to %d, and no more', async (_what, most, body, path) => {
    const create = (size: number) => send('POST /channels/general/views', definition(body(size)));
    const view = viewOf(fitting(await create(most)));
    expect(view.definition).toEqual(definition(body(most)));
    await onePast(() => create(most + 1), path);
    const change = (size: number) =>
      send(`PATCH /channels/general/views/${view.id}`, {
        ...definition(body(size)),
        expectedCurrentVersionId: view.currentVersionId,
      });
    await onePast(() => change(most + 1), path);
    expect(viewOf(fitting(await change(most))).definition).toEqual(definition(body(most)));
  });

  test('the slug has at most 64 characters, a number behind it included', async () => {
    const slugOf = async (name: string) =>
      (await savedView(gateway.admin, 'general', { name, objectTypeId, renderer: 'table' })).slug;
    expect(await slugOf('a'.repeat(64))).toBe('a'.repeat(64));
    expect(await slugOf('b'.repeat(65))).toBe('b'.repeat(64));
    expect(await slugOf(`${'c'.repeat(63)} ccc`)).toBe('c'.repeat(63));
    expect(await slugOf('a'.repeat(64))).toBe(`${'a'.repeat(58)}-2`);
    expect(await slugOf('a'.repeat(300))).toBe(`${'a'.repeat(58)}-3`);
    const path = `/channels/general/views/${'a'.repeat(64)}`;
    expect((await gateway.admin.call(`GET ${path}`)).status).toBe(200);
  });
});

test('a name of 300 characters finds nothing, a longer one is none', async () => {
  const ask = (size: number) => gateway.admin.call(`GET /channels/general/views/${'v'.repeat(size)}`);
  expect((await ask(limits.title)).status).toBe(404);
  expect((await ask(limits.title + 1)).status).toBe(400);
});
