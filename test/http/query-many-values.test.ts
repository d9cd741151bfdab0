import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const fields: FieldInput[] = [
  { key: 'at', type: 'date_time' },
  { key: 'on', type: 'date' },
  { key: 'number', type: 'number' },
  { key: 'text', type: 'text' },
];
let objectTypeId = '';

const day = (number: number) => new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10);
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

beforeAll(async () => {
  const records = times(limits.inValues + 50, (n) => ({
    title: `Record ${n}`,
    values: { at: `${day(n)}T12:00:00Z`, on: day(n), number: n, text: `t${n}` },
  }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Many', fields, records)).id;
});

const many: { [field: string]: (n: number) => unknown } = {
  at: day,
  on: day,
  number: (n) => n,
  text: (n) => `t${n}`,
};
const count = { alias: 'records', function: 'count_rows' };
const run = async (query: object): Promise<unknown> => {
  const { data } = await gateway.admin.done('POST /queries', {
    mode: 'deterministic',
    channelId: 'general',
    ...query,
  });
  return data;
};
const counted = async (filter: object) =>
  run({ operation: 'aggregate', objectTypeId, metrics: [count], filters: [filter] });

test.each(Object.keys(many))(`${limits.inValues} values of %s find what each of them finds`, async (field) => {
  const value = times(limits.inValues, many[field]!);
  expect(await counted({ field, operator: 'in', value })).toMatchObject({ rows: [{ records: limits.inValues }] });
  expect(await counted({ field, operator: 'not_in', value })).toMatchObject({ rows: [{ records: 50 }] });
});

test('times among days find their moment alone', async () => {
  const value = [...times(100, day), `${day(150)}T12:00:00Z`, `${day(151)}T13:00:00Z`];
  expect(await counted({ field: 'at', operator: 'in', value })).toMatchObject({ rows: [{ records: 101 }] });
});

test('as many saved and temporary conditions of as many values as there may be are answered together', async () => {
  const value = times(limits.inValues, day);
  const saved = times(6, () => ({ fieldKey: 'at', op: 'in', value }));
  const conditions = times(limits.conditions, () => ({ field: 'at', operator: 'in', value }));
  const { id } = await savedView(gateway.admin, 'general', {
    name: 'Figures',
    objectTypeId,
    renderer: 'dashboard',
    filters: saved,
    widgets: [{ id: 'all', title: 'All', type: 'number', metrics: [count], filters: conditions }],
  });
  const data = await run({ operation: 'view', viewId: id, filters: conditions });
  expect(data).toMatchObject({ widgets: [{ rows: [{ records: limits.inValues }] }] });
});
