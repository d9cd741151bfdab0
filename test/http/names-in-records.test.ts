import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');
const deals = recordsIn('news', will);
const batch = (parts: object, headers?: Record<string, string>) =>
  will().call('POST /channels/news/records/batch', { objectTypeId: id, ...parts }, headers);
const written = async (parts: object) => {
  const { records } = await will().done('POST /channels/news/records/batch', { objectTypeId: id, ...parts });
  return Promise.all(records.map(async (record) => (await deals.get(record.id)).body.record.values));
};

const longest = 'ü'.repeat(limits.title);
const fields: FieldInput[] = [
  {
    key: 'stage',
    label: 'Phase',
    type: 'select',
    options: {
      choices: [
        { key: 'open', label: 'Wide Open' },
        { key: 'won', label: 'Lost' },
        { key: 'lost', label: 'Gone' },
        { key: 'a', label: 'Twice' },
        { key: 'b', label: 'twice' },
        { key: 'constructor', label: '__proto__' },
      ],
    },
  },
  { key: 'tags', label: 'Étiquettes', type: 'multi_select', options: { choices: [{ key: 'x', label: 'Big deal' }] } },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'value', label: 'Stage', type: 'text' },
  { key: 'one', label: 'Same', type: 'text' },
  { key: 'two', label: 'SAME', type: 'text' },
  { key: 'odd', label: 'toString', type: 'text' },
  { key: 'heading', label: 'Title', type: 'text' },
  { key: 'long', label: longest, type: 'text' },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'team', label: 'The team', type: 'user', multiple: true },
];
let id = '';

beforeAll(async () => {
  id = (await emptyDataSet(people.dataFolder, 'news', { name: 'Deals', fields })).id;
  await inStorage(people.dataFolder, async (db) => {
    const called = { ned: 'Ned Núñez', rita: 'Rita Ray', mia: 'Rita Ray', lea: 'Lea Far' } as const;
    for (const [name, title] of Object.entries(called))
      await db
        .updateTable('users')
        .set({ name: title })
        .where('id', '=', people.idOf(name as 'ned'))
        .execute();
  });
});

describe('a field of a record', () => {
  test.each(['amount', 'Amount', 'AMOUNT'])('is named as %s, and answered by its key', async (name) => {
    const record = await deals.created(id, 'One', { [name]: 5 });
    expect(record.values).toEqual({ amount: 5 });
    const { body } = await deals.update(record.id, { values: { [name]: 6 } });
    expect(body.record.values).toEqual({ amount: 6 });
  });

  test('is found by its key before another is by its label, and without its marks', async () => {
    const { values } = await deals.created(id, 'One', { stage: 'open', Stage: 'text', etiquettes: ['x'] });
    expect(values).toEqual({ stage: 'open', value: 'text', tags: ['x'] });
  });

  test('whose label several have is refused with their keys, and nothing is stored', async () => {
    const before = await traces(people.dataFolder);
    const problem = expectProblem(await deals.create(id, 'One', { same: 'x' }), 'ambiguous', ['/values/same']);
    expect(problem.candidates).toEqual([
      { id: 'one', key: 'one', name: 'Same' },
      { id: 'two', key: 'two', name: 'SAME' },
    ]);
    const create = [{ title: 'Fine' }, { title: 'One', values: { SAME: 'x' } }];
    expectProblem(await batch({ create }), 'ambiguous', ['/create/1/values/SAME']);
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('that is given twice is refused at the second name', async () => {
    for (const [values, path] of [
      [{ amount: 1, Amount: 1 }, '/values/Amount'],
      [{ Amount: 1, amount: 1 }, '/values/amount'],
      [{ Amount: 1, AMOUNT: 1 }, '/values/AMOUNT'],
    ] as const)
      expectProblem(await deals.create(id, 'One', values), 'invalid_request', [path]);
  });

  test('may be called as what objects have', async () => {
    const values = { ToString: 'odd', stage: '__PROTO__' };
    expect((await deals.created(id, 'One', values)).values).toEqual({ stage: 'constructor', odd: 'odd' });
    for (const name of ['constructor', 'valueOf', 'hasOwnProperty', ''])
      expectProblem(await deals.create(id, 'One', { [name]: 'x' }), 'invalid_request', [`/values/${name}`]);
  });

  test('has a label of 300 characters; a longer name is unknown', async () => {
    expect((await deals.created(id, 'One', { [longest.toUpperCase()]: 'x' })).values).toEqual({ long: 'x' });
    const { errors } = expectProblem(await deals.create(id, 'One', { [`${longest}ü`]: 'x' }), 'invalid_request');
    expect(errors![0]!.message).toContain('is not a field of this Data Set');
  });

  test('is not a field that every record has, unless by its own label', async () => {
    for (const name of ['title', 'created_by', 'Created by', 'id'])
      expectProblem(await deals.create(id, 'One', { [name]: 'x' }), 'invalid_request', [`/values/${name}`]);
    expect((await deals.created(id, 'One', { Title: 'x' })).values).toEqual({ heading: 'x' });
  });

  test('is named by mistakes as the request names it', async () => {
    const values = { Amount: 'many', 'the TEAM': ['usr_x'], stage: 'none', foo: 1 };
    const paths = ['/values/Amount', '/values/the TEAM', '/values/stage', '/values/foo'];
    expectProblem(await deals.create(id, 'One', values), 'invalid_request', paths);
    const create = [
      { title: 'One', values: { amount: 1 } },
      { title: 'Two', values: { Amount: 'x', stage: 'x' } },
    ];
    const problem = expectProblem(await batch({ create }), 'invalid_values', [
      '/create/1/values/Amount',
      '/create/1/values/stage',
    ]);
    expect(problem.detail).toContain('/create/1/values/Amount');
  });
});

describe('a batch', () => {
  test('names fields by label in creations, updates and upserts', async () => {
    const record = await deals.created(id, 'One', { amount: 1 });
    const upsert = { matchFieldKey: 'Amount', records: [{ title: 'Two', values: { Amount: 77, PHASE: 'Gone' } }] };
    const parts = {
      create: [{ title: 'New', values: { Phase: 'wide open' } }],
      update: [{ id: record.id, values: { AMOUNT: 2 } }],
      upsert,
    };
    const now = [{ stage: 'open' }, { amount: 2 }, { amount: 77, stage: 'lost' }];
    expect(await written(parts)).toEqual(now);
    expect(await written({ upsert })).toEqual([now[2]]);
    const fresh = { title: 'Three', values: { Amount: 78 } };
    const twice = { ...upsert, records: [fresh, fresh] };
    expectProblem(await batch({ upsert: twice }), 'invalid_values', ['/upsert/records/1/values/Amount']);
    const ambiguous = { ...upsert, matchFieldKey: 'same' };
    expectProblem(await batch({ upsert: ambiguous }), 'ambiguous', ['/upsert/matchFieldKey']);
    const unknown = { ...upsert, matchFieldKey: 'None of these' };
    expectProblem(await batch({ upsert: unknown }), 'invalid_request', ['/upsert/matchFieldKey']);
  });

  test('of a filter names fields, choices and people as it likes', async () => {
    await deals.created(id, 'Filtered', { value: 'by label', owner: people.idOf('ned') });
    const filters = [
      { field: 'STAGE', operator: 'eq', value: 'by label' },
      { or: [{ field: 'Owner', operator: 'in', value: ['NED NUNEZ'] }] },
    ];
    const update = { objectTypeId: id, filters, values: { Phase: 'gone' }, expectedCount: 1 };
    const { records } = await will().done('POST /channels/news/records/update', update);
    expect((await deals.get(records[0]!.id)).body.record.values.stage).toBe('lost');
    const wrong = { ...update, values: { Amount: 'x' } };
    expectProblem(await will().call('POST /channels/news/records/update', wrong), 'invalid_values', ['/values/Amount']);
  });

  test('that is sent again replays its answer, whatever its labels name by then', async () => {
    const own: FieldInput[] = [{ key: 'note', label: 'Note', type: 'text' }];
    const { id: objectTypeId } = await emptyDataSet(people.dataFolder, 'news', { name: 'Renamed', fields: own });
    const parts = { objectTypeId, create: [{ title: 'One', values: { Note: 'x' } }] };
    const sent = (body: object) => batch(body, { 'idempotency-key': 'labels' });
    const first = await sent(parts);
    const change = { fields: [{ key: 'note', label: 'Remark' }] };
    await will().done(`PATCH /channels/news/data-sets/${objectTypeId}`, change);
    const again = await sent(parts);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const byKey = { objectTypeId, create: [{ title: 'One', values: { note: 'x' } }] };
    expectProblem(await sent(byKey), 'idempotency_key_reused');
  });
});

describe('a choice', () => {
  test.each([
    ['open', 'open'],
    ['Wide Open', 'open'],
    ['WIDE OPEN', 'open'],
    ['lost', 'lost'],
    ['LOST', 'won'],
  ])('named %s is %s: a key goes before a label', async (name, key) => {
    expect((await deals.created(id, 'One', { stage: name })).values).toEqual({ stage: key });
  });

  test('of several values is named in a list', async () => {
    expect((await deals.created(id, 'One', { tags: ['BIG DEAL', 'x'] })).values).toEqual({ tags: ['x'] });
  });

  test('whose label several have is refused with their keys; an unknown one with some that there are', async () => {
    const problem = expectProblem(await deals.create(id, 'One', { Phase: 'TWICE' }), 'ambiguous', ['/values/Phase']);
    expect(problem.candidates!.map(({ key }) => key)).toEqual(['a', 'b']);
    const unknown = expectProblem(await deals.create(id, 'One', { Phase: 'won!' }), 'invalid_values', [
      '/values/Phase',
    ]);
    expect(unknown.errors![0]!.message).toBe('must be one of its choices: open, won, lost, a, b, constructor');
  });
});

describe('a person in a value', () => {
  test.each(['Ned Núñez', 'ned nunez', 'ned@workspace.test', 'NED@workspace.test'])('is named as %s', async (name) => {
    const ned = people.idOf('ned');
    expect((await deals.created(id, 'One', { Owner: name, team: [name, ned] })).values).toEqual({
      owner: ned,
      team: [ned],
    });
  });

  test('is named in each record of a batch', async () => {
    const create = [
      { title: 'One', values: { owner: 'Ned Núñez' } },
      { title: 'Two', values: { owner: 'rita@workspace.test', team: ['NED NÚÑEZ', people.idOf('mia')] } },
    ];
    const [ned, rita, mia] = (['ned', 'rita', 'mia'] as const).map((name) => people.idOf(name));
    expect(await written({ create })).toEqual([{ owner: ned }, { owner: rita, team: [ned, mia] }]);
  });

  test('whose name two have is refused with their addresses', async () => {
    const { candidates } = expectProblem(await deals.create(id, 'One', { team: ['rita ray'] }), 'ambiguous', [
      '/values/team/0',
    ]);
    expect(new Set(candidates!.map(({ key }) => key))).toEqual(new Set(['rita@workspace.test', 'mia@workspace.test']));
  });

  test('who is unknown is refused, with those whose names begin so', async () => {
    const values = { Owner: 'ned', team: [people.idOf('ned'), 'Nobody'] };
    const problem = expectProblem(await deals.create(id, 'One', values), 'invalid_values', [
      '/values/Owner',
      '/values/team/1',
    ]);
    expect(problem.candidates).toEqual([{ id: people.idOf('ned'), key: 'ned@workspace.test', name: 'Ned Núñez' }]);
  });

  test('of another organisation answers as one that there is not', async () => {
    const told = async (name: string) => {
      const { requestId: _, ...problem } = expectProblem(
        await deals.create(id, 'One', { owner: name }),
        'invalid_values',
        ['/values/owner'],
      );
      return problem;
    };
    const unknown = await told('Nobody');
    for (const name of ['Lea Far', 'lea@workspace.test', 'Lea']) expect(await told(name)).toEqual(unknown);
    expect(unknown.candidates).toBeUndefined();
  });

  test('who was removed has an ID alone', async () => {
    await inStorage(people.dataFolder, async (db) => {
      const row = { id: 'usr_gone', name: 'Gone Girl', email: 'gone@workspace.test', role: 'member' } as const;
      const { organization_id } = await db
        .selectFrom('users')
        .select('organization_id')
        .where('id', '=', people.idOf('ned'))
        .executeTakeFirstOrThrow();
      const now = new Date().toISOString();
      await db
        .insertInto('users')
        .values({ ...row, organization_id, created_at: now, removed_at: now })
        .execute();
    });
    expect((await deals.created(id, 'One', { owner: 'usr_gone' })).values).toEqual({ owner: 'usr_gone' });
    for (const owner of ['Gone Girl', 'gone@workspace.test'])
      expectProblem(await deals.create(id, 'One', { owner }), 'invalid_values', ['/values/owner']);
  });
});

test('after all of this the folder is sound', () => expectSound(people.dataFolder));
