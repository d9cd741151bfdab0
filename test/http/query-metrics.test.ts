import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let objectTypeId = '';

const deals: [owner: string, stage: string, amount?: number][] = [
  ['Ada', 'won', 10],
  ['Ada', 'won', 40],
  ['Ada', 'lost', 20],
  ['Ada', 'lost', 90],
  ['Bo', 'won', 5],
  ['Bo', 'lost', 7],
  ['Bo', 'open'],
  ['Cy', 'open'],
];

beforeAll(async () => {
  const fields = [
    { key: 'owner', type: 'text' as const },
    { key: 'stage', type: 'text' as const },
    { key: 'amount', type: 'currency' as const, options: { currencyCode: 'EUR' } },
    { key: 'closed_on', type: 'date' as const },
  ];
  const records = deals.map(([owner, stage, amount], place) => ({
    title: `Deal ${place}`,
    values: { owner, stage, closed_on: `2026-05-0${place + 1}`, ...(amount !== undefined && { amount }) },
  }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Deals', fields, records)).id;
});

const asking = (query: object) =>
  gateway.admin.call('POST /queries', {
    mode: 'deterministic',
    operation: 'aggregate',
    channelId: 'general',
    objectTypeId,
    ...query,
  });
const rowsOf = async (query: object) => (await asking(query)).body.data.rows;

const median = { alias: 'median', function: 'median', field: 'amount' };
const all = { alias: 'all', function: 'count_rows' };
const isWon = [{ field: 'stage', operator: 'eq', value: 'won' }];
const won = { alias: 'won', function: 'count_rows', filters: isWon };

test('a median is the middle value, the mean of two middle ones, or none', async () => {
  expect(await rowsOf({ groupBy: ['owner'], metrics: [median] })).toEqual([
    { owner: 'Ada', median: 30 },
    { owner: 'Bo', median: 6 },
    { owner: 'Cy' },
  ]);
  expect(await rowsOf({ metrics: [median], filters: [{ field: 'amount', operator: 'lt', value: 90 }] })).toEqual([
    { median: 10 },
  ]);
  const { columns } = (await asking({ metrics: [median] })).body.data;
  expect(columns).toEqual([{ key: 'median', label: 'median', type: 'currency' }]);
  expectProblem(await asking({ metrics: [{ ...median, field: 'owner' }] }), 'invalid_request', ['/metrics/0/function']);
});

test('a metric counts only what its own filters let through', async () => {
  const sum = { alias: 'sum', function: 'sum', field: 'amount', filters: isWon };
  const most = { alias: 'most', function: 'maximum', field: 'amount', filters: isWon };
  expect(await rowsOf({ groupBy: ['owner'], metrics: [all, won, sum, most, { ...median, filters: isWon }] })).toEqual([
    { owner: 'Ada', all: 4, won: 2, sum: 50, most: 40, median: 25 },
    { owner: 'Bo', all: 3, won: 1, sum: 5, most: 5, median: 5 },
    { owner: 'Cy', all: 1, won: 0, sum: 0 },
  ]);
  const wrong = { ...won, filters: [{ field: 'stagee', operator: 'eq', value: 'won' }] };
  expectProblem(await asking({ metrics: [all, wrong] }), 'invalid_request', ['/metrics/1/filters/0/field']);
});

test('having keeps groups by their metrics', async () => {
  const last = { alias: 'last', function: 'maximum', field: 'closed_on' };
  const having = (field: string, operator: string, value?: unknown) =>
    rowsOf({ groupBy: ['owner'], metrics: [all, won, median, last], having: [{ field, operator, value }] }).then(
      (rows) => rows!.map(({ owner }) => owner),
    );
  expect(await having('all', 'gte', 3)).toEqual(['Ada', 'Bo']);
  expect(await having('won', 'between', [1, 1])).toEqual(['Bo']);
  expect(await having('median', 'is_empty')).toEqual(['Cy']);
  expect(await having('last', 'lt', '2026-05-05')).toEqual(['Ada']);
  expect(await rowsOf({ metrics: [all], having: [{ field: 'all', operator: 'gt', value: deals.length }] })).toEqual([]);
  const metrics = [all];
  const stranger = { metrics, having: [{ field: 'owner', operator: 'eq', value: 'Ada' }] };
  const { errors } = expectProblem(await asking(stranger), 'invalid_request', ['/having/0/field']);
  expect(errors![0]!.message).toContain('known aliases: all');
  const misfit = { metrics, having: [{ field: 'all', operator: 'contains', value: '1' }] };
  expectProblem(await asking(misfit), 'invalid_request', ['/having/0/operator']);
  const rows = { operation: 'records', having: [{ field: 'all', operator: 'eq', value: 1 }] };
  expectProblem(await asking(rows), 'invalid_request', ['/having']);
});

test('a widget of a dashboard takes all of it', async () => {
  const widget = { id: 'w', title: 'W', type: 'table', groupBy: ['owner'], metrics: [won, median] };
  const widgets = [{ ...widget, having: [{ field: 'won', operator: 'gt', value: 1 }] }];
  const view = await savedView(gateway.admin, 'general', { name: 'W', objectTypeId, renderer: 'dashboard', widgets });
  const data = await viewData(gateway.admin, 'general', view.id);
  expect(data.widgets![0]!.rows).toEqual([{ owner: 'Ada', won: 2, median: 30 }]);
});

test('as many conditions of metrics and of groups are taken as are allowed, and not one more', async () => {
  const condition = { field: 'amount', operator: 'gt', value: 0 };
  const metricsWith = (count: number) => [
    { ...won, filters: Array.from({ length: count - 1 }, () => condition) },
    { ...median, filters: [condition] },
  ];
  const havingOf = (count: number) => Array.from({ length: count }, () => ({ field: 'all', operator: 'gt', value: 0 }));
  expect((await asking({ metrics: metricsWith(limits.conditions) })).status).toBe(200);
  expectProblem(await asking({ metrics: metricsWith(limits.conditions + 1) }), 'invalid_request', ['/metrics']);
  expect((await asking({ metrics: [all], having: havingOf(limits.conditions) })).status).toBe(200);
  expectProblem(await asking({ metrics: [all], having: havingOf(limits.conditions + 1) }), 'invalid_request', [
    '/having',
  ]);
});
