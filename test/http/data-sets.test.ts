import { beforeAll, describe, expect, test } from 'vitest';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import { importRows, ownFields, recordsOf, refused } from '../support/imports.ts';
import { staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import type { Account } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');

async function made(by: Account, channel: string, body: object): Promise<DataSet> {
  const reply = await by.call(`POST /channels/${channel}/data-sets`, body);
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^201 /);
  return (JSON.parse(reply.bytes.toString()) as { dataSet: DataSet }).dataSet;
}

async function changed(id: string, body: object): Promise<DataSet> {
  const reply = await will().call(`PATCH /channels/news/data-sets/${id}`, body);
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^200 /);
  return (JSON.parse(reply.bytes.toString()) as { dataSet: DataSet }).dataSet;
}

const choices = (...keys: string[]) => keys.map((key) => ({ key }));
const everyType = (target: string): Record<string, unknown>[] => [
  { key: 'a_text', type: 'text', required: true },
  { key: 'a_long', type: 'long_text' },
  { key: 'a_number', label: 'Number', type: 'number', options: { decimals: 2 } },
  { key: 'a_currency', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'a_percent', type: 'percent' },
  { key: 'a_checkbox', type: 'checkbox' },
  { key: 'a_date', type: 'date' },
  { key: 'a_time', type: 'date_time' },
  {
    key: 'a_select',
    type: 'select',
    options: { choices: [{ key: 'won', label: 'Won', color: 'green' }, { key: 'Lost & "found"' }] },
  },
  { key: 'a_multi', type: 'multi_select', options: { choices: choices('x', 'y') } },
  { key: 'a_user', type: 'user', multiple: true },
  { key: 'a_url', type: 'url' },
  { key: 'a_email', type: 'email' },
  { key: 'a_phone', type: 'phone' },
  { key: 'a_record', type: 'record', multiple: false, options: { objectTypeId: target } },
  { key: 'a_file', type: 'file', multiple: true },
  { key: 'a_artifact', type: 'artifact' },
  { key: 'a_session', type: 'session' },
];

test('a Data Set has the fields that it was made with, and the channel shows it', async () => {
  const { objectTypeId: target } = await made(will(), 'news', { name: 'Companies' });
  const dataSet = await made(will(), 'news', {
    name: 'Deals',
    description: 'What we sell',
    fields: everyType(target),
  });
  expect(dataSet).toMatchObject({ objectType: 'deal', name: 'Deals', description: 'What we sell', readOnly: false });
  expect(dataSet.fields).toHaveLength(22);
  for (const [index, declared] of everyType(target).entries()) {
    expect(dataSet.fields[index]).toMatchObject({ key: declared.key, type: declared.type, queryable: true });
  }
  expect(ownFields(dataSet).filter(({ required }) => required)).toHaveLength(1);
  expect(
    ownFields(dataSet)
      .map(({ label }) => label)
      .slice(0, 3),
  ).toEqual(['a_text', 'a_long', 'Number']);
  const byKey = Object.fromEntries(dataSet.fields.map((field) => [field.key, field]));
  expect(byKey.a_select?.options).toEqual({
    choices: [
      { key: 'won', label: 'Won', color: 'green' },
      { key: 'Lost & "found"', label: 'Lost & "found"' },
    ],
  });
  expect(byKey.a_number?.options).toEqual({ decimals: 2 });
  expect(byKey.a_currency?.options).toEqual({ currencyCode: 'EUR' });
  expect(byKey.a_record?.options).toEqual({ objectTypeId: target });
  expect([byKey.a_user?.multiple, byKey.a_file?.multiple, byKey.a_record?.multiple]).toEqual([true, true, undefined]);
  expect(byKey.a_checkbox).toMatchObject({ operators: ['eq'], functions: ['count_distinct'] });
  const everyRecordHas = dataSet.fields.slice(-4);
  expect(everyRecordHas.map(({ key }) => key)).toEqual(['title', 'created_at', 'updated_at', 'created_by']);
  expect(everyRecordHas.every(({ required }) => required)).toBe(true);
  const { channel } = await people.as('rita').done('GET /channels/news');
  expect(channel.dataSets?.filter(({ name }) => name === 'Deals')).toEqual([dataSet]);
});

test('its page is below the channel, and it is audited', async () => {
  const reply = await will().call('POST /channels/news/data-sets', { name: 'Located' });
  const { dataSet } = JSON.parse(reply.bytes.toString()) as { dataSet: DataSet };
  expect(reply.headers.get('location')).toBe(`/api/workspace/channels/news/data-sets/${dataSet.objectTypeId}`);
  const location = reply.headers.get('location')!.replace('/api/workspace', '');
  expect(await people.as('rita').done(`GET ${location}`)).toEqual({ dataSet });
  expectProblem(await people.as('lea').call(`GET ${location}`), 'not_found');
  await changed(dataSet.objectTypeId, { description: 'x' });
  const events = await inStorage(people.dataFolder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'user_id'])
      .where('resource_id', '=', dataSet.objectTypeId)
      .orderBy('id')
      .execute(),
  );
  expect(events).toEqual(
    ['data_set.created', 'data_set.updated'].map((action) => ({ action, user_id: people.idOf('will') })),
  );
});

describe('the key of its records is', () => {
  test.each<[name: string, objectType: string]>([
    ['Accounts', 'account'],
    ['Categories', 'category'],
    ['Boxes', 'box'],
    ['Addresses', 'address'],
    ['Sales Leads 2026', 'sales_leads_2026'],
    ['Status', 'status'],
    ['Größen', 'gro_en'],
    ['名前', 'record'],
    ['2026', 'record_2'],
    ['Accounts', 'account_2'],
    ['accounts!', 'account_3'],
    ['x'.repeat(70), 'x'.repeat(63)],
    ['x'.repeat(80), `${'x'.repeat(61)}_2`],
  ])('made from the name %s: %s', async (name, objectType) => {
    expect((await made(will(), 'board', { name })).objectType).toBe(objectType);
  });

  test('taken as it is given, and in another channel free', async () => {
    expect((await made(will(), 'news', { name: 'A', objectType: 'ours' })).objectType).toBe('ours');
    expect((await made(will(), 'board', { name: 'A', objectType: 'ours' })).objectType).toBe('ours');
    const again = () => will().call('POST /channels/news/data-sets', { name: 'B', objectType: 'ours' });
    await refused(people.dataFolder, again, 'already_exists', ['/objectType']);
  });
});

describe('making a Data Set is refused, and leaves nothing, when', () => {
  const field = (more: object) => ({ key: 'a', type: 'text', ...more });
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `f${n}`, type: 'text' }));

  test.each<[what: string, fields: object[], path: string]>([
    ['a key begins with a digit', [field({ key: '1a' })], '/fields/0/key'],
    ['a key has an upper case letter', [field({ key: 'aB' })], '/fields/0/key'],
    ['a key has 64 characters', [field({ key: 'a'.repeat(64) })], '/fields/0/key'],
    ['a key is SQL', [field({ key: 'a"; drop table records; --' })], '/fields/0/key'],
    ...['id', 'title', 'created_at', 'updated_at', 'created_by'].map((key): [string, object[], string] => [
      `a key is reserved (${key})`,
      [field({ key })],
      '/fields/0/key',
    ]),
    ['a key is there twice', [field({}), field({ type: 'number' })], '/fields/1/key'],
    ['a type is unknown', [field({ type: 'json' })], '/fields/0/type'],
    ['a label has 301 characters', [field({ label: 'x'.repeat(301) })], '/fields/0/label'],
    ['a text is multiple', [field({ multiple: true })], '/fields/0/multiple'],
    ['a session is multiple', [field({ type: 'session', multiple: true })], '/fields/0/multiple'],
    ['a currency has no code', [field({ type: 'currency' })], '/fields/0/options/currencyCode'],
    [
      'a code is none',
      [field({ type: 'currency', options: { currencyCode: 'euro' } })],
      '/fields/0/options/currencyCode',
    ],
    ['a select has no choices', [field({ type: 'select' })], '/fields/0/options/choices'],
    ['a text has choices', [field({ options: { choices: choices('x') } })], '/fields/0/options/choices'],
    [
      'a choice is there twice',
      [field({ type: 'select', options: { choices: choices('x', 'x') } })],
      '/fields/0/options/choices',
    ],
    [
      'there are 1,001 choices',
      [field({ type: 'select', options: { choices: choices(...many(1_001).map(({ key }) => key)) } })],
      '/fields/0/options/choices',
    ],
    [
      'a color is none',
      [field({ type: 'select', options: { choices: [{ key: 'x', color: '#12' }] } })],
      '/fields/0/options/choices/0/color',
    ],
    ['a record points nowhere', [field({ type: 'record' })], '/fields/0/options/objectTypeId'],
    [
      'a record points into an unknown Data Set',
      [field({}), field({ key: 'b', type: 'record', options: { objectTypeId: 'ot_1' } })],
      '/fields/1/options/objectTypeId',
    ],
    ['a number has 16 decimals', [field({ type: 'number', options: { decimals: 16 } })], '/fields/0/options/decimals'],
    ['an option is unknown', [field({ options: { unit: 'kg' } })], '/fields/0/options/unit'],
    ['there are 201 fields', many(201), '/fields'],
  ])('%s', async (_what, fields, path) => {
    const ask = () => will().call('POST /channels/news/data-sets', { name: 'X', fields });
    await refused(people.dataFolder, ask, 'invalid_request', [path]);
  });

  test('a record points into a Data Set that its maker does not see', async () => {
    const { objectTypeId } = await made(will(), 'board', { name: 'Secret' });
    const fields = [field({ type: 'record', options: { objectTypeId } })];
    const ask = (name: 'admin' | 'lea', channel: string) => () =>
      people.as(name).call(`POST /channels/${channel}/data-sets`, { name: 'X', fields });
    await people.as('lea').done('POST /channels', { name: 'Lab' });
    const path = ['/fields/0/options/objectTypeId'];
    await refused(people.dataFolder, ask('admin', 'news'), 'invalid_request', path);
    await refused(people.dataFolder, ask('lea', 'lab'), 'invalid_request', path);
    expect(ownFields(await made(will(), 'news', { name: 'X', fields }))[0]?.type).toBe('record');
  });

  test('200 fields and 1,000 choices are enough', async () => {
    const all = choices(...many(1_000).map(({ key }) => key));
    const fields = [...many(199), field({ key: 'all', type: 'select', options: { choices: all } })];
    const dataSet = await made(will(), 'news', { name: 'Wide', fields });
    expect(ownFields(dataSet)).toHaveLength(200);
    const more = () =>
      will().call(`PATCH /channels/news/data-sets/${dataSet.objectTypeId}`, { fields: [field({ key: 'more' })] });
    await refused(people.dataFolder, more, 'invalid_request', ['/fields']);
    const choice = () =>
      will().call(`PATCH /channels/news/data-sets/${dataSet.objectTypeId}`, {
        fields: [{ key: 'all', type: 'select', options: { choices: choices('one_more') } }],
      });
    await refused(people.dataFolder, choice, 'invalid_request', ['/fields/0/options/choices']);
  });
});

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
      [{ key: 'stage', options: { choices: [{ key: 'a' }, { key: 'a' }] } }, '/fields/0/options/choices'],
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

describe('the same request again', () => {
  test('makes and changes once', async () => {
    const body = { name: 'Once', fields: [{ key: 'a', type: 'text' }], idempotencyKey: 'make' };
    const first = await will().call('POST /channels/news/data-sets', body);
    const second = await will().call('POST /channels/news/data-sets', body);
    expect([second.bytes.toString(), second.headers.get('idempotency-replayed')]).toEqual([
      first.bytes.toString(),
      'true',
    ]);
    const reused = () => will().call('POST /channels/news/data-sets', { ...body, name: 'Twice' });
    await refused(people.dataFolder, reused, 'idempotency_key_reused');
    const { dataSet } = JSON.parse(first.bytes.toString()) as { dataSet: DataSet };
    const change = { name: 'Changed', idempotencyKey: 'change' };
    const path = `PATCH /channels/news/data-sets/${dataSet.objectTypeId}`;
    const answers = [await will().call(path, change), await will().call(path, change)];
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });
});

describe('who may make and change Data Sets', () => {
  test.each([
    ['news', 'admin mia will'],
    ['board', 'mia will'],
  ])('in %s', async (channel, names) => {
    const { objectTypeId } = await made(will(), channel, { name: 'Shared' });
    const ask = (request: string, body: object) =>
      whoever(async (name) => (await people.as(name).call(request, body)).status < 300);
    expect(await ask(`POST /channels/${channel}/data-sets`, { name: 'X' })).toBe(names);
    expect(await ask(`PATCH /channels/${channel}/data-sets/${objectTypeId}`, { name: 'Y' })).toBe(names);
  });

  test.each<[name: Parameters<typeof people.as>[0], channel: string, code: ErrorCode]>([
    ['rita', 'news', 'forbidden'],
    ['ned', 'news', 'forbidden'],
    ['ned', 'board', 'not_found'],
    ['lea', 'news', 'not_found'],
  ])('not %s in %s', async (name, channel, code) => {
    const { objectTypeId } = await made(will(), channel, { name: 'Kept' });
    const { call } = people.as(name);
    await refused(people.dataFolder, () => call(`POST /channels/${channel}/data-sets`, { name: 'X' }), code);
    await refused(
      people.dataFolder,
      () => call(`PATCH /channels/${channel}/data-sets/${objectTypeId}`, { name: 'X' }),
      code,
    );
  });
});
