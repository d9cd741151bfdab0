import { limits } from '../../schemas/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();

/**
 * Texts that mean something to SQL, JSON, patterns, prototypes, formats or screens; each must be no more than itself.
 */
const naughty = [
  "'",
  "''",
  '"',
  '`',
  "'; drop table records; --",
  "' or '1'='1",
  "' or 1=1 --",
  '" or ""="',
  "'; delete from data_1; --",
  "x' union select id, title from users --",
  'x"; drop table data_1; --',
  ') or (1=1',
  'select * from sqlite_master',
  'f1',
  'data_1',
  'null',
  'NULL',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  'true',
  'false',
  '0',
  '--',
  '/* comment */',
  '#',
  ';',
  '?',
  '?1',
  ':name',
  '@p1',
  '$1',
  '$.a',
  '$[0]',
  '$',
  '{"a": 1}',
  '[1, 2]',
  '["x"]',
  '{{7*7}}',
  '${7*7}',
  '%',
  '%%',
  '_',
  '%a%',
  'a_c',
  'abc',
  '*',
  'a*c',
  '[a-c]',
  '[^a]',
  '^',
  '.*',
  '\\',
  '\\\\',
  '\\%',
  '\\_',
  "\\'",
  '\\u0000',
  '\\0',
  '%00',
  '%27',
  '&#39;',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'id',
  'title',
  'or',
  'and',
  'rowid',
  'é',
  'e\u0301',
  'É',
  'ﬁ',
  'fi',
  'ß',
  'ss',
  'İ',
  'ı',
  '日本',
  'مرحبا',
  '\u202egnp.exe',
  '\u2066isolated\u2069',
  'zero\u200bwidth',
  'zerowidth',
  '\ufeffbom',
  'a\u00a0b',
  'a b',
  '😀',
  '👨‍👩‍👧',
  '👨',
  '\u{1f1e9}\u{1f1ea}',
  'Z\u0351\u036b\u0343a\u0321l\u0322g\u0334o',
  '\ufffd',
  '\u{10ffff}',
  '\ud7ff',
  'ａ',
  'Ω',
  '../../etc/passwd',
  'C:\\con',
  '=1+1',
  '=cmd|x!A0',
  '+1',
  '@SUM(1)',
  '-',
  `long ${'x'.repeat(290)}`,
];

/** Texts of more than a line. They are values, but not valid titles or choices. */
const longer = [
  'two\nlines',
  '\ttab',
  'crlf\r\nend',
  `very long ${"'".repeat(20_000)}`,
  ' ',
  ' led',
  'trailed ',
  '\u0085',
];

/** Texts that are none: they are refused, and nothing is kept of them. */
const noText = ['lone \ud800 surrogate', '\udc00', 'nul \0 character'];

interface Answer {
  data: { rows: Record<string, unknown>[] };
}

let channelId: string;
let objectTypeId: string;

const ask = async (query: object): Promise<Record<string, unknown>[]> => {
  const body = { mode: 'deterministic', channelId, objectTypeId, ...query };
  return ((await gateway.admin.done('POST /queries', body)) as unknown as Answer).data.rows;
};

const found = (field: string, operator: string, value: unknown) =>
  ask({ operation: 'records', filters: [{ field, operator, value }], limit: 1000 });

/** How many rows each table has that no test here may touch, and the tables there are. */
const untouched = () =>
  inStorage(gateway.dataFolder, async (tx) => {
    const tables = await tx.introspection.getTables();
    const users = await tx.selectFrom('users').select('id').execute();
    const channels = await tx.selectFrom('channels').select('slug').execute();
    return { tables: tables.map(({ name }) => name).sort(), users, channels };
  });

async function newDataSet(body: object): Promise<string> {
  const answer: unknown = await gateway.admin.done('POST /channels/general/data-sets', body);
  return (answer as { dataSet: { objectTypeId: string } }).dataSet.objectTypeId;
}

const addRecord = (title: string, values: object) =>
  gateway.admin.done('POST /channels/general/records', { objectTypeId, title, values });

let before: Awaited<ReturnType<typeof untouched>>;

beforeAll(async () => {
  const { channel } = await gateway.admin.done('GET /channels/general');
  channelId = channel.id;
  const choices = naughty.map((key) => ({ key, label: key }));
  objectTypeId = await newDataSet({
    name: "Naughty'; drop table data_sets; --",
    fields: [
      { key: 'value', label: "value'] from x --", type: 'text' },
      { key: 'note', label: '$.note', type: 'long_text' },
      { key: 'choice', label: '"choice"', type: 'select', options: { choices } },
      { key: 'several', label: '%_', type: 'multi_select', options: { choices } },
    ],
  });
  for (const [index, text] of naughty.entries()) {
    const several = [text, naughty[(index + 1) % naughty.length]];
    await addRecord(text, { value: text, note: `<${text}>`, choice: text, several });
  }
  for (const text of longer) await addRecord('Longer', { value: text, note: `<${text}>` });
  before = await untouched();
});

describe.each([...naughty, ...longer].map((text) => ({ text, shown: JSON.stringify(text).slice(0, 60) })))(
  '$shown',
  ({ text }) => {
    test('is found exactly by itself and comes back as it went in', async () => {
      expect((await found('value', 'eq', text)).map(({ value }) => value)).toEqual([text]);
      expect((await found('value', 'in', [text])).map(({ value }) => value)).toEqual([text]);
      expect((await found('value', 'neq', text)).map(({ value }) => value)).not.toContain(text);
    });

    test('is found by its parts, and only in what holds them', async () => {
      const all = [...naughty, ...longer];
      for (const [operator, holds] of Object.entries(parts)) {
        const part = operator === 'ends_with' ? text.slice(-limits.soughtText) : text.slice(0, limits.soughtText);
        const values = (await found('value', operator, part)).map(({ value }) => value);
        expect(new Set(values)).toEqual(new Set(all.filter((one) => holds(folded(one), folded(part)))));
        expect(values.length).toBe(new Set(values).size);
      }
      expect(
        (await found('note', 'contains', `<${text}>`.slice(0, limits.soughtText))).map(({ value }) => value),
      ).toContain(text);
    });
  },
);

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const parts = {
  contains: (text: string, part: string) => text.includes(part),
  starts_with: (text: string, part: string) => text.startsWith(part),
  ends_with: (text: string, part: string) => text.endsWith(part),
};

test('each title and choice is found by itself alone', async () => {
  for (const text of naughty) {
    expect((await found('title', 'eq', text)).map(({ title }) => title)).toEqual([text]);
    const [record, ...others] = await found('choice', 'eq', text);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ choice: text, title: text });
    expect((record!['several'] as string[])[0]).toBe(text);
    const having = await found('several', 'has_all_of', [text]);
    expect(having.length).toBe(2);
  }
});

test('each groups alone, in the text of its own', async () => {
  const groups = (field: string) =>
    ask({
      operation: 'aggregate',
      groupBy: [field],
      metrics: [{ alias: 'count', function: 'count_rows' }],
      limit: 1000,
    });
  const values = await groups('value');
  expect(new Set(values.map(({ value }) => value))).toEqual(new Set([...naughty, ...longer]));
  expect(values.map(({ count }) => count)).toEqual([...naughty, ...longer].map(() => 1));
  expect((await groups('choice')).map(({ choice }) => choice)).toEqual([...naughty, undefined]);
  expect((await groups('several')).map(({ several, count }) => [several, count])).toEqual([
    ...naughty.map((text) => [text, 2]),
    [undefined, longer.length],
  ]);
});

test.each(noText.map((text) => ({ text, shown: JSON.stringify(text) })))(
  '$shown is refused everywhere',
  async ({ text }) => {
    const statuses = async (request: string, ...bodies: object[]) =>
      Promise.all(bodies.map(async (body) => (await gateway.admin.call(request, body)).status));
    const query = { mode: 'deterministic', channelId, objectTypeId, operation: 'records' };
    const field = { key: 'a', type: 'text' };
    const record = { objectTypeId, title: 'x' };
    expect(
      await statuses(
        'POST /channels/general/data-sets',
        { name: text },
        { name: 'x', fields: [{ ...field, label: text }] },
        { name: 'x', fields: [{ ...field, type: 'select', options: { choices: [{ key: text }] } }] },
      ),
    ).toEqual([400, 400, 400]);
    expect(
      await statuses(
        'POST /channels/general/records',
        { ...record, title: text },
        { ...record, values: { value: text } },
      ),
    ).toEqual([400, 422]);
    expect(await statuses('POST /queries', { ...query, orderBy: [{ field: text, direction: 'asc' }] })).toEqual([400]);
  },
);

test.each(naughty.map((text) => ({ text, shown: JSON.stringify(text).slice(0, 60) })))(
  '$shown names a Data Set and a field by their labels, in answers and in queries',
  async ({ text }) => {
    const made = await newDataSet({ name: text, fields: [{ key: 'a', label: text, type: 'text' }] });
    const { channel } = (await gateway.admin.done('GET /channels/general')) as unknown as {
      channel: { dataSets: { objectTypeId: string; name: string; fields: { key: string; label: string }[] }[] };
    };
    const shown = channel.dataSets.find((dataSet) => dataSet.objectTypeId === made)!;
    expect([shown.name, shown.fields[0]!.label]).toEqual([text, text]);
    if (text === 'title' || text === 'id') return;
    await gateway.admin.done('POST /channels/general/records', { objectTypeId: made, title: 'x', values: { a: 'x' } });
    const query = { mode: 'deterministic', channelId, objectTypeId: made };
    const count = [{ alias: 'count', function: 'count_rows' }];
    for (const bodyOf of [
      (field: string) => ({ operation: 'records', filters: [{ field, operator: 'eq', value: 'x' }] }),
      (field: string) => ({ operation: 'records', orderBy: [{ field, direction: 'asc' }] }),
      (field: string) => ({ operation: 'records', fields: [field] }),
      (field: string) => ({ operation: 'aggregate', metrics: [{ alias: 'a', function: 'count_distinct', field }] }),
      (field: string) => ({ operation: 'aggregate', metrics: count, groupBy: [field] }),
    ]) {
      const [byLabel, byKey] = await Promise.all(
        [text, 'a'].map((field) => gateway.admin.done('POST /queries', { ...query, ...bodyOf(field) })),
      );
      expect(byLabel!.data).toEqual(byKey!.data);
    }
  },
);

test('all else stands as it did', async () => {
  const now = await untouched();
  expect(now).toEqual({ ...before, tables: now.tables });
  expect(now.tables).toEqual(expect.arrayContaining(before.tables));
  await expectSound(gateway.dataFolder);
});
