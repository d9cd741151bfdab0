import { describe, expect, test } from 'vitest';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import { changedDataSet, madeDataSet as made } from '../support/data-sets.ts';
import { ownFields, refused } from '../support/imports.ts';
import { staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');

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
  await changedDataSet(will(), 'news', dataSet.objectTypeId, { description: 'x' });
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
      '/fields/0/options/choices/1/key',
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
