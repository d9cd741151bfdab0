import fc from 'fast-check';
import { fields, type Lab } from './lab.ts';
import { idsFor } from './ids.ts';
import { naughty, text } from './strings.ts';
import { anything, type Json, type Known, sometimes } from './values.ts';

const keys = fc.constantFrom('title', 'created_at', 'created_by', 'id', ...fields.map(({ key }) => key));
const fieldNames = new Set(['field', 'fieldKey', 'columns', 'fields', 'cardFieldKeys', 'groupBy', 'rowFieldKeys']);

const mostly = (...good: string[]): fc.Arbitrary<Json> =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: keys });

/** Values of fields as records hold them, and as filters compare them. */
const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>('open', 'won', 'red', true, false, 0, 1, -2.5, 1e15, '2026-02-28', 'this_month', 'plan', ''),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((day) => day.toISOString()),
  fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
    .map((day) => day.toISOString().slice(0, 10)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
  anything,
);
const compared: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: scalars },
  { weight: 1, arbitrary: fc.array(scalars, { maxLength: 4 }) },
);

const valuesByType: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  checkbox: fc.boolean(),
  select: fc.constantFrom('open', 'won'),
  multi_select: fc.subarray(['red', 'blue']),
  date: fc.constantFrom('2026-02-28', '0001-01-01', '9999-12-31', '2024-02-29'),
  date_time: fc.constantFrom('2026-02-28T12:00:00.000Z', '2026-02-28T12:00:00+14:00', '9999-12-31T23:59:59.999Z'),
  url: fc.constantFrom('https://example.com/a?b=c#d', 'http://[::1]/'),
  email: fc.constantFrom('a@example.com', 'ä@example.com'),
};
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1e15, 2 ** 53, 1e308, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** The meaning of names in a lab. */
export function knownIn(lab: Lab): Known {
  const records = fc
    .record(
      Object.fromEntries(
        fields.map(({ key, type }) => {
          const value = fc.oneof({ weight: 30, arbitrary: valueOf(type, lab) }, { weight: 1, arbitrary: anything });
          return [key, sometimes(value)];
        }),
      ),
      { noNullPrototype: true },
    )
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as Json);
  const cases: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    values: records,
    value: compared,
    idempotencyKey: fc.oneof(
      fc.uuid(),
      fc.constantFrom('again', 'once more', '~'),
      fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme-ascii' }),
    ),
    content: fc.oneof(text, fc.constantFrom('name,amount\nAda,3\n', '# Plan\n\n- a\n', '"', 'a,b\n1,"')),
    oldText: fc.oneof(
      fc.constantFrom('Plan', 'We open in May.', '\n', 'a', 'n'),
      text.map((one) => one || 'a'),
    ),
    groupByFieldKey: mostly('stage', 'done', 'owner'),
    dateFieldKey: mostly('day', 'at', 'created_at'),
    endDateFieldKey: mostly('day', 'at'),
    startFieldKey: mostly('day', 'at'),
    endFieldKey: mostly('day', 'at'),
    question: questions,
    contentBase64: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    waitSeconds: fc.constant(0),
    slug: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
    tools: fc.constant('all'),
  };
  return (name) => {
    if (fieldNames.has(name)) return fc.oneof({ weight: 9, arbitrary: keys }, { weight: 1, arbitrary: naughty });
    return (Object.hasOwn(cases, name) ? cases[name] : undefined) ?? idsFor(name, lab);
  };
}

function valueOf(type: string, lab: Lab): fc.Arbitrary<Json> {
  const ids = (kind: string) => fc.nat(3).map((place) => lab.own(kind)[place] ?? '');
  if (type === 'user') return ids('usr');
  if (type === 'artifact') return ids('art');
  if (type === 'session') return ids('ses');
  if (type === 'file') return fc.array(ids('file'), { maxLength: 2 });
  if (type === 'number' || type === 'currency' || type === 'percent') return numbers;
  return valuesByType[type] ?? text;
}

const words = fc.constantFrom(
  'how many',
  'deals',
  'open',
  'won',
  'sum of',
  'average',
  'amount',
  'per',
  'stage',
  'this month',
  'last 3 years',
  'top 5',
  'not',
  'and',
  'or',
  'more than',
  '12',
  '1,000.50',
  '-',
  '€',
  '%',
  'who',
  'plan',
  'between',
  'since 2026',
  '?',
  '"',
  'by',
  'each',
);

/** Questions in prose: of words that mean something, and of anything. */
export const questions: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof({ weight: 5, arbitrary: words }, { weight: 1, arbitrary: naughty }), {
        minLength: 1,
        maxLength: 14,
      })
      .map((list) => list.join(' ')),
  },
  { weight: 1, arbitrary: text },
);
