import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, importRecords, recordsIn } from '../support/records.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const will = recordsIn('general', () => people.as('will'));

const fields: FieldInput[] = [
  { key: 'number', type: 'number' },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'note', type: 'text' },
];
let deals: string;

beforeAll(async () => {
  deals = (await emptyDataSet(people.dataFolder, 'general', { name: 'Deals', fields })).id;
});

const batch = (parts: object, headers?: Record<string, string>) =>
  people.as('will').call('POST /channels/general/records/batch', { objectTypeId: deals, ...parts }, headers);

const done = async (parts: object) => {
  const { status, body } = await batch(parts);
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body.records;
};

/** Expects a refusal that leaves nothing behind, and returns its problem. */
async function refused(parts: object, code: Parameters<typeof expectProblem>[1], paths?: string[]) {
  const before = await traces(people.dataFolder);
  const problem = expectProblem(await batch(parts), code, paths);
  expect(await traces(people.dataFolder)).toEqual(before);
  return problem;
}

const valuesOf = async (id: string) => (await will.get(id)).body.record.values;

describe('a batch', () => {
  test('creates, changes, upserts and deletes, and says what became of each record, in order', async () => {
    const [first, second, third] = [
      await will.created(deals, 'First', { number: 1, note: 'stays' }),
      await will.created(deals, 'Second', { number: 2 }),
      await will.created(deals, 'Third', { number: 3 }),
    ];
    const records = await done({
      create: [{ title: 'New', values: { number: 10, stage: 'open' } }],
      update: [
        { id: first.id, values: { stage: 'won' }, expectedVersionNumber: 1 },
        { id: second.id, title: 'Second', values: { number: 2 } },
      ],
      upsert: {
        matchFieldKey: 'number',
        records: [{ values: { number: 3, note: 'found' } }, { title: 'Made', values: { number: 4 } }],
      },
      delete: [(await will.created(deals, 'Gone')).id],
    });
    expect(records.map(({ title, versionNumber, change }) => [title, versionNumber, change])).toEqual([
      ['New', 1, 'created'],
      ['First', 2, 'updated'],
      ['Second', 1, 'unchanged'],
      ['Third', 2, 'updated'],
      ['Made', 1, 'created'],
      [undefined, undefined, 'deleted'],
    ]);
    expect(await valuesOf(records[0]!.id)).toEqual({ number: 10, stage: 'open' });
    expect(await valuesOf(first.id)).toEqual({ number: 1, stage: 'won', note: 'stays' });
    expect(await valuesOf(third.id)).toEqual({ number: 3, note: 'found' });
    expect((await will.get(records[5]!.id)).status).toBe(404);
    const events = await inStorage(people.dataFolder, (db) =>
      db
        .selectFrom('audit_events')
        .select(['action', 'resource_id'])
        .where(
          'resource_id',
          'in',
          records.map(({ id }) => id),
        )
        .orderBy('id')
        .execute(),
    );
    const actions = Map.groupBy(events, ({ resource_id }) => resource_id);
    expect(records.map(({ id }) => actions.get(id)!.at(-1)!.action)).toEqual([
      'record.created',
      'record.updated',
      'record.created',
      'record.updated',
      'record.created',
      'record.deleted',
    ]);
    await expectSound(people.dataFolder);
  });

  test('is refused whole, with every mistake by its path', async () => {
    const { id } = await will.created(deals, 'Kept', { number: 100 });
    const problem = await refused(
      {
        create: [{ title: 'Good' }, { title: 'Bad', values: { stage: 'lost', number: 'x' } }],
        update: [
          { id, values: { stage: 'lost' } },
          { id: 'rec_unknown', title: 'T' },
        ],
        upsert: { matchFieldKey: 'number', records: [{ values: { note: 'no number' } }, { values: { number: 101 } }] },
        delete: ['rec_unknown', id],
      },
      'invalid_values',
    );
    expect(problem.errors!.map(({ path }) => path).sort()).toEqual([
      '/create/1/values/number',
      '/create/1/values/stage',
      '/delete/0',
      '/delete/1',
      '/update/0/values/stage',
      '/update/1/id',
      '/upsert/records/0/title',
      '/upsert/records/0/values/number',
      '/upsert/records/1/title',
    ]);
    expect(await valuesOf(id)).toEqual({ number: 100 });
  });

  test('names an unknown field beside the other mistakes', () =>
    refused({ create: [{ title: 'T', values: { stagee: 'open', number: 'x' } }] }, 'invalid_request', [
      '/create/0/values/stagee',
      '/create/0/values/number',
    ]));

  test('is refused when a cited version is not the current one', async () => {
    const { id } = await will.created(deals, 'Cited');
    const stale = { create: [{ title: 'Not stored' }], update: [{ id, title: 'Other', expectedVersionNumber: 2 }] };
    const problem = await refused(stale, 'version_conflict', ['/update/0/expectedVersionNumber']);
    const current = { id, versionNumber: 1, updatedBy: { id: people.idOf('will') }, via: { interface: 'api' } };
    expect(problem).toMatchObject({ current, conflicts: [current] });
  });

  test('upserts by a value that is there once, in the call and in the Data Set', async () => {
    await done({ create: ['a', 'b'].map((title) => ({ title, values: { note: 'double' } })) });
    const by = (records: object[]) => ({ upsert: { matchFieldKey: 'note', records } });
    await refused(by([{ values: { note: 'double' } }]), 'invalid_values', ['/upsert/records/0/values/note']);
    const twice = by([
      { title: 'x', values: { note: 'once' } },
      { title: 'y', values: { note: 'once' } },
    ]);
    await refused(twice, 'invalid_values', ['/upsert/records/1/values/note']);
    await refused({ upsert: { matchFieldKey: 'nothing', records: [] }, create: [{ title: 'x' }] }, 'invalid_request', [
      '/upsert/matchFieldKey',
    ]);
    const [made] = await done(by([{ title: 'x', values: { note: 'once' } }]));
    const [found] = await done(by([{ title: 'z', values: { note: 'once' } }]));
    expect([made!.change, found!.change, found!.id]).toEqual(['created', 'updated', made!.id]);
  });

  test('is done once for a key', async () => {
    const key = { 'idempotency-key': 'batch-1' };
    const once = { create: [{ title: 'Once' }] };
    const first = await batch(once, key);
    const again = await batch(once, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expectProblem(await batch({ create: [{ title: 'Other' }] }, key), 'idempotency_key_reused');
  });

  test('deletes again what is gone already', async () => {
    const { id } = await will.created(deals, 'Twice');
    await will.remove(id);
    expect(await done({ delete: [id] })).toEqual([{ id, change: 'deleted' }]);
  });

  test('needs a Data Set that nothing else fills', async () => {
    const connected = await emptyDataSet(people.dataFolder, 'general', {
      name: 'Guests',
      fields,
      fromSource: ['note'],
    });
    await refused({ objectTypeId: connected.id, create: [{ title: 'T' }] }, 'read_only_source');
  });

  test('sets the own references of records that a source fills, and nothing else', async () => {
    const own: FieldInput[] = [...fields, { key: 'place', type: 'record', options: { objectTypeId: deals } }];
    const options = { name: 'Connected', fields: own, fromSource: ['note', 'number', 'stage'] };
    const dataSet = await emptyDataSet(people.dataFolder, 'general', options);
    const { id: objectTypeId } = dataSet;
    const id = await importRecords(people.dataFolder, dataSet, [{ title: 'Filled', values: own.map(() => null) }]);
    const values = { place: (await will.created(deals, 'Place')).id };
    const set = await batch({ objectTypeId, update: [{ id, title: 'Filled', values }] });
    expect(`${set.status} ${set.bytes.toString()}`).toMatch(/^200 /);
    const all = { objectTypeId, filters: [], values: { place: null }, expectedCount: 1 };
    expect((await people.as('will').call('POST /channels/general/records/update', all)).status).toBe(200);
    await refused({ objectTypeId, update: [{ id, title: 'Other', values }] }, 'read_only_source');
    await refused({ objectTypeId, update: [{ id, values: { ...values, note: 'x' } }] }, 'read_only_source');
  });

  test('names every wrong field beside a person whom nobody knows', async () => {
    const own: FieldInput[] = [...fields, { key: 'who', label: 'Who', type: 'user' }];
    const { id: objectTypeId } = await emptyDataSet(people.dataFolder, 'general', { name: 'Owned', fields: own });
    const values = { Who: 'nobody', number: 'x', stage: 'y' };
    const wrong = ['/values/Who', '/values/number', '/values/stage'];
    const create = [{ title: 'T', values }];
    await refused(
      { objectTypeId, create },
      'invalid_values',
      wrong.map((path) => `/create/0${path}`),
    );
    const record = { objectTypeId, title: 'T', values };
    expectProblem(await people.as('will').call('POST /channels/general/records', record), 'invalid_values', wrong);
    const all = { objectTypeId, filters: [], values, expectedCount: 0 };
    expectProblem(await people.as('will').call('POST /channels/general/records/update', all), 'invalid_values', wrong);
    const alone = { objectTypeId, filters: [], values: { who: 'nobody' }, expectedCount: 0 };
    const path = ['/values/who'];
    expectProblem(await people.as('will').call('POST /channels/general/records/update', alone), 'invalid_values', path);
  });

  test('names an unknown record where no field is a text, too', async () => {
    const { id } = await emptyDataSet(people.dataFolder, 'general', { name: 'Counts', fields: [fields[0]!] });
    await refused({ objectTypeId: id, update: [{ id: 'rec_unknown', title: 'T' }] }, 'invalid_values', [
      '/update/0/id',
    ]);
  });

  test('reaches no record of another Data Set', async () => {
    const other = await emptyDataSet(people.dataFolder, 'board', { name: 'Plans' });
    const { id } = await recordsIn('board', () => people.as('will')).created(other.id, 'Secret plan');
    await refused({ update: [{ id, title: 'x' }], delete: [id] }, 'invalid_values', ['/update/0/id', '/delete/0']);
  });
});

describe('the limits of a batch', () => {
  const many = (count: number) => Array.from({ length: count }, (_, number) => ({ title: `Row ${number}` }));

  test('none, the most, and one more', async () => {
    await refused({}, 'invalid_request');
    await refused({ create: many(limits.batchRecords), delete: ['rec_1'] }, 'invalid_request');
    await refused({ create: many(limits.batchRecords + 1) }, 'invalid_request', ['/create']);
    const records = await done({ create: many(limits.batchRecords) });
    expect(new Set(records.map(({ id }) => id)).size).toBe(limits.batchRecords);
    const changed = await done({ update: records.map(({ id }) => ({ id, values: { note: 'all' } })) });
    expect(changed.every(({ change }) => change === 'updated')).toBe(true);
    expect(await done({ delete: records.map(({ id }) => id) })).toHaveLength(limits.batchRecords);
    await expectSound(people.dataFolder);
  });

  test('its texts, with the texts that they replace', async () => {
    const size = 50_000;
    const long = Array.from({ length: 60 }, (_, place) => ({
      title: `Long ${place}`,
      values: { note: 'x'.repeat(size) },
    }));
    const ids = (await done({ create: long })).map(({ id }) => id);
    const count = Math.floor(limits.batchBytes / size);
    const tooMany = Array.from({ length: count + 1 }, () => long[0]!);
    expect((await refused({ create: tooMany }, 'too_large')).maxBytes).toBe(limits.batchBytes);
    const replaced = (some: readonly string[]) => ({
      update: some.map((id) => ({ id, values: { note: 'y'.repeat(size) } })),
    });
    await refused(replaced(ids), 'too_large');
    expect(await done(replaced(ids.slice(0, count / 2)))).toHaveLength(Math.floor(count / 2));
  });
});

test('records of a large batch are found by search', async () => {
  const create = Array.from({ length: 30 }, (_, place) => ({ title: `Quokka ${place}`, values: { note: 'wombat' } }));
  const [first] = await done({ create });
  await expect
    .poll(async () => (await people.as('will').done('GET /search?q=quokka&limit=50')).results.length, {
      timeout: 30_000,
    })
    .toBe(30);
  await done({ update: [{ id: first!.id, title: 'Numbat' }] });
  const { results } = await people.as('will').done('GET /search?q=numbat');
  expect(results.map(({ id }) => id)).toEqual([first!.id]);
});
