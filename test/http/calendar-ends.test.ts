import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { viewData } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const records = recordsIn('general', () => gateway.admin);
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31'];
const [firstTime, lastTime] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
let objectTypeId = '';

beforeAll(async () => {
  const fields: FieldInput[] = [
    { key: 'day', type: 'date' },
    { key: 'time', type: 'date_time' },
  ];
  objectTypeId = (await emptyDataSet(gateway.dataFolder, 'general', { name: 'Ends', fields })).id;
  await records.created(objectTypeId, 'First', { day: firstDay, time: firstTime });
  await records.created(objectTypeId, 'Last', { day: lastDay, time: lastTime });
});

const ask = (query: object) =>
  gateway.admin.call('POST /queries', { mode: 'deterministic', channelId: 'general', objectTypeId, ...query });
const found = async (field: string, operator: string, value: unknown) => {
  const reply = await ask({ operation: 'records', filters: [{ field, operator, value }] });
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^200 /);
  return (reply.body.data.rows as { title?: unknown }[]).map(({ title }) => title);
};

describe.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin'])('in %s', (timeZone) => {
  beforeAll(() =>
    inStorage(gateway.dataFolder, async (tx) => {
      await tx.updateTable('organizations').set({ time_zone: timeZone }).execute();
    }),
  );
  const both = ['First', 'Last'];

  test.each<[field: string, operator: string, value: unknown, titles: string[]]>([
    ['day', 'between', [firstDay, lastDay], both],
    ['day', 'eq', firstDay, ['First']],
    ['day', 'in', [lastDay], ['Last']],
    ['day', 'gt', firstDay, ['Last']],
    ['day', 'gte', lastDay, ['Last']],
    ['day', 'lt', firstDay, []],
    ['day', 'gt', lastDay, []],
    ['day', 'lt', 'P9999Y', ['First']],
    ['day', 'gt', '-P9999Y', ['Last']],
    ['day', 'lte', 'P9999Y', both],
    ['day', 'gte', '-P9999Y', both],
    ['day', 'between', ['-P9999Y99999M', 'P9999Y99999M99999W999999D'], both],
    ['time', 'between', [firstTime, lastTime], both],
    ['time', 'eq', firstTime, ['First']],
    ['time', 'in', [lastTime], ['Last']],
    ['time', 'gt', firstTime, ['Last']],
    ['time', 'gte', lastTime, ['Last']],
    ['time', 'lt', firstTime, []],
    ['time', 'gt', lastTime, []],
    ['time', 'between', ['-P9999YT9999999H', 'P9999YT9999999H'], both],
    ['time', 'between', ['0001-01-03', '9999-12-29'], []],
  ])('%s %s %j', async (field, operator, value, titles) => {
    expect(await found(field, operator, value)).toEqual(titles);
  });

  const count = [{ alias: 'n', function: 'count_rows' }];
  test.each([
    ['day', [firstDay, lastDay]],
    ['week', ['0001-W01', '9999-W52']],
    ['month', ['0001-01', '9999-12']],
    ['quarter', ['0001-Q1', '9999-Q4']],
    ['year', ['0001', '9999']],
  ])('days are counted by %s', async (interval, buckets) => {
    const { body } = await ask({ operation: 'aggregate', groupBy: [{ field: 'day', interval }], metrics: count });
    expect(body.data.rows).toEqual(buckets.map((bucket) => ({ [`day_${interval}`]: bucket, n: 1 })));
  });

  test.each(['day', 'week', 'month', 'quarter', 'year'])('times are counted by %s', async (interval) => {
    const reply = await ask({ operation: 'aggregate', groupBy: [{ field: 'time', interval }], metrics: count });
    expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^200 /);
    const rows = reply.body.data.rows as Record<string, string | number>[];
    const name = `time_${interval}`;
    expect(rows.map((row) => [row[name], row.n])).toEqual([
      [expect.stringMatching(/^0001/), 1],
      [expect.stringMatching(/^9999/), 1],
    ]);
    const day = timeZone === 'America/Los_Angeles' ? lastDay : String(rows[1]![name]);
    if (interval === 'day') expect(await found('time', 'eq', day)).toEqual(['Last']);
  });

  test.each(['day', 'year'])('a pivot table by %s ends with the last day', async (interval) => {
    const definition = {
      renderer: 'pivot_table',
      rowFieldKeys: [],
      period: { fieldKey: 'day', interval, from: '9999-12-30', count: 4 },
      metric: { function: 'count_rows' },
    };
    const view = { name: `Ends ${timeZone} ${interval}`, objectTypeId, ...definition };
    const { id } = (await gateway.admin.done('POST /channels/general/views', view)).view;
    const { periods } = await viewData(gateway.admin, 'general', id);
    expect(periods!.at(-1)!.end).toBe(lastDay);
  });
});

test.each(['\u0301', '\ud800', 'a\0b'])('a part of a text that cannot be sought is refused: %j', async (value) => {
  for (const operator of ['contains', 'not_contains', 'starts_with', 'ends_with']) {
    const filters = [{ field: 'title', operator, value }];
    expectProblem(await ask({ operation: 'records', filters }), 'invalid_request', ['/filters/0/value']);
  }
  const channel = { name: 'Described', description: 'a\0b' };
  expectProblem(await gateway.admin.call('POST /channels', channel), 'invalid_request', ['/description']);
});

test.each([
  ['day', '0000-12-31'],
  ['day', '0000-01-01'],
  ['day', '10000-01-01'],
  ['day', '-0001-01-01'],
  ['time', '0001-01-01T00:00:00.000+00:01'],
  ['time', '9999-12-31T23:59:59.999-00:01'],
  ['time', '0000-12-31T23:59:59Z'],
  ['time', '+010000-01-01T00:00:00Z'],
])('a %s beyond the ends is none: %s', async (field, value) => {
  expectProblem(await records.create(objectTypeId, 'Beyond', { [field]: value }), 'invalid_values', [
    `/values/${field}`,
  ]);
  const filters = [{ field, operator: 'eq', value }];
  expectProblem(await ask({ operation: 'records', filters }), 'invalid_request', ['/filters/0/value']);
});
