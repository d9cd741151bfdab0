import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { addFields } from '../../src/workspace/data/data-set-changes.ts';
import { expectSound } from '../support/check.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const will = recordsIn('general', () => people.as('will'));
const mia = recordsIn('general', () => people.as('mia'));

const fields: FieldInput[] = [
  { key: 'amount', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'note', type: 'text' },
];
let deals: string;

beforeAll(async () => {
  deals = (await emptyDataSet(people.dataFolder, 'general', { name: 'Deals', fields })).id;
});

/** Who did what to a record, in order. */
const eventsOf = (id: string) =>
  inStorage(people.dataFolder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'user_id', 'interface'])
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute(),
  );

const event = (action: string, by: Exclude<Name, 'admin'>) => ({
  action: `record.${action}`,
  user_id: people.idOf(by),
  interface: 'api',
});

const countOf = async (id: string) =>
  (
    await inStorage(people.dataFolder, (db) =>
      db.selectFrom('data_sets').select('record_count').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).record_count;

describe('a new record', () => {
  test('is answered as it is read from then on', async () => {
    const answer = await will.create(deals, 'Brightwater renewal', { amount: 18_400, stage: 'won' });
    const { record } = answer.body;
    const { channel } = await people.as('will').done('GET /channels/general');
    const will_ = { id: people.idOf('will'), name: 'will@workspace.test' };
    expect(answer.status).toBe(201);
    expect(record).toEqual({
      id: expect.stringMatching(/^rec_[0-9a-z]{26}$/),
      objectTypeId: deals,
      channelId: channel.id,
      title: 'Brightwater renewal',
      values: { amount: 18_400, stage: 'won' },
      versionNumber: 1,
      url: `${channel.url}/records/${record.id}`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      createdBy: will_,
      updatedAt: record.createdAt,
      updatedBy: will_,
      interfaceType: 'api',
      via: { interface: 'api' },
    });
    expect(answer.headers.get('location')).toBe(`/api/workspace/channels/general/records/${record.id}`);
    const location = answer.headers.get('location')!.replace('/api/workspace', '');
    expect((await people.as('rita').done(`GET ${location}`)).record).toEqual(record);
    expect((await recordsIn(channel.id, () => people.as('rita')).get(record.id)).body.record).toEqual(record);
    expect(await eventsOf(record.id)).toEqual([event('created', 'will')]);
  });

  test('needs a Data Set of its channel', async () => {
    const before = await traces(people.dataFolder);
    expectProblem(await recordsIn('news', () => people.as('will')).create(deals, 'Lost'), 'not_found');
    expectProblem(await will.create('ot_unknown', 'Lost'), 'not_found');
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('has no other keys than the contract names', async () => {
    const body = { objectTypeId: deals, title: 'T', vaules: {} };
    expectProblem(await people.as('will').call('POST /channels/general/records', body), 'invalid_request', ['/vaules']);
    const list = { objectTypeId: deals, title: 'T', values: [] };
    expectProblem(await people.as('will').call('POST /channels/general/records', list), 'invalid_request', ['/values']);
  });
});

describe('an update', () => {
  test('changes what it names, clears what it names as null, and leaves the rest', async () => {
    const { id, createdAt } = await will.created(deals, 'First', { amount: 1, stage: 'open', note: 'n' });
    const { body } = await mia.update(id, { title: 'Second', values: { amount: null, stage: 'won' } });
    expect(body.record).toMatchObject({ title: 'Second', values: { stage: 'won', note: 'n' }, versionNumber: 2 });
    expect(body.record.values).not.toHaveProperty('amount');
    expect(body.record).toMatchObject({ createdAt, createdBy: { name: 'will@workspace.test' } });
    expect(body.record.updatedBy).toEqual({ id: people.idOf('mia'), name: 'mia@workspace.test' });
    expect(body.record.updatedAt >= createdAt).toBe(true);
    expect((await will.get(id)).body).toEqual(body);
    expect(await eventsOf(id)).toEqual([event('created', 'will'), event('updated', 'mia')]);
  });

  test.each([[{}], [{ title: 'Same' }], [{ values: {} }], [{ title: 'Same', values: { amount: 1, note: null } }]])(
    'that changes nothing makes no version: %j',
    async (change) => {
      const record = await will.created(deals, 'Same', { amount: 1 });
      const before = await traces(people.dataFolder);
      expect((await mia.update(record.id, change)).body.record).toEqual(record);
      expect(await traces(people.dataFolder)).toEqual(before);
    },
  );

  test('of a stale version is a conflict that shows the version that stands', async () => {
    const { id } = await will.created(deals, 'Contested', { amount: 1 });
    const { record } = (await mia.update(id, { values: { amount: 2 }, expectedVersionNumber: 1 })).body;
    const before = await traces(people.dataFolder);
    for (const expectedVersionNumber of [1, 3]) {
      const problem = expectProblem(
        await will.update(id, { values: { amount: 3 }, expectedVersionNumber }),
        'version_conflict',
      );
      expect(problem.current).toEqual({
        versionNumber: 2,
        updatedAt: record.updatedAt,
        updatedBy: { id: people.idOf('mia'), name: 'mia@workspace.test' },
        interfaceType: 'api',
        via: { interface: 'api' },
      });
    }
    expect(await traces(people.dataFolder)).toEqual(before);
    expect((await will.update(id, { values: { amount: 3 }, expectedVersionNumber: 2 })).body.record).toMatchObject({
      values: { amount: 3 },
      versionNumber: 3,
    });
  });

  test.each([0, -1, 1.5, '1'])('cites a version number: not %j', async (expectedVersionNumber) => {
    const { id } = await will.created(deals, 'Cited');
    expectProblem(await will.update(id, { title: 'T', expectedVersionNumber }), 'invalid_request', [
      '/expectedVersionNumber',
    ]);
  });

  test('by many at once that cite one version is one change and conflicts', async () => {
    const { id } = await will.created(deals, 'Raced', { amount: 0 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        (number % 2 ? will : mia).update(id, { values: { amount: number + 1 }, expectedVersionNumber: 1 }),
      ),
    );
    const conflicts = answers.filter(({ status }) => status === 409);
    expect(conflicts).toHaveLength(11);
    const won = answers.find(({ status }) => status === 200)!.body.record;
    expect((await will.get(id)).body.record).toEqual(won);
  });

  test('by many at once, each of a field of its own, loses none', async () => {
    const wide = Array.from({ length: 12 }, (_, number): FieldInput => ({ key: `f${number}`, type: 'number' }));
    const { id: wideId } = await emptyDataSet(people.dataFolder, 'general', { name: 'Wide', fields: wide });
    const { id } = await will.created(wideId, 'Wide');
    await Promise.all(wide.map(({ key }, number) => will.update(id, { values: { [key]: number } })));
    const { values, versionNumber } = (await will.get(id)).body.record;
    expect(values).toEqual(Object.fromEntries(wide.map(({ key }, number) => [key, number])));
    expect(versionNumber).toBe(13);
  });
});

describe('a key makes a retry safe:', () => {
  test('the record is created once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await will.create(deals, 'Once', { amount: 1 }, headers);
    const before = await traces(people.dataFolder);
    const second = await will.create(deals, 'Once', { amount: 1 }, headers);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expectProblem(await will.create(deals, 'Once', { amount: 2 }, headers), 'idempotency_key_reused');
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('a repeated update that did succeed is not a conflict', async () => {
    const { id } = await will.created(deals, 'Retried', { amount: 1 });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const change = { values: { amount: 2 }, expectedVersionNumber: 1 };
    const first = await will.update(id, change, headers);
    await mia.update(id, { values: { amount: 3 } });
    expect((await will.update(id, change, headers)).body).toEqual(first.body);
    expect((await will.get(id)).body.record).toMatchObject({ values: { amount: 3 }, versionNumber: 3 });
  });

  test('also when the first answer has not come yet', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const before = await countOf(deals);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => will.create(deals, 'At once', {}, headers)));
    expect(new Set(answers.map(({ body }) => body.record.id)).size).toBe(1);
    expect(await countOf(deals)).toBe(before + 1);
  });
});

describe('a deleted record', () => {
  test('is gone, with what was attached to it staying, and deleting it again is harmless', async () => {
    const before = await countOf(deals);
    const { id } = await will.created(deals, 'Short-lived');
    const data = new FormData();
    data.append('recordId', id);
    data.append('file', new Blob(['bytes']), 'a.txt');
    const { file } = await people.as('will').done('POST /files', data);
    expect(file.links).toMatchObject([{ targetType: 'record', targetId: id }]);

    expect((await mia.remove(id)).body).toEqual({ deleted: true });
    expectProblem(await will.get(id), 'not_found');
    expectProblem(await will.update(id, { title: 'Back' }), 'not_found');
    expect((await people.as('will').done(`GET /files/${file.id}`)).file.links).toEqual([]);
    expect(await countOf(deals)).toBe(before);
    const left = await traces(people.dataFolder);
    expect((await will.remove(id)).body).toEqual({ deleted: true });
    expect(await traces(people.dataFolder)).toEqual(left);
    expect(await eventsOf(id)).toEqual([event('created', 'will'), event('deleted', 'mia')]);
    await expectSound(people.dataFolder);
  });

  test('is not what never was', async () => {
    expectProblem(await will.remove('rec_unknown'), 'not_found');
  });

  test('by many at once is deleted once', async () => {
    const { id } = await will.created(deals, 'Raced away');
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => will.remove(id)));
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ deleted: true })));
    expect(await eventsOf(id)).toEqual([event('created', 'will'), event('deleted', 'will')]);
  });
});

test('a Data Set counts its records, however many write at once', async () => {
  const { id: counted } = await emptyDataSet(people.dataFolder, 'general', { name: 'Counted', fields });
  const records = await Promise.all(
    Array.from({ length: 20 }, (_, number) => (number % 2 ? will : mia).created(counted, `Record ${number}`)),
  );
  await Promise.all(records.slice(0, 7).map(({ id }) => will.remove(id)));
  expect(await countOf(counted)).toBe(13);
  await expectSound(people.dataFolder);
});

test('a field that is added later has no value in the records that were there', async () => {
  const grown = await emptyDataSet(people.dataFolder, 'general', { name: 'Grown', fields });
  const record = await will.created(grown.id, 'Old', { amount: 1 });
  await inStorage(people.dataFolder, (tx) => addFields(tx, grown, [{ key: 'later', label: 'Later', type: 'text' }]));
  expect((await will.get(record.id)).body.record).toEqual(record);
  expect((await will.update(record.id, { values: { later: 'now' } })).body.record.values).toEqual({
    amount: 1,
    later: 'now',
  });
});
