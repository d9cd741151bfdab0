import { beforeAll, describe, expect, test } from 'vitest';
import { csvForm } from '../support/imports.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let objectTypeId: string;

const record = (title: string, values: Record<string, unknown>) =>
  gateway.admin.done('POST /channels/general/records', { objectTypeId, title, values });

const figures = (metric: string, ...titles: string[]) =>
  gateway.admin.call('POST /queries', {
    mode: 'deterministic',
    channelId: 'general',
    objectTypeId,
    operation: 'aggregate',
    metrics: [{ alias: 'figure', function: metric, field: 'amount' }],
    filters: [{ field: 'title', operator: 'in', value: titles }],
  });

beforeAll(async () => {
  const fields = [
    { key: 'amount', type: 'number' },
    { key: 'constructor', type: 'text' },
  ];
  const { dataSet } = await gateway.admin.done('POST /channels/general/data-sets', { name: 'Extremes', fields });
  objectTypeId = dataSet.objectTypeId;
  await record('most exact', { amount: Number.MAX_SAFE_INTEGER });
  await record('one', { amount: 1 });
  const huge = csvForm('title,amount\nhuge,1e308\nas huge,1e308\n');
  await gateway.admin.done(`POST /channels/general/data-sets/${objectTypeId}/import`, huge);
});

describe('figures at the ends of what numbers are', () => {
  test('integers add up exactly to 2^53', async () => {
    expect((await figures('sum', 'most exact', 'one')).body.data.rows).toEqual([{ figure: 2 ** 53 }]);
  });

  test.each(['sum', 'average'])('a %s that no number can be is refused, not left out', async (metric) => {
    const problem = expectProblem(await figures(metric, 'huge', 'as huge'), 'invalid_request');
    expect(problem.detail).toMatch(/is larger than a number can be; leave out .* by a filter/);
  });

  test.each(['minimum', 'maximum'])('their %s is a number still', async (metric) => {
    expect((await figures(metric, 'huge', 'as huge')).body.data.rows).toEqual([{ figure: 1e308 }]);
  });
});

test.each([2 ** 53, -(2 ** 53)])('a filter by %d, which may have been another number, is refused', async (value) => {
  const asked = {
    mode: 'deterministic',
    channelId: 'general',
    objectTypeId,
    operation: 'records',
    filters: [{ field: 'amount', operator: 'eq', value }],
  };
  expectProblem(await gateway.admin.call('POST /queries', asked), 'invalid_request', ['/filters/0/value']);
});

test('a field may bear the name of what every object has', async () => {
  const { record: without } = await record('without', {});
  expect(without.values).toEqual({});
  const { record: having } = await record('with', { constructor: 'Ada' });
  expect(having.values).toEqual({ constructor: 'Ada' });
});

test('letters beneath as many marks as a value may have, in an order of their own, are found by the letters', async () => {
  const marked = (letters: string) => letters + '\u0301\u0323'.repeat((100_000 - letters.length) / 2);
  const texts = ['Zoë', 'Zoé', 'Ana'];
  for (const letters of texts) await record(letters, { constructor: marked(`${letters} `) });
  const filters = Array.from({ length: 20 }, () => ({
    field: 'constructor',
    operator: 'contains',
    value: marked('zoe '),
  }));
  const query = {
    mode: 'deterministic',
    operation: 'records',
    channelId: 'general',
    objectTypeId,
    fields: [],
    filters,
  };
  const { data } = await gateway.admin.done('POST /queries', query);
  expect(data.rows!.map(({ title }) => String(title)).toSorted()).toEqual(['Zoé', 'Zoë']);
});
