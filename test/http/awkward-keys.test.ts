import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { askView, newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { form, textFile } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const month = new Date().toISOString().slice(0, 7);
const fields: FieldInput[] = [
  { key: 'close', type: 'date' },
  { key: 'close_month', type: 'text' },
  { key: 'constructor', label: 'Maker', type: 'select', options: { choices: [{ key: 'toString' }, { key: 'b' }] } },
];
let objectTypeId = '';

beforeAll(async () => {
  const close = `${month}-01`;
  objectTypeId = (
    await newDataSet(gateway.dataFolder, 'general', 'Awkward', fields, [
      { title: 'One', values: { close, close_month: 'a', constructor: 'toString' } },
      { title: 'Two', values: { close, close_month: 'a', constructor: null } },
      { title: 'Three', values: { close, constructor: null } },
    ])
  ).id;
});

const save = async (renderer: string, more: object) =>
  (await savedView(gateway.admin, 'general', { name: renderer, objectTypeId, renderer, ...more })).id;
const pivot = (rowFieldKeys: string[], metric: object = { function: 'count_rows' }, of = objectTypeId) =>
  save('pivot_table', {
    objectTypeId: of,
    rowFieldKeys,
    metric,
    period: { fieldKey: 'close', interval: 'month', count: 1 },
    totals: { rows: true, columns: true },
  });

describe('a pivot table', () => {
  test('of a field that is called like its periods has the cells of both', async () => {
    const { rows } = await viewData(gateway.admin, 'general', await pivot(['close_month']));
    expect(rows).toEqual([
      { keys: { close_month: 'a' }, values: { [month]: 2 }, total: 2 },
      { keys: {}, values: { [month]: 1 }, total: 1 },
    ]);
  });

  test('of a field called constructor has a row without a value', async () => {
    const { rows } = await viewData(gateway.admin, 'general', await pivot(['constructor']));
    expect(rows!.map(({ keys, total }) => [Object.entries(keys), total])).toEqual([
      [[['constructor', 'toString']], 1],
      [[], 2],
    ]);
  });

  test('of figures that are too large names the function and the field', async () => {
    const csv = textFile(`close,amount\n${month}-01,1e308\n${month}-01,1e308\n`);
    const body = form(['name', 'Huge'], ['types', '{"amount": "number"}'], ['file', csv, 'huge.csv']);
    const { dataSet } = await gateway.admin.done('POST /channels/general/data-sets/import', body);
    const id = await pivot(['close'], { function: 'sum', field: 'amount' }, dataSet.objectTypeId);
    const { detail } = expectProblem(await askView(gateway.admin, 'general', id), 'invalid_request');
    expect(detail).toContain('sum of amount');
  });
});

test('a board by a field called constructor counts the records without a value', async () => {
  const { groups } = await viewData(gateway.admin, 'general', await save('board', { groupByFieldKey: 'constructor' }));
  expect(groups!.map(({ count }) => count)).toEqual([1, 0, 2]);
  expect(groups!.at(-1)).toEqual({ label: 'No Maker', count: 2 });
});
