import { beforeAll, describe, expect, test } from 'vitest';
import { changedDataSet, madeDataSet as made } from '../support/data-sets.ts';
import { importRows, ownFields, recordsOf, refused } from '../support/imports.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');
const changed = (id: string, body: object) => changedDataSet(will(), 'news', id, body);

describe('a change', () => {
  let id: string;
  beforeAll(async () => {
    const fields = [
      { key: 'name', type: 'text' },
      { key: 'stage', type: 'select', options: { choices: [{ key: 'won', color: 'green' }, { key: 'lost' }] } },
      { key: 'price', type: 'currency', options: { currencyCode: 'EUR' } },
      { key: 'people', type: 'user', multiple: true },
    ];
    id = (await made(will(), 'news', { name: 'Changing', fields })).objectTypeId;
    await importRows(will(), 'news', id, 'name,stage\nAda,lost\nBob,won\n,\n');
  });

  test('renames, describes and leaves the rest', async () => {
    const before = await changed(id, {});
    const after = await changed(id, { name: 'Renamed', description: 'x' });
    expect(after).toEqual({ ...before, name: 'Renamed', description: 'x' });
  });

  test('adds a field, which no record has yet, behind the others', async () => {
    const after = await changed(id, { fields: [{ key: 'note', label: 'Note', type: 'long_text' }] });
    expect(ownFields(after).map(({ key }) => key)).toEqual(['name', 'stage', 'price', 'people', 'note']);
    expect((await recordsOf(will(), 'news', id))[0]).toEqual({ title: 'Ada', name: 'Ada', stage: 'lost' });
    await importRows(will(), 'news', id, 'name,Note\nEve,hello\n');
    expect((await recordsOf(will(), 'news', id)).at(-1)).toEqual({ title: 'Eve', name: 'Eve', note: 'hello' });
  });

  test('relabels choices and appends new ones; every record keeps its own', async () => {
    const listed = [{ key: 'open' }, { key: 'lost', label: 'Lost!', color: '#ff0000' }];
    const after = await changed(id, {
      fields: [{ key: 'stage', label: 'Stage', type: 'select', options: { choices: listed } }],
    });
    expect(ownFields(after)[1]).toMatchObject({
      label: 'Stage',
      options: {
        choices: [
          { key: 'won', label: 'won', color: 'green' },
          { key: 'lost', label: 'Lost!', color: '#ff0000' },
          { key: 'open', label: 'open' },
        ],
      },
    });
    expect((await recordsOf(will(), 'news', id)).slice(0, 2).map(({ stage }) => stage)).toEqual(['lost', 'won']);
    await importRows(will(), 'news', id, 'name,stage\nIda,Lost!\nIvo,open\n');
    expect((await recordsOf(will(), 'news', id)).slice(-2).map(({ stage }) => stage)).toEqual(['lost', 'open']);
  });

  test.each<[what: string, field: object, path: string]>([
    ['changes a type', { key: 'name', type: 'long_text' }, '/fields/0/type'],
    ['makes a list of a value', { key: 'people', type: 'user', multiple: false }, '/fields/0/multiple'],
    [
      'changes a currency',
      { key: 'price', type: 'currency', options: { currencyCode: 'USD' } },
      '/fields/0/options/currencyCode',
    ],
    ['requires what some lack', { key: 'name', type: 'text', required: true }, '/fields/0/required'],
    ['requires what is new', { key: 'fresh', type: 'text', required: true }, '/fields/0/required'],
    ['adds a reserved key', { key: 'title', type: 'text' }, '/fields/0/key'],
    [
      'points nowhere',
      { key: 'other', type: 'record', options: { objectTypeId: 'ot_1' } },
      '/fields/0/options/objectTypeId',
    ],
  ])('is refused when it %s', async (_what, field, path) => {
    const before = await changed(id, {});
    const ask = () => will().call(`PATCH /channels/news/data-sets/${id}`, { name: 'Not kept', fields: [field] });
    await refused(people.dataFolder, ask, 'invalid_request', [path]);
    expect(await changed(id, {})).toEqual(before);
  });

  test('requires what all have, and frees it again', async () => {
    const { objectTypeId } = await made(will(), 'news', { name: 'Strict', fields: [{ key: 'name', type: 'text' }] });
    await importRows(will(), 'news', objectTypeId, 'name\nAda\n');
    const required = async (value: boolean) =>
      ownFields(await changed(objectTypeId, { fields: [{ key: 'name', type: 'text', required: value }] }))[0]?.required;
    expect([await required(true), await required(false)]).toEqual([true, false]);
  });

  test('of a record field keeps its target, which may be the Data Set itself', async () => {
    const { objectTypeId } = await made(will(), 'news', { name: 'Tree' });
    const parent = { key: 'parent', type: 'record', options: { objectTypeId } };
    await changed(objectTypeId, { fields: [parent] });
    const other = { ...parent, options: { objectTypeId: id } };
    const ask = () => will().call(`PATCH /channels/news/data-sets/${objectTypeId}`, { fields: [other] });
    await refused(people.dataFolder, ask, 'invalid_request', ['/fields/0/options/objectTypeId']);
  });

  test('of a record field names its Data Set by key or name, and is refused with some that begin so', async () => {
    const { objectTypeId } = await made(will(), 'news', { name: 'Firms of ours', objectType: 'firm' });
    const to = (key: string, named: string) => ({ key, type: 'record', options: { objectTypeId: named } });
    const fields = [to('by_key', 'firm'), to('by_name', 'firms OF ours'), to('by_id', objectTypeId)];
    const staff = await made(will(), 'general', { name: 'Staff', fields: fields.slice(1) });
    const own = await made(will(), 'news', { name: 'Staff here', fields });
    for (const { options } of [...ownFields(staff), ...ownFields(own)]) expect(options).toEqual({ objectTypeId });
    const problem = expectProblem(
      await will().call('POST /channels/news/data-sets', { name: 'Wrong', fields: [to('firm', 'Firms')] }),
      'invalid_request',
    );
    expect(problem.errors![0]!.path).toBe('/fields/0/options/objectTypeId');
    expect(problem.candidates!.map(({ id }) => id)).toEqual([objectTypeId]);
  });

  test('of a record field may name the Data Set itself, when it is made and later', async () => {
    const own = (key: string) => ({ key, type: 'record', options: { objectTypeId: 'self' } });
    const { objectTypeId } = await made(will(), 'news', { name: 'Family', fields: [own('parent')] });
    const after = await changed(objectTypeId, { fields: [own('sibling'), own('parent')] });
    expect(ownFields(after).map(({ options }) => options)).toEqual([{ objectTypeId }, { objectTypeId }]);
  });

  test('needs no type of a field that is there, and keeps the options that are not named', async () => {
    const fields = [
      { key: 'price', type: 'currency', options: { currencyCode: 'EUR' } },
      { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }] } },
      { key: 'people', type: 'user', multiple: true },
    ];
    const { objectTypeId } = await made(will(), 'news', { name: 'Typeless', fields });
    const after = await changed(objectTypeId, {
      fields: [
        { key: 'price', label: 'Cost' },
        { key: 'stage', options: { choices: [{ key: 'won' }, { key: 'open', label: 'Open' }] } },
        { key: 'people', label: 'Team' },
      ],
    });
    expect(ownFields(after).map(({ label, type, multiple, options }) => ({ label, type, multiple, options }))).toEqual([
      { label: 'Cost', type: 'currency', options: { currencyCode: 'EUR' } },
      {
        label: 'stage',
        type: 'select',
        options: {
          choices: [
            { key: 'open', label: 'Open' },
            { key: 'won', label: 'won' },
          ],
        },
      },
      { label: 'Team', type: 'user', multiple: true },
    ]);
    for (const [field, path] of [
      [{ key: 'fresh' }, '/fields/0/type'],
      [{ key: 'fresh', type: 'select' }, '/fields/0/options/choices'],
      [{ key: 'price', options: { choices: [{ key: 'a' }] } }, '/fields/0/options/choices'],
      [{ key: 'stage', multiple: true }, '/fields/0/multiple'],
      [{ key: 'stage', options: { choices: [{ key: 'a' }, { key: 'a' }] } }, '/fields/0/options/choices/1/key'],
    ] as const) {
      const ask = () => will().call(`PATCH /channels/news/data-sets/${objectTypeId}`, { fields: [field] });
      await refused(people.dataFolder, ask, 'invalid_request', [path]);
    }
  });

  test('of a Data Set of a connected source adds references only', async () => {
    const { objectTypeId } = await made(will(), 'news', { name: 'Mirror', fields: [{ key: 'name', type: 'text' }] });
    await inStorage(people.dataFolder, async (tx) => {
      const { number } = await tx
        .updateTable('data_sets')
        .set({ read_only: 1 })
        .where('id', '=', objectTypeId)
        .returning('number')
        .executeTakeFirstOrThrow();
      await tx.updateTable('data_set_fields').set({ from_source: 1 }).where('data_set', '=', number).execute();
    });
    const ask = (field: object) => () =>
      will().call(`PATCH /channels/news/data-sets/${objectTypeId}`, { fields: [field] });
    await refused(people.dataFolder, ask({ key: 'note', type: 'text' }), 'invalid_request', ['/fields/0/type']);
    await refused(people.dataFolder, ask({ key: 'name', type: 'text', required: true }), 'invalid_request', [
      '/fields/0/required',
    ]);
    const references = [
      { key: 'paper', type: 'file' },
      { key: 'doc', type: 'artifact' },
      { key: 'talk', type: 'session' },
      { key: 'other', type: 'record', options: { objectTypeId: id } },
      { key: 'name', label: 'Its name', type: 'text' },
    ];
    const after = await changed(objectTypeId, { fields: references });
    expect([after.readOnly, ownFields(after).map(({ label }) => label)]).toEqual([
      true,
      ['Its name', 'paper', 'doc', 'talk', 'other'],
    ]);
  });

  test('of a Data Set of another channel, or of none, finds nothing', async () => {
    for (const path of [`board/data-sets/${id}`, 'news/data-sets/ot_1', `nowhere/data-sets/${id}`])
      await refused(people.dataFolder, () => will().call(`PATCH /channels/${path}`, { name: 'X' }), 'not_found');
  });
});

test('of two who add the same key at once one adds it; the other, of another type, is refused whole', async () => {
  const fields = [{ key: 'name', type: 'text' }];
  const { objectTypeId } = await made(will(), 'news', { name: 'Raced', fields });
  const add = (type: string, own: string) =>
    will().call(`PATCH /channels/news/data-sets/${objectTypeId}`, {
      fields: [
        { key: own, label: own, type: 'text' },
        { key: 'due', label: 'Due', type },
      ],
    });
  const answers = await Promise.all([add('date', 'first'), add('number', 'second')]);
  const lost = answers.find(({ status }) => status !== 200);
  expect(expectProblem(lost!, 'invalid_request').errors?.[0]?.path).toMatch(/^\/fields\/1/);
  const won = answers.find(({ status }) => status === 200) === answers[0] ? ['first', 'date'] : ['second', 'number'];
  const after = await changed(objectTypeId, {});
  expect(ownFields(after).map(({ key, type }) => `${key} ${type}`)).toEqual([
    'name text',
    `${won[0]} text`,
    `due ${won[1]}`,
  ]);
});
