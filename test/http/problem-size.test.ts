import { beforeAll, describe, expect, test } from 'vitest';
import { limits, mistakeLimits } from '../../schemas/limits.ts';
import { newDataSet } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
let objectTypeId = '';

beforeAll(async () => {
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Deals', [{ key: 'stage', type: 'text' }], [])).id;
});

const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const keys = (count: number) => Object.fromEntries(times(count, (index) => [`key_${index}`, 1]));
const query = (rest: object) => ({
  mode: 'deterministic',
  operation: 'records',
  channelId: 'general',
  objectTypeId,
  ...rest,
});
/** As many as a body may hold values, nearly. */
const many = 0.4 * limits.jsonValues;
const manyKeys = limits.jsonObjectKeys - 10;

describe('a refusal stays small, however many mistakes there are:', () => {
  test.each<[what: string, request: string, body: () => object, paths?: string[]]>([
    ['filters', 'POST /queries', () => query({ filters: times(many, () => ({})) }), ['/filters']],
    ['alternatives', 'POST /queries', () => query({ filters: [{ or: times(many, () => ({})) }] }), ['/filters']],
    [
      'nested conditions',
      'POST /queries',
      () => query({ filters: times(40, () => ({ or: times(20, () => ({ and: times(20, () => ({})) })) })) }),
      ['/filters'],
    ],
    ['keys of a condition', 'POST /queries', () => query({ filters: [keys(manyKeys)] })],
    ['fields', 'POST /queries', () => query({ fields: times(many, () => 1) }), ['/fields']],
    ['widgets', 'POST /queries', () => query({ widgetIds: times(many, () => 1) }), ['/widgetIds']],
    ['metrics', 'POST /queries', () => query({ metrics: times(many, () => ({})) }), ['/metrics']],
    ['keys of a body', 'POST /queries', () => query(keys(manyKeys))],
    ['a long key of a body', 'POST /queries', () => query({ ['k'.repeat(1_000_000)]: 1 })],
    [
      'values of a record',
      'POST /channels/general/records',
      () => ({ objectTypeId, title: 'One', values: keys(manyKeys) }),
      ['/values'],
    ],
    [
      'fields of a Data Set',
      'POST /channels/general/data-sets',
      () => ({ name: 'One', fields: times(many, () => ({})) }),
      ['/fields'],
    ],
  ])('%s', async (_what, request, body, paths) => {
    const reply = await gateway.admin.call(request, body());
    const { errors = [] } = expectProblem(reply, 'invalid_request', paths);
    expect(errors.length).toBeLessThanOrEqual(mistakeLimits.mistakes);
    expect(reply.bytes.byteLength).toBeLessThan(64 * 1024);
  });
});

const unknownFields = async (count: number) =>
  expectProblem(
    await gateway.admin.call('POST /channels/general/records', { objectTypeId, title: 'One', values: keys(count) }),
    'invalid_request',
  );

test(`up to ${mistakeLimits.mistakes - 1} mistakes are all named, and of more the first ${mistakeLimits.mistakes}`, async () => {
  const all = await unknownFields(mistakeLimits.mistakes - 1);
  expect(all.errors).toHaveLength(mistakeLimits.mistakes - 1);
  expect(all.detail).not.toContain('Only the first');
  const some = await unknownFields(mistakeLimits.mistakes + 1);
  expect(some.errors).toHaveLength(mistakeLimits.mistakes);
  expect(some.detail).toContain(`Only the first ${mistakeLimits.mistakes} mistakes are named`);
});

test(`values of ${limits.fields} keys are looked at, of one more they are not`, async () => {
  expect((await unknownFields(limits.fields)).errors).toHaveLength(mistakeLimits.mistakes);
  expect((await unknownFields(limits.fields + 1)).errors).toEqual([
    { path: '/values', message: `must have at most ${limits.fields} keys` },
  ]);
});
