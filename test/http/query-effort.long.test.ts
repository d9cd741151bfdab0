import { describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, type NewRecord } from '../support/data-sets.ts';
import { expectProblem } from '../support/problems.ts';
import { childrenOf } from '../support/processes.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

const choices = times(limits.fieldValues, (n) => ({ key: `c${n}` }));
const everyChoice = choices.map(({ key }) => key);
const longText = 'x'.repeat(limits.cell);
const count = { alias: 'n', function: 'count_rows' };

const list = (key: string): FieldInput => ({ key, type: 'multi_select', options: { choices } });
const text = (key: string): FieldInput => ({ key, type: 'long_text' });

/** A gateway that has read nothing yet, with one Data Set. */
async function serving(fields: readonly FieldInput[], records: readonly NewRecord[], ...flags: string[]) {
  const dataFolder = await temporaryFolder();
  const gateway = await startGateway(dataFolder, ...flags);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const { id: objectTypeId } = await newDataSet(dataFolder, 'general', 'Things', fields, records);
  const asked = { mode: 'deterministic', channelId: 'general', objectTypeId };
  return {
    account,
    aggregate: (query: object) => account.call('POST /queries', { ...asked, operation: 'aggregate', ...query }),
    records: (query: object) => account.call('POST /queries', { ...asked, operation: 'records', ...query }),
    readers: () => childrenOf(gateway.process.pid!, 'tinypool').length,
  };
}

type Serving = Awaited<ReturnType<typeof serving>>;

describe('in the gateway itself runs what is light,', () => {
  const fields = [
    list('tags'),
    text('note'),
    { key: 'at', type: 'date_time' },
    { key: 'size', type: 'number' },
  ] as const;
  const small = times(5_000, (n) => ({
    title: `Thing ${n}`,
    values: { tags: [`c${n % 5}`], note: `Note ${n % 7}`, at: '2026-01-01T00:00:00Z', size: n },
  }));
  const light: [string, (served: Serving) => Promise<{ status: number }>][] = [
    ['groups', ({ aggregate }) => aggregate({ groupBy: ['note'], metrics: [count] })],
    ['groups of a list', ({ aggregate }) => aggregate({ groupBy: ['tags'], metrics: [count] })],
    ['a sum', ({ aggregate }) => aggregate({ metrics: [{ alias: 's', function: 'sum', field: 'size' }] })],
    ['a median', ({ aggregate }) => aggregate({ metrics: [{ alias: 'm', function: 'median', field: 'size' }] })],
    ['an order', ({ records }) => records({ orderBy: [{ field: 'size', direction: 'desc' }] })],
  ];

  test('and nothing else', async () => {
    const served = await serving(fields, small);
    for (const [what, ask] of light) {
      expect((await ask(served)).status).toBe(200);
      expect([what, served.readers()]).toEqual([what, 0]);
    }
    const metrics = [...times(19, () => 'at'), 'size'].map((field, n) => ({
      alias: `n${n}`,
      function: 'count_distinct',
      field,
    }));
    expect((await served.aggregate({ groupBy: ['size'], metrics })).status).toBe(200);
    expect(served.readers()).toBe(1);
  });
});

describe('in a process of its own runs what touches much, however few the records:', () => {
  const lists = times(600, (n) => ({ title: `Thing ${n}`, values: { a: everyChoice, b: everyChoice } }));
  const texts = times(300, (n) => ({
    title: `Thing ${n}`,
    values: { a: `${longText.slice(4)}${n}`, b: 'é'.repeat(50_000) },
  }));
  const has = (value: readonly string[]) => ({ field: 'a', operator: 'has_all_of', value });
  const heavy: [string, FieldInput[], NewRecord[], (served: Serving) => Promise<{ status: number }>][] = [
    ['the values of a list', [list('a'), list('b')], lists, ({ aggregate }) => aggregate({ groupBy: ['a'] })],
    [
      'lists in conditions',
      [list('a'), list('b')],
      lists,
      ({ aggregate }) => aggregate({ metrics: [count], filters: times(5, () => has(everyChoice.slice(0, 200))) }),
    ],
    [
      'combinations of values',
      [list('a'), list('b')],
      lists.slice(0, 1),
      ({ aggregate }) => aggregate({ groupBy: ['a', 'b'] }),
    ],
    ['groups of long texts', [text('a'), text('b')], texts, ({ aggregate }) => aggregate({ groupBy: ['a'], limit: 1 })],
    [
      'different long texts',
      [text('a'), text('b')],
      texts,
      ({ aggregate }) => aggregate({ metrics: [{ alias: 'n', function: 'count_distinct', field: 'a' }] }),
    ],
    [
      'an order of long texts',
      [text('a'), text('b')],
      texts,
      ({ records }) => records({ fields: [], orderBy: [{ field: 'a', direction: 'asc' }] }),
    ],
    [
      'conditions of metrics',
      [list('a'), list('b')],
      lists,
      ({ aggregate }) =>
        aggregate({
          metrics: times(5, (n) => ({ ...count, alias: `n${n}`, filters: [has(everyChoice.slice(0, 200))] })),
        }),
    ],
    [
      'medians of many values',
      [{ key: 'size', type: 'number' }],
      times(5_000, (size) => ({ title: `Thing ${size}`, values: { size } })),
      ({ aggregate }) =>
        aggregate({ metrics: times(20, (n) => ({ alias: `m${n}`, function: 'median', field: 'size' })) }),
    ],
    [
      'a text that takes long to fold',
      [text('a'), text('b')],
      texts.slice(0, 1),
      ({ aggregate }) => aggregate({ metrics: [count], filters: [{ field: 'b', operator: 'contains', value: 'x' }] }),
    ],
  ];

  test.each(heavy)('%s', async (_what, fields, records, ask) => {
    const served = await serving(fields, records);
    expect((await ask(served)).status).toBe(200);
    expect(served.readers()).toBe(1);
  });
});

test('the time of a query bounds what it groups, too', async () => {
  const records = times(20, (n) => ({ title: `Thing ${n}`, values: { a: everyChoice, b: everyChoice } }));
  const { aggregate } = await serving([list('a'), list('b')], records, '--query-seconds', '1');
  const reply = await aggregate({ groupBy: ['a', 'b', 'title'], metrics: [count] });
  expect(expectProblem(reply, 'invalid_request').detail).toMatch(/^The query ran longer than 1 s/);
});

describe('up to a bound is counted, and refused beyond it:', () => {
  const slow = 120_000;
  const patient = ['--query-seconds', '600'];
  const isNoneTooMany = [{ field: 'title', operator: 'neq', value: 'One too many' }];

  test(
    'combinations of several values',
    async () => {
      const most = limits.groupedCombinations / limits.fieldValues ** 2;
      const full = times(most, (n) => ({ title: `Thing ${n}`, values: { a: everyChoice, b: everyChoice } }));
      const records = [...full, { title: 'One too many', values: {} }];
      const { aggregate } = await serving([list('a'), list('b')], records, ...patient);
      const query = { groupBy: ['a', 'b'], metrics: [count], limit: 1 };
      const { status, body } = await aggregate({ ...query, filters: isNoneTooMany });
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: { rows: [{ a: 'c0', b: 'c0', n: most }] } });
      const { detail } = expectProblem(await aggregate(query), 'invalid_request');
      expect(detail).toMatch(/^The 2 fields with several values have more than 10,000,000 combinations to group by\. /);
    },
    slow,
  );

  test(
    'bytes of texts that are grouped with several values',
    async () => {
      const listBytes = JSON.stringify(everyChoice.map((_, n) => n)).length;
      const bytesOf = (characters: number) => limits.fieldValues * characters + listBytes;
      const full = Math.floor(limits.groupedBytes / bytesOf(limits.cell));
      let left = limits.groupedBytes - full * bytesOf(limits.cell);
      const last = Math.floor((left - listBytes) / limits.fieldValues);
      left -= bytesOf(last);
      const lengths = [...times(full, () => limits.cell), last];
      const records = [
        ...lengths.map((length) => ({ title: 'Full', values: { a: everyChoice, b: longText.slice(0, length) } })),
        { title: 'Rest', values: { b: longText.slice(0, left) } },
        { title: 'One too many', values: { b: 'x' } },
      ];
      const { aggregate } = await serving([list('a'), text('b')], records, ...patient);
      const query = { groupBy: ['a', 'b'], metrics: [count], limit: 1 };
      expect((await aggregate({ ...query, filters: isNoneTooMany })).status).toBe(200);
      const { detail } = expectProblem(await aggregate(query), 'invalid_request');
      expect(detail).toMatch(/^The combinations of values to group by hold too much text\. /);
    },
    slow,
  );

  test(
    'different items of a field with several values',
    async () => {
      const idsOf = (record: number) => times(limits.fieldValues, (n) => `u${record * limits.fieldValues + n}`);
      const full = times(limits.distinctItems / limits.fieldValues, (n) => ({
        title: `Thing ${n}`,
        values: { people: idsOf(n) },
      }));
      const records = [...full, { title: 'One too many', values: { people: ['somebody else'] } }];
      const { aggregate } = await serving([{ key: 'people', type: 'user', multiple: true }], records, ...patient);
      const query = { metrics: [{ alias: 'n', function: 'count_distinct', field: 'people' }] };
      const { body } = await aggregate({ ...query, filters: isNoneTooMany });
      expect(body).toMatchObject({ data: { rows: [{ n: limits.distinctItems }] } });
      const { detail } = expectProblem(await aggregate(query), 'invalid_request');
      expect(detail).toMatch(/^A field with several values holds more than 2,000,000 different values/);
    },
    slow,
  );

  test(
    'values of which the median is found',
    async () => {
      const most = limits.medianValues / limits.metrics;
      const full = times(most, (size) => ({ title: 'Thing', values: { size } }));
      const records = [...full, { title: 'One too many', values: { size: 0 } }];
      const { aggregate } = await serving([{ key: 'size', type: 'number' }], records, ...patient);
      const metrics = times(limits.metrics, (n) => ({ alias: `m${n}`, function: 'median', field: 'size' }));
      const { body } = await aggregate({ metrics, filters: isNoneTooMany });
      expect(body).toMatchObject({ data: { rows: [{ m0: (most - 1) / 2 }] } });
      const { detail } = expectProblem(await aggregate({ metrics }), 'invalid_request');
      expect(detail).toMatch(/^A group has more than 100,000 values, too many for this median\. /);
      expect((await aggregate({ metrics: metrics.slice(1) })).status).toBe(200);
    },
    slow,
  );
});
