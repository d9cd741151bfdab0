import { beforeAll, expect, test } from 'vitest';
import type { TypedQuery } from '../../schemas/queries.ts';
import { newDataSet } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { startGateway } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'other@workspace.test' });
const count = 23;
let objectTypeId = '';
let artifactId = '';
let versionId = '';

beforeAll(async () => {
  const records = Array.from({ length: count }, (_, place) => ({
    title: `Record ${String(place).padStart(2, '0')}`,
    values: { amount: place % 4, ...(place % 3 > 0 && { note: `note ${place % 3}` }) },
  }));
  const fields = [
    { key: 'amount', type: 'number' as const },
    { key: 'note', type: 'long_text' as const },
  ];
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Paged', fields, records)).id;
  const rows = records.map(({ title, values }) => `${title},${values.amount}`);
  const sheet = { kind: 'csv', title: 'Paged', content: `title,amount\n${rows.join('\n')}\n`, channelId: 'general' };
  const { artifact } = await gateway.admin.done('POST /artifacts', { ...sheet, idempotencyKey: 'paged' });
  ({ id: artifactId, versionId } = artifact);
});

const records = (query: object) => ({ mode: 'deterministic', operation: 'records', ...query });
const ofDataSet = (query: object = {}) => records({ channelId: 'general', objectTypeId, ...query });
const descending: TypedQuery['orderBy'] = [
  { field: 'amount', direction: 'desc' },
  { field: 'note', direction: 'asc' },
];

/** The IDs of all pages; each says whether rows remain. */
async function walked(query: object): Promise<string[]> {
  const met: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await gateway.admin.done('POST /queries', { ...query, ...(cursor && { cursor }) });
    met.push(...data.rows!.map(({ id }) => String(id)));
    expect(data.completeness!.complete).toBe(nextCursor === undefined);
    if (nextCursor === undefined) return met;
    expect(data.completeness!.reason).toBe('row_limit');
    cursor = nextCursor;
  }
}

test.each([
  ['a Data Set', () => ofDataSet()],
  ['a Data Set in an order with ties and empty values', () => ofDataSet({ orderBy: descending })],
  ['a sheet', () => records({ artifactId })],
  ['a sheet in an order', () => records({ artifactId, orderBy: [{ field: 'amount', direction: 'desc' }] })],
])('pages of %s hold every row once, in its order', async (_what, query) => {
  const { data } = await gateway.admin.done('POST /queries', { ...query(), limit: 1_000 });
  const all = data.rows!.map(({ id }) => id);
  expect(all).toHaveLength(count);
  expect(await walked({ ...query(), limit: 5 })).toEqual(all);
});

test('a cursor is taken with another limit, and with the ID or the slug of the channel', async () => {
  const { nextCursor } = await gateway.admin.done('POST /queries', ofDataSet({ limit: 5 }));
  const { channel } = await gateway.admin.done('GET /channels/general');
  const rest = ofDataSet({ channelId: channel.id, cursor: nextCursor, limit: 1_000 });
  const { data, nextCursor: none } = await gateway.admin.done('POST /queries', rest);
  expect([data.rows!.length, none]).toEqual([count - 5, undefined]);
});

test('a cursor is taken by a gateway that has not issued it, and refused there with a changed character', async () => {
  const query = ofDataSet({ orderBy: descending, limit: 5 });
  const { nextCursor } = await gateway.admin.done('POST /queries', query);
  const next = { ...query, cursor: nextCursor! };
  const { data: expected } = await gateway.admin.done('POST /queries', next);
  const other = accountAt((await startGateway(gateway.dataFolder)).url, gateway.admin.token);
  const changed = nextCursor!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  expectProblem(await other.call('POST /queries', { ...next, cursor: changed }), 'invalid_request');
  expect((await other.done('POST /queries', next)).data.rows).toEqual(expected.rows);
});

test.each([
  ['another filter', { filters: [{ field: 'amount', operator: 'gt', value: 0 }] }],
  ['another order', { orderBy: descending }],
  ['other fields', { fields: ['note'] }],
])('a cursor is refused with %s', async (_what, other) => {
  const { nextCursor: cursor } = await gateway.admin.done('POST /queries', ofDataSet({ limit: 5 }));
  const { errors } = expectProblem(
    await gateway.admin.call('POST /queries', ofDataSet({ cursor, ...other })),
    'invalid_request',
  );
  expect(errors).toMatchObject([{ path: '/cursor' }]);
});

test('a cursor of another caller, and one of another version of a sheet, are refused', async () => {
  const { nextCursor: cursor } = await gateway.admin.done('POST /queries', ofDataSet({ limit: 5 }));
  const other = gateway.as('other@workspace.test');
  expectProblem(await other.call('POST /queries', ofDataSet({ cursor })), 'invalid_request');

  const sheet = await gateway.admin.done('POST /queries', records({ artifactId, limit: 5 }));
  const change = { expectedVersionId: versionId, content: 'title,amount\nOnly,1\n', idempotencyKey: 'changed' };
  await gateway.admin.done(`PATCH /artifacts/${artifactId}`, change);
  const going = { artifactId, cursor: sheet.nextCursor };
  expectProblem(await gateway.admin.call('POST /queries', records(going)), 'invalid_request');
  const { data } = await gateway.admin.done('POST /queries', records({ ...going, versionId }));
  expect(data.rows).toHaveLength(count - 5);
});

test('figures and Views take no cursor', async () => {
  const metrics = [{ alias: 'count', function: 'count_rows' }];
  const query = { ...ofDataSet({ metrics, cursor: 'any' }), operation: 'aggregate' };
  const { errors } = expectProblem(await gateway.admin.call('POST /queries', query), 'invalid_request');
  expect(errors).toMatchObject([{ path: '/cursor' }]);
});
