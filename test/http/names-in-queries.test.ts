import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');
const channel = 'news';
const target = () => ({ mode: 'deterministic', channelId: channel, objectTypeId: id });
const query = async (asked: object) => (await will().done('POST /queries', { ...target(), ...asked })).data;
const refused = async (asked: object, code: 'ambiguous' | 'invalid_request', path: string) =>
  expectProblem(await will().call('POST /queries', { ...target(), ...asked }), code, [path]);

const fields: FieldInput[] = [
  {
    key: 'stage',
    label: 'Phase',
    type: 'select',
    options: {
      choices: [
        { key: 'open', label: 'Wide open' },
        { key: 'won', label: 'Closed' },
      ],
    },
  },
  { key: 'amount', label: 'Deal value', type: 'number' },
  { key: 'closed_on', label: 'Closed on', type: 'date' },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'kind', label: 'Created', type: 'text' },
];
let id = '';

beforeAll(async () => {
  const [ned, rita] = [people.idOf('ned'), people.idOf('rita')];
  const month = '2026-05-02';
  id = (
    await newDataSet(people.dataFolder, channel, 'Deals', fields, [
      { title: 'One', values: { stage: 'won', amount: 5, closed_on: month, owner: ned } },
      { title: 'Two', values: { stage: 'open', amount: 7, closed_on: month, owner: rita } },
      { title: 'Three', values: { stage: 'won', amount: 11, closed_on: '2026-06-01', owner: ned } },
    ])
  ).id;
  await inStorage(people.dataFolder, async (db) => {
    for (const [name, called] of [
      ['ned', 'Ned Núñez'],
      ['lea', 'Lea Far'],
    ] as const)
      await db.updateTable('users').set({ name: called }).where('id', '=', people.idOf(name)).execute();
  });
});

describe('a typed query of records', () => {
  test('is filtered, ordered and shown by labels, and answers with keys', async () => {
    const asked = {
      operation: 'records',
      fields: ['id', 'title', 'DEAL VALUE', 'phase'],
      filters: [
        { field: 'Phase', operator: 'eq', value: 'CLOSED' },
        { and: [{ or: [{ field: 'owner', operator: 'eq', value: 'ned nunez' }] }] },
      ],
      orderBy: [{ field: 'Deal value', direction: 'desc' }],
    };
    const { columns, rows } = await query(asked);
    expect(columns!.map(({ key }) => key)).toEqual(['id', 'title', 'stage', 'amount']);
    expect(rows!.map(({ title, amount }) => [title, amount])).toEqual([
      ['Three', 11],
      ['One', 5],
    ]);
  });

  test('goes on behind its cursor by label or by key', async () => {
    const page = (field: string, more: object = {}) =>
      will().done('POST /queries', {
        ...target(),
        operation: 'records',
        limit: 2,
        orderBy: [{ field, direction: 'asc' }],
        ...more,
      });
    const { nextCursor } = await page('Deal value');
    for (const field of ['deal VALUE', 'amount']) {
      const { data } = await page(field, { cursor: nextCursor });
      expect(data.rows!.map(({ title }) => title)).toEqual(['Three']);
    }
  });

  test('is refused where a label is of several fields, one of which every record has', async () => {
    const filters = [{ or: [{ field: 'created', operator: 'is_empty' }] }];
    const { candidates } = await refused({ operation: 'records', filters }, 'ambiguous', '/filters/0/or/0/field');
    expect(candidates!.map(({ key }) => key)).toEqual(['kind', 'created_at']);
    const orderBy = [{ field: 'CREATED', direction: 'asc' }];
    await refused({ operation: 'records', orderBy }, 'ambiguous', '/orderBy/0/field');
    await refused({ operation: 'records', fields: ['Created'] }, 'ambiguous', '/fields/0');
    const own = [{ field: 'Created by', operator: 'eq', value: 'ned@workspace.test' }];
    expect((await query({ operation: 'records', filters: own })).rows).toEqual([]);
  });

  test('is refused where nobody, no field and no choice is so called', async () => {
    const filtered = (field: string, operator: string, value: unknown) => ({
      operation: 'records',
      filters: [{ field, operator, value }],
    });
    await refused(filtered('Nothing', 'eq', 'x'), 'invalid_request', '/filters/0/field');
    for (const name of ['constructor', '__proto__', ''])
      await refused(filtered(name, 'eq', 'x'), 'invalid_request', '/filters/0/field');
    await refused(filtered('Phase', 'in', ['Closed', 'none']), 'invalid_request', '/filters/0/value/1');
    const { candidates } = await refused(filtered('owner', 'in', ['ned']), 'invalid_request', '/filters/0/value/0');
    expect(candidates!.map(({ name }) => name)).toEqual(['Ned Núñez']);
    const hidden = await refused(filtered('owner', 'eq', 'Lea Far'), 'invalid_request', '/filters/0/value');
    expect(hidden.candidates).toBeUndefined();
    expect((await query(filtered('owner', 'eq', people.idOf('lea')))).rows).toEqual([]);
  });
});

describe('figures', () => {
  test('are grouped, counted and ordered by labels', async () => {
    const metrics = [
      { alias: 'sum', function: 'sum', field: 'DEAL value' },
      { alias: 'won', function: 'count_rows', filters: [{ field: 'Phase', operator: 'eq', value: 'closed' }] },
    ];
    const groupBy = ['phase', { field: 'Closed ON', interval: 'month' }];
    const orderBy = [
      { field: 'Closed on', direction: 'desc' },
      { field: 'Phase', direction: 'desc' },
    ];
    const { columns, rows } = await query({ operation: 'aggregate', groupBy, metrics, orderBy });
    expect(columns!.map(({ key }) => key)).toEqual(['stage', 'closed_on_month', 'sum', 'won']);
    expect(rows).toEqual([
      { stage: 'won', closed_on_month: '2026-06', sum: 11, won: 1 },
      { stage: 'won', closed_on_month: '2026-05', sum: 5, won: 1 },
      { stage: 'open', closed_on_month: '2026-05', sum: 7, won: 0 },
    ]);
  });

  test('are ordered by an alias before a label', async () => {
    const metrics = [{ alias: 'Phase', function: 'sum', field: 'amount' }];
    const orderBy = [{ field: 'Phase', direction: 'asc' }];
    const { rows } = await query({ operation: 'aggregate', groupBy: ['stage'], metrics, orderBy });
    expect(rows!.map(({ stage }) => stage)).toEqual(['open', 'won']);
  });

  test('name a field once, and know it', async () => {
    const aggregate = { operation: 'aggregate', metrics: [{ alias: 'n', function: 'count_rows' }] };
    await refused({ ...aggregate, groupBy: ['stage', 'PHASE'] }, 'invalid_request', '/groupBy/1');
    await refused({ ...aggregate, groupBy: ['Created'] }, 'ambiguous', '/groupBy/0');
    const metrics = [{ alias: 'n', function: 'sum', field: 'Deal' }];
    await refused({ ...aggregate, metrics }, 'invalid_request', '/metrics/0/field');
  });

  test('of a sheet name its columns by their headers', async () => {
    const content = 'Deal Name,Net Amount\nOne,5\nTwo,7\n';
    const key = { 'idempotency-key': 'sheet' };
    const { artifact } = await will().done('POST /artifacts', { kind: 'csv', title: 'Deals', content }, key);
    const asked = {
      mode: 'deterministic',
      artifactId: artifact.id,
      operation: 'aggregate',
      metrics: [{ alias: 'sum', function: 'sum', field: 'Net amount' }],
      filters: [{ field: 'DEAL NAME', operator: 'neq', value: 'One' }],
    };
    expect((await will().done('POST /queries', asked)).data.rows).toEqual([{ sum: 7 }]);
  });
});

describe('a View', () => {
  const saved = (definition: object) =>
    savedView(will(), channel, { name: 'By label', objectTypeId: id, ...definition });

  test.each<[renderer: string, given: object, stored: object]>([
    [
      'table',
      {
        columns: ['Deal value', 'stage'],
        sort: [{ fieldKey: 'Deal Value', direction: 'desc' }],
        filters: [{ fieldKey: 'PHASE', op: 'in', value: ['Closed'] }],
      },
      {
        columns: ['amount', 'stage'],
        sort: [{ fieldKey: 'amount', direction: 'desc' }],
        filters: [{ fieldKey: 'stage', op: 'in', value: ['won'] }],
      },
    ],
    [
      'board',
      { groupByFieldKey: 'Phase', cardFieldKeys: ['Closed on'] },
      { groupByFieldKey: 'stage', cardFieldKeys: ['closed_on'] },
    ],
    [
      'calendar',
      { dateFieldKey: 'Closed on', endDateFieldKey: 'CLOSED ON' },
      { dateFieldKey: 'closed_on', endDateFieldKey: 'closed_on' },
    ],
    [
      'timeline',
      { startFieldKey: 'Closed on', endFieldKey: 'closed on', groupByFieldKey: 'Owner' },
      { startFieldKey: 'closed_on', endFieldKey: 'closed_on', groupByFieldKey: 'owner' },
    ],
    [
      'pivot_table',
      {
        rowFieldKeys: ['PHASE'],
        period: { fieldKey: 'Closed on', interval: 'month' },
        metric: { function: 'sum', field: 'Deal value' },
      },
      {
        rowFieldKeys: ['stage'],
        period: { fieldKey: 'closed_on', interval: 'month' },
        metric: { function: 'sum', field: 'amount' },
      },
    ],
    [
      'dashboard',
      {
        widgets: [
          {
            id: 'w',
            title: 'W',
            type: 'bar',
            groupBy: ['Phase'],
            metrics: [{ alias: 'sum', function: 'sum', field: 'Deal value' }],
            orderBy: [{ field: 'Phase', direction: 'asc' }],
          },
        ],
      },
      {
        widgets: [
          {
            id: 'w',
            title: 'W',
            type: 'bar',
            groupBy: ['stage'],
            metrics: [{ alias: 'sum', function: 'sum', field: 'amount' }],
            orderBy: [{ field: 'stage', direction: 'asc' }],
          },
        ],
      },
    ],
  ])('of the renderer %s is defined by labels, and stored by keys', async (renderer, given, stored) => {
    const view = await saved({ renderer, ...given });
    const byKey = await saved({ renderer, ...stored });
    expect(JSON.stringify(view.definition)).toBe(JSON.stringify(byKey.definition));
    const update = { ...view.definition, ...given, expectedCurrentVersionId: view.currentVersionId };
    const { view: next } = await will().done(`PATCH /channels/${channel}/views/${view.id}`, update);
    expect(next.definition).toEqual(view.definition);
    expect(next.versionNumber).toBe(2);
  });

  test('stores the choices and people of its filters by key and ID', async () => {
    const filters = [
      { fieldKey: 'PHASE', op: 'in', value: ['Closed'] },
      { or: [{ fieldKey: 'Owner', op: 'eq', value: 'Ned Núñez' }] },
    ];
    const view = await saved({ renderer: 'table', filters });
    expect(view.definition.filters).toEqual([
      { fieldKey: 'stage', op: 'in', value: ['won'] },
      { or: [{ fieldKey: 'owner', op: 'eq', value: people.idOf('ned') }] },
    ]);
  });

  test('is read with filters and fields by label', async () => {
    const { id: view } = await saved({ renderer: 'table' });
    const filters = [{ fieldKey: 'Phase', op: 'eq', value: 'wide open' }];
    const { records } = await viewData(will(), channel, view, { filters, fields: ['Deal value'] });
    expect(records!.map(({ title, values }) => [title, values])).toEqual([['Two', { amount: 7 }]]);
    const asked = encodeURIComponent(JSON.stringify(filters));
    expect((await will().done(`GET /channels/${channel}/views/${view}/anchors?filters=${asked}`)).count).toBe(1);
    const byQuery = [{ field: 'Phase', operator: 'eq', value: 'wide open' }];
    expect(
      (await query({ operation: 'view', viewId: view, objectTypeId: undefined, filters: byQuery })).rows,
    ).toHaveLength(1);
    const csv = await will().call(
      `GET /channels/${channel}/data-sets/${id}/export?filters=${encodeURIComponent(JSON.stringify(byQuery))}`,
    );
    expect(csv.bytes.toString().trim().split('\n')).toHaveLength(2);
  });

  test('is refused where a label is of several fields or of none', async () => {
    const ask = (definition: object) =>
      will().call(`POST /channels/${channel}/views`, {
        name: 'No',
        objectTypeId: id,
        renderer: 'table',
        ...definition,
      });
    expectProblem(await ask({ columns: ['stage', 'created'] }), 'ambiguous', ['/columns/1']);
    expectProblem(await ask({ columns: ['stage', 'Nothing'] }), 'invalid_request', ['/columns/1']);
    const sort = [{ fieldKey: 'Created', direction: 'asc' }];
    expectProblem(await ask({ sort }), 'ambiguous', ['/sort/0/fieldKey']);
    const filters = [{ fieldKey: 'Owner', op: 'eq', value: 'Lea Far' }];
    expectProblem(await ask({ filters }), 'invalid_request', ['/filters/0/value']);
  });
});

describe('a change of a Data Set', () => {
  const changed = (change: object) => will().call(`PATCH /channels/${channel}/data-sets/${of}`, { fields: [change] });
  let of = '';
  beforeAll(async () => {
    of = (await newDataSet(people.dataFolder, channel, 'Changing', fields, [{ title: 'One' }])).id;
  });
  const own = async () => {
    const { dataSet } = await will().done(`GET /channels/${channel}/data-sets/${of}`);
    return new Map(dataSet.fields.map((field) => [field.key, field]));
  };

  test('names a field by its label', async () => {
    const choices = [{ key: 'late', label: 'Late' }];
    expect((await changed({ key: 'PHASE', label: 'Step', options: { choices } })).status).toBe(200);
    const stage = (await own()).get('stage')!;
    expect(stage.label).toBe('Step');
    expect(stage.options!.choices!.map(({ key }) => key)).toEqual(['open', 'won', 'late']);
    expectProblem(await changed({ key: 'Deal value', required: true }), 'invalid_request', ['/fields/0/required']);
  });

  test('adds a field whose key is the label of another, when it has a type', async () => {
    expectProblem(await changed({ key: 'owner', type: 'text' }), 'invalid_request', ['/fields/0/type']);
    expect((await changed({ key: 'created', type: 'text' })).status).toBe(200);
    expect((await own()).get('created')!.label).toBe('created');
    expect((await own()).get('kind')!.label).toBe('Created');
  });

  test('is refused where a label is of several fields, of none, or given beside its key', async () => {
    expectProblem(await changed({ key: 'CREATED', label: 'x' }), 'ambiguous', ['/fields/0/key']);
    const unknown = expectProblem(await changed({ key: 'No field', type: 'text' }), 'invalid_request', [
      '/fields/0/key',
    ]);
    expect(unknown.errors![0]!.message).toMatch(
      /^names no field of this Data Set; the key of a new one must be 1 to 63/,
    );
    expectProblem(await changed({ key: 'updated_at', type: 'text' }), 'invalid_request', ['/fields/0/key']);
    const twice = [{ key: 'amount' }, { key: 'Deal value' }];
    const reply = await will().call(`PATCH /channels/${channel}/data-sets/${of}`, { fields: twice });
    expectProblem(reply, 'invalid_request', ['/fields/1/key']);
  });
});
