import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const will = recordsIn('general', () => people.as('will'));

const fields: FieldInput[] = [
  { key: 'batch', type: 'text' },
  { key: 'number', type: 'number' },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'note', type: 'text' },
  { key: 'plan', type: 'artifact' },
];
let deals: string;

beforeAll(async () => {
  deals = (await emptyDataSet(people.dataFolder, 'general', { name: 'Deals', fields })).id;
});

/** Records that only this batch has; returns their IDs. */
async function newRecords(batch: string, count: number, values: object = {}): Promise<string[]> {
  const create = Array.from({ length: count }, (_, number) => ({
    title: `${batch} ${number}`,
    values: { batch, number, stage: 'open', ...values },
  }));
  const { records } = await people.as('will').done('POST /channels/general/records/batch', {
    objectTypeId: deals,
    create,
  });
  return records.map(({ id }) => id).sort();
}

const of = (batch: string) => ({ field: 'batch', operator: 'eq', value: batch });
const isOpen = { field: 'stage', operator: 'eq', value: 'open' };

const update = (change: object, headers?: Record<string, string>) =>
  people.as('will').call(
    'POST /channels/general/records/update',
    {
      objectTypeId: deals,
      values: { stage: 'won' },
      ...change,
    },
    headers,
  );

async function done(change: object) {
  const { status, body } = await update(change);
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

async function refused(change: object, code: Parameters<typeof expectProblem>[1], paths?: string[]) {
  const before = await traces(people.dataFolder);
  const problem = expectProblem(await update(change), code, paths);
  expect(await traces(people.dataFolder)).toEqual(before);
  return problem;
}

const valuesOf = async (id: string) => (await will.get(id)).body.record.values;

describe('an update by filter', () => {
  test('changes what it finds and nothing else, each with a version and an event', async () => {
    const [first, ...others] = await newRecords('plain', 4);
    await will.update(first!, { values: { stage: 'won' } });
    const [foreign] = await newRecords('other', 1);
    const { count, records } = await done({ filters: [of('plain')], expectedCount: 4 });
    expect(count).toBe(4);
    expect(records.map(({ id, versionNumber, change }) => [id, versionNumber, change])).toEqual([
      [first, 2, 'unchanged'],
      ...others.map((id) => [id, 2, 'updated']),
    ]);
    expect(await valuesOf(others[0]!)).toMatchObject({ batch: 'plain', stage: 'won' });
    expect(await valuesOf(foreign!)).toMatchObject({ stage: 'open' });
    const events = await inStorage(people.dataFolder, (db) =>
      db.selectFrom('audit_events').select('action').where('resource_id', '=', others[0]!).orderBy('id').execute(),
    );
    expect(events.map(({ action }) => action)).toEqual(['record.created', 'record.updated']);
    await expectSound(people.dataFolder);
  });

  test('clears a field, and takes filters that nest', async () => {
    const ids = await newRecords('nested', 5);
    const either = {
      or: [
        { field: 'number', operator: 'lt', value: 1 },
        { field: 'number', operator: 'gte', value: 4 },
      ],
    };
    const { records } = await done({
      filters: [of('nested'), either],
      values: { number: null, note: 'x' },
      expectedCount: 2,
    });
    expect(records.map(({ id }) => id)).toEqual([ids[0], ids[4]]);
    expect(await valuesOf(ids[0]!)).toEqual({ batch: 'nested', stage: 'open', note: 'x' });
  });

  test('is refused when the filter finds another number, which it names', async () => {
    await newRecords('miscounted', 3);
    for (const expectedCount of [0, 2, 4])
      expect(
        await refused({ filters: [of('miscounted'), isOpen], expectedCount }, 'count_changed', undefined),
      ).toMatchObject({
        count: 3,
      });
    expect((await done({ filters: [of('nothing')], expectedCount: 0 })).records).toEqual([]);
  });

  test('counts again what changes at the same moment', async () => {
    const ids = await newRecords('contested', 10);
    const all = { filters: [of('contested'), isOpen], expectedCount: 10 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(all)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(expectProblem(answer, 'count_changed')).toMatchObject({ count: 0 });
    for (const id of ids) expect((await will.get(id)).body.record.versionNumber).toBe(2);
  });

  test('is refused whole, with every mistake of the values, or the place in the filter', async () => {
    await newRecords('mistaken', 1);
    const find = { filters: [of('mistaken')], expectedCount: 1 };
    await refused({ ...find, values: { stage: 'lost', number: 'x' } }, 'invalid_values', [
      '/values/number',
      '/values/stage',
    ]);
    await refused({ ...find, values: { stagee: 'won', number: 'x' } }, 'invalid_request', [
      '/values/stagee',
      '/values/number',
    ]);
    await refused({ ...find, values: {} }, 'invalid_request', ['/values']);
    await refused({ filters: [{ ...isOpen, field: 'stagee' }], expectedCount: 1 }, 'invalid_request', [
      '/filters/0/field',
    ]);
    await refused({ expectedCount: 1 }, 'invalid_request', ['/filters']);
    await refused({ filters: [] }, 'invalid_request', ['/expectedCount']);
  });

  test('names once what no record may point to', async () => {
    const { artifact } = await people.as('mia').done('POST /artifacts', {
      kind: 'markdown',
      title: 'Private',
      content: 'x',
      idempotencyKey: 'private',
    });
    await newRecords('pointing', 2);
    const pointing = { filters: [of('pointing')], values: { plan: artifact.id }, expectedCount: 2 };
    await refused(pointing, 'invalid_values', ['/values/plan']);
  });

  test('is done once for a key, though the filter finds nothing any more', async () => {
    await newRecords('keyed', 2);
    const change = { filters: [of('keyed'), isOpen], expectedCount: 2 };
    const key = { 'idempotency-key': 'update-1' };
    const first = await update(change, key);
    const again = await update(change, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('finds records where no field is a text', async () => {
    const counts = { name: 'Counts', fields: [fields[1]!] };
    const { id: objectTypeId } = await emptyDataSet(people.dataFolder, 'general', counts);
    const all = { objectTypeId, filters: [], values: { number: 1 } };
    expect((await done({ ...all, expectedCount: 0 })).records).toEqual([]);
    await will.created(objectTypeId, 'One', { number: 2 });
    const filters = [{ field: 'number', operator: 'gt', value: 1 }];
    expect((await done({ ...all, filters, expectedCount: 1 })).count).toBe(1);
  });

  test('needs a Data Set that nothing else fills', async () => {
    const { id: objectTypeId } = await emptyDataSet(people.dataFolder, 'general', {
      name: 'Guests',
      fields: [{ key: 'note', type: 'text' }],
      fromSource: ['note'],
    });
    await refused({ objectTypeId, filters: [], values: { note: 'x' }, expectedCount: 0 }, 'read_only_source');
  });
});

describe('the limits of an update by filter', () => {
  test('as many records as a batch may have, and one more', async () => {
    await newRecords('many', limits.batchRecords);
    const all = { filters: [of('many')], expectedCount: limits.batchRecords };
    expect((await done(all)).records).toHaveLength(limits.batchRecords);
    await newRecords('many', 1);
    expect(await refused(all, 'count_changed')).toMatchObject({ count: limits.batchRecords + 1 });
    await refused({ ...all, expectedCount: limits.batchRecords + 1 }, 'invalid_request', ['/expectedCount']);
  });

  test('the texts of its records', async () => {
    const size = 50_000;
    const count = Math.floor(limits.batchBytes / size);
    await newRecords('long', count, { note: 'x'.repeat(size) });
    await newRecords('long', 1, { note: 'x'.repeat(size) });
    const all = { filters: [of('long')], expectedCount: count + 1 };
    expect((await refused(all, 'too_large')).maxBytes).toBe(limits.batchBytes);
    const fewer = [of('long'), { field: 'number', operator: 'lt', value: 40 }];
    expect((await done({ filters: fewer, expectedCount: 41 })).count).toBe(41);
  });
});
