import { beforeAll, describe, expect, test } from 'vitest';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'records');
let objectTypeId: string;

beforeAll(async () => {
  objectTypeId = await newDataSet(host, dealFields);
});

const write = (parts: object) => host.done('workspace_records_write', { objectTypeId, ...parts });
const read = async (recordId: string) =>
  (await host.done('workspace_record_get', { channelId: 'general', recordId })).record;
const company = { company: 'Nordhavn' };

describe('workspace_records_write', () => {
  test('needs no channel, and answers with IDs and versions alone', async () => {
    const [changed, same, gone] = [
      await newRecord(host, objectTypeId, { title: 'Changed', values: company }),
      await newRecord(host, objectTypeId, { title: 'Same', values: company }),
      await newRecord(host, objectTypeId, { title: 'Gone', values: company }),
    ];
    const answer = await write({
      create: [{ title: 'First', values: company }],
      update: [
        { id: changed.id, values: { stage: 'won' }, expectedVersionNumber: 1 },
        { id: same.id, title: 'Same' },
      ],
      upsert: { matchFieldKey: 'title', records: [{ title: 'Second', values: company }] },
      delete: [gone.id],
    });
    expect(answer).toEqual({
      created: [expect.stringMatching(/^rec_/), expect.stringMatching(/^rec_/)],
      updated: { [changed.id]: 2 },
      unchanged: [same.id],
      deletedCount: 1,
      restore: expect.stringContaining('workspace trash'),
    });
    expect((await Promise.all(answer.created!.map(read))).map(({ title }) => title)).toEqual(['First', 'Second']);
  });

  test('takes fields and choices by label, and names mistakes as the call does', async () => {
    const create = [{ title: 'Labelled', values: { COMPANY: 'Nordhavn', stage: 'Won deal' } }];
    const upsert = { matchFieldKey: 'Company', records: [{ title: 'Other', values: { Company: 'Labelled GmbH' } }] };
    const { created } = await write({ create, upsert });
    const [labelled, other] = await Promise.all(created!.map(read));
    expect(labelled!.values).toEqual({ company: 'Nordhavn', stage: 'won' });
    expect(other!.values).toEqual({ company: 'Labelled GmbH' });
    const filters = [{ field: 'Company', operator: 'eq', value: 'Labelled GmbH' }];
    const updateWhere = { filters, values: { Stage: 'LOST deal', Notes: 'x' }, expectedCount: 1 };
    expect(await write({ updateWhere })).toEqual({ updatedCount: 1 });
    expect((await read(created![1]!)).values).toMatchObject({ stage: 'lost', notes: 'x' });
    const wrong = { ...updateWhere, values: { 'Closed on': 'today' } };
    const { problem } = await host.call('workspace_records_write', { objectTypeId, updateWhere: wrong });
    expect(problem).toMatchObject({ code: 'invalid_values', errors: [{ path: '/updateWhere/values/Closed on' }] });
  });

  test('takes its channel, by ID or slug, too', async () => {
    const create = [{ title: 'Placed', values: company }];
    expect((await write({ channelId: 'general', create })).created).toHaveLength(1);
    const elsewhere = { objectTypeId, channelId: 'nowhere', create };
    expect((await host.call('workspace_records_write', elsewhere)).problem?.code).toBe('not_found');
    const unknown = { objectTypeId: 'ot_none', create };
    expect((await host.call('workspace_records_write', unknown)).problem?.code).toBe('not_found');
  });

  test('names each record that has changed since, with the version to cite', async () => {
    const { id } = await newRecord(host, objectTypeId, { title: 'Contested', values: company });
    await host.done('workspace_record_update', { channelId: 'general', recordId: id, title: 'Taken' });
    const stale = { objectTypeId, update: [{ id, title: 'Mine', expectedVersionNumber: 1 }] };
    const { problem } = await host.call('workspace_records_write', stale);
    expect(problem).toMatchObject({
      code: 'version_conflict',
      errors: [{ path: '/update/0/expectedVersionNumber' }],
      conflicts: [{ id, versionNumber: 2, via: { interface: 'mcp' } }],
    });
    const { versionNumber } = problem!.conflicts![0]!;
    const again = { update: [{ id, title: 'Mine', expectedVersionNumber: versionNumber }] };
    expect((await write(again)).updated).toEqual({ [id]: 3 });
  });

  test('changes 25 records by a filter in two calls', async () => {
    const values = { ...company, notes: 'by filter', stage: 'lead' };
    await write({ create: Array.from({ length: 25 }, (_, place) => ({ title: `Deal ${place}`, values })) });
    await write({ create: [{ title: 'Won already', values: { ...values, stage: 'won' } }] });
    const filters = [{ field: 'notes', operator: 'eq', value: 'by filter' }];
    const count = { operation: 'aggregate', metrics: [{ alias: 'deals', function: 'count_rows' }], filters };
    const { data } = await host.done('workspace_query_run', { channelId: 'general', objectTypeId, ...count });
    expect(data.rows).toEqual([{ deals: 26 }]);
    const updateWhere = { filters, values: { stage: 'won' }, expectedCount: 26 };
    expect(await write({ updateWhere })).toEqual({ updatedCount: 25, unchangedCount: 1 });
    const fewer = { objectTypeId, updateWhere: { ...updateWhere, expectedCount: 25 } };
    const { problem } = await host.call('workspace_records_write', fewer);
    expect(problem).toMatchObject({ code: 'count_changed', count: 26 });
    const both = { objectTypeId, updateWhere, delete: ['rec_1'] };
    const refused = await host.call('workspace_records_write', both);
    expect(refused.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/updateWhere' }] });
  });

  test('is done once for a key', async () => {
    const once = { create: [{ title: 'Once', values: company }], idempotencyKey: 'once' };
    expect(await write(once)).toEqual(await write(once));
  });

  test('names every mistake of every record', async () => {
    const create = [
      { title: 'One', values: { company: 'C', stage: 'lost', amount: 'much' } },
      { title: 'Two', values: { compny: 'C' } },
    ];
    const { problem } = await host.call('workspace_records_write', { objectTypeId, create });
    expect(problem!.errors!.map(({ path }) => path)).toEqual([
      '/create/0/values/amount',
      '/create/1/values/compny',
      '/create/1/values/company',
    ]);
  });
});
