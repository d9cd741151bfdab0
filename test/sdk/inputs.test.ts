import { beforeAll, expect, test } from 'vitest';
import { WorkspaceClient } from '../../src/sdk/index.ts';
import { answeringFirst } from '../support/networks.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let client: WorkspaceClient;
let recordId: string;

beforeAll(async () => {
  client = new WorkspaceClient({ baseUrl: gateway.url, token: gateway.admin.token! });
  const fields = [{ key: 'num', label: 'Num', type: 'number' }] as const;
  const { dataSet } = await client.dataSets.create({ channelId: 'general', name: 'Deals', fields: [...fields] });
  const deal = { channelId: 'general', objectTypeId: dataSet.objectTypeId, title: 'Crane', values: { num: 77 } };
  recordId = (await client.records.create(deal)).record.id;
});

const circle: Record<string, unknown> = {};
circle.inner = [circle];

/** Objects nested this deep. */
const nested = (depth: number) =>
  Array.from({ length: depth }).reduce<object>((inner, _one, at) => (at ? { a: inner } : {}), {});

test.each<[what: string, num: unknown, path: string]>([
  ['NaN', NaN, ''],
  ['Infinity', JSON.parse('1e400'), ''],
  ['-Infinity', -Infinity, ''],
  ['a BigInt', 5n, ''],
  ['a function', () => 5, ''],
  ['a symbol', Symbol('5'), ''],
  ['an invalid date', new Date('never'), ''],
  ['a number in an object', Object(NaN), ''],
  ['a Map', new Map([['a', 1]]), ''],
  ['bytes', new Uint8Array(2), ''],
  ['a circle', circle, '/inner/0'],
  ['undefined in an array', ['a', undefined], '/1'],
  ['a hole in an array', Object.assign([], { 1: 'a' }), '/0'],
  ['NaN that something else stands for', { toJSON: () => [NaN] }, '/0'],
  ['NaN below odd names', { 'a/b': [{ 'c~d': NaN }] }, '/a~1b/0/c~0d'],
  ['what nests without end', nested(20_000), '/a'.repeat(62)],
])('%s is refused by its place, and nothing is sent', async (_what, num, path) => {
  const { url, asked } = await answeringFirst(gateway.url);
  const update = new WorkspaceClient({ baseUrl: url, token: gateway.admin.token! }).records.update({
    channelId: 'general',
    recordId,
    values: { num },
  });
  await expect(update).rejects.toMatchObject({
    name: 'WorkspaceError',
    code: 'invalid_request',
    extras: { errors: [{ path: `/values/num${path}` }] },
  });
  expect(asked).toEqual([]);
  const { record } = await client.records.get({ channelId: 'general', recordId });
  expect(record.values).toEqual({ num: 77 });
});

test('every value of JSON is sent: dates as they are written, one object in two places, and nothing for undefined', async () => {
  const label = 'Label';
  const fields = [{ key: 'day', label, type: 'date_time', required: undefined }] as const;
  const held = { channelId: 'general', name: 'Held', description: undefined, fields: [...fields] };
  const { objectTypeId } = (await client.dataSets.create(held)).dataSet;
  const day = new Date('2026-05-01T12:00:00.000Z');
  const values = { day, none: undefined };
  const { record } = await client.records.create({ channelId: 'general', objectTypeId, title: 'May', values });
  expect(record.values).toEqual({ day: day.toISOString() });
  const filter = { field: 'title', operator: 'eq', value: 'May' } as const;
  const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId } as const;
  const { data } = await client.queries.run({ ...query, filters: [filter, filter] });
  expect(data.rows).toHaveLength(1);
});

test('wrong values in the address and in a form are refused alike', async () => {
  const refusals: [path: string, call: Promise<unknown>][] = [
    ['/limit', client.channels.list({ limit: NaN })],
    ['/length', client.artifacts.get({ artifactId: 'art_1', length: 5n as unknown as number })],
    ['/sha256', client.files.upload({ file: new Blob(['a']), sha256: (() => 'a') as unknown as string })],
  ];
  for (const [path, call] of refusals) {
    await expect(call).rejects.toMatchObject({ code: 'invalid_request', extras: { errors: [{ path }] } });
  }
});

test('the gateway takes what nests as deep as it may, and no more', async () => {
  const update = (num: object) => client.records.update({ channelId: 'general', recordId, values: { num } });
  await expect(update(nested(62))).rejects.toMatchObject({ code: 'invalid_values', requestId: expect.any(String) });
  await expect(update(nested(63))).rejects.toMatchObject({ code: 'invalid_request', requestId: undefined });
});

test.each([null, 'general', 5, [[]]])('%j is not an input', async (input) => {
  await expect(client.channels.list(input as object)).rejects.toMatchObject({
    name: 'WorkspaceError',
    code: 'invalid_request',
    message: expect.stringMatching(/must be an object/),
  });
});
