import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const year = new Date().getUTCFullYear();
const fields = [
  { key: 'old', type: 'date' as const },
  { key: 'planned', type: 'date' as const },
  { key: 'at', type: 'date_time' as const },
];
let objectTypeId = '';

beforeAll(async () => {
  const dates: [old: number, planned?: number][] = [
    [year - 8, year + 3],
    [year - 1, year + 3],
    [year, year + 5],
    [year + 2, year + 12],
    [year + 2],
  ];
  const records = dates.map(([old, planned], place) => ({
    title: `Record ${place}`,
    values: {
      old: `${old}-06-15`,
      ...(planned !== undefined && { planned: `${planned}-06-15`, at: `${planned}-06-15T12:00:00Z` }),
    },
  }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Plans', fields, records)).id;
});

const definition = (period: object) => ({
  name: 'Periods',
  objectTypeId,
  renderer: 'pivot_table',
  rowFieldKeys: [],
  period: { fieldKey: 'planned', interval: 'year', ...period },
  metric: { function: 'count_rows' },
  totals: { rows: true, columns: true },
});

async function shown(period: object, filters?: object[]) {
  const { id } = await savedView(gateway.admin, 'general', definition(period));
  const { periods, totals, leftOut } = await viewData(gateway.admin, 'general', id, { ...(filters && { filters }) });
  return { years: periods!.map(({ key }) => Number(key) - year), grand: totals!.grand, leftOut };
}

describe('without from', () => {
  test('the periods end with the current one, and it is said what they leave out', async () => {
    expect(await shown({ fieldKey: 'old', count: 3 })).toEqual({
      years: [-2, -1, 0],
      grand: 2,
      leftOut: { before: 1, after: 2, empty: 0 },
    });
  });

  test('the periods follow records that all lie ahead', async () => {
    const expected = { years: [3, 4, 5], grand: 3, leftOut: { before: 0, after: 1, empty: 1 } };
    expect(await shown({ count: 3 })).toEqual(expected);
    expect(await shown({ count: 3, fieldKey: 'at' })).toEqual(expected);
  });

  test('the periods end with the last of records that all lie before', async () => {
    const before = [{ fieldKey: 'old', op: 'lt', value: `${year - 4}-01-01` }];
    expect(await shown({ fieldKey: 'old', count: 3 }, before)).toEqual({
      years: [-10, -9, -8],
      grand: 1,
      leftOut: { before: 0, after: 0, empty: 0 },
    });
  });

  test('the periods follow what temporary filters let through', async () => {
    const later = [{ fieldKey: 'planned', op: 'gte', value: `${year + 4}-01-01` }];
    expect(await shown({ count: 2 }, later)).toEqual({
      years: [5, 6],
      grand: 1,
      leftOut: { before: 0, after: 1, empty: 0 },
    });
    const none = [{ fieldKey: 'planned', op: 'is_empty' }];
    expect(await shown({ count: 2 }, none)).toEqual({
      years: [-1, 0],
      grand: 0,
      leftOut: { before: 0, after: 0, empty: 1 },
    });
  });

  test('a negative count keeps them where they are', async () => {
    expect(await shown({ count: -2 })).toMatchObject({ years: [-1, 0], leftOut: { before: 0, after: 4, empty: 1 } });
  });
});

describe('with from', () => {
  test('the periods begin with the one that holds it, or end with it', async () => {
    const from = `${year + 4}-03-01`;
    expect(await shown({ from, count: 2 })).toEqual({
      years: [4, 5],
      grand: 1,
      leftOut: { before: 2, after: 1, empty: 1 },
    });
    expect(await shown({ from, count: -2 })).toMatchObject({ years: [3, 4], grand: 2 });
    expect((await shown({ from })).years).toHaveLength(limits.pivotPeriodsDefault);
  });

  test('it may be a duration from now', async () => {
    expect((await shown({ from: 'P0D', count: 2 })).years).toEqual([0, 1]);
    expect((await shown({ from: '-P2Y', count: -2 })).years).toEqual([-3, -2]);
  });

  test('periods beyond the last year are left away', async () => {
    expect((await shown({ from: '9998-01-01', count: 4 })).years).toEqual([9998 - year, 9999 - year]);
  });
});

test('a typed query of the View says the same', async () => {
  const { id: viewId } = await savedView(gateway.admin, 'general', definition({ count: 3 }));
  const query = { mode: 'deterministic', operation: 'view', channelId: 'general', viewId };
  const { data } = await gateway.admin.done('POST /queries', query);
  expect(data).toMatchObject({ leftOut: { before: 0, after: 1, empty: 1 } });
});

test('as many periods are taken in both directions as are allowed', async () => {
  const save = (period: object) => gateway.admin.call('POST /channels/general/views', definition(period));
  for (const count of [limits.pivotPeriods, -limits.pivotPeriods]) expect((await save({ count })).status).toBe(201);
  for (const count of [limits.pivotPeriods + 1, -limits.pivotPeriods - 1, 0])
    expectProblem(await save({ count }), 'invalid_request', ['/period/count']);
  expectProblem(await save({ from: 'tomorrow' }), 'invalid_request', ['/period/from']);
});
