import {
  dateTypes,
  type Field,
  type FieldType,
  isMultiple,
  MetricFunction,
  numberTypes,
  Operator,
  textTypes,
} from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { Random } from '../support/random.ts';
import type { Table } from './table.ts';

/** A body that must be refused, and where in it the mistake is: the pointer of the refusal begins so. */
export interface Mistake {
  readonly what: string;
  readonly body: Record<string, unknown>;
  readonly path: string;
}

type Said = [what: string, path: string, part: object];

/** One query for each mistake that can be made with a table. */
export function mistakesWith(table: Table, chance: Random): Mistake[] {
  const target = { mode: 'deterministic', channelId: table.channelId, objectTypeId: table.objectTypeId };
  const asking =
    (start: object) =>
    ([what, path, part]: Said): Mistake => ({ what, path, body: { ...target, ...start, ...part } });
  const records = asking({ operation: 'records' });
  const aggregate = asking({ operation: 'aggregate', metrics: [count] });

  const conditions = [
    ['unknown field', 'no_such_field', 'eq', 'x', 'field'],
    ['person who is unknown', 'created_by', 'eq', 'x', 'value'],
    ['field of a prototype', 'constructor', 'eq', 'x', 'field'],
    ['unknown operator', 'title', 'like', 'x', 'operator'],
    ...table.fields.flatMap((field) => mistakenConditions(field, chance)),
  ] satisfies WrongCondition[];
  return [
    ...conditions.map((wrong) => chance.pick([records, aggregate])(placed(wrong, chance))),
    ...table.fields.flatMap((field) => mistakenFigures(field, chance)).map(aggregate),
    ...mistakenFilters.map(records),
    ...mistakenAggregates.map(aggregate),
    ...mistakenRecords.map(records),
  ];
}

const count = { alias: 'count', function: 'count_rows' };
const good = { field: 'title', operator: 'eq', value: 'x' };
const times = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));

/** The mistake, the condition that has it, and the part of the condition that a refusal names. */
type WrongCondition = [what: string, field: string, operator: string, value: unknown, part: string];

function mistakenConditions(field: Field, chance: Random): WrongCondition[] {
  const { key, operators } = field;
  const foreign = Operator.options.filter((operator) => !operators.includes(operator));
  const value = (what: string, operator: string, wrong: unknown): WrongCondition => [
    what,
    key,
    operator,
    wrong,
    'value',
  ];
  return [
    ...chance
      .some(foreign, 3)
      .map((operator): WrongCondition => ['operator not taken', key, operator, 'x', 'operator']),
    ...wrongValues(field).map((wrong) => value('value of a wrong type', operators[0]!, wrong)),
    ...operators.flatMap((operator): WrongCondition[] => {
      switch (operator) {
        case 'in':
        case 'not_in':
        case 'has_any_of':
        case 'has_all_of':
        case 'has_none_of':
          return [
            value('empty list', operator, []),
            value('no list', operator, 'x'),
            value('too many values', operator, manyValues(field)),
            value('wrong value in a list', operator, [valueFor(field), { a: 1 }]),
          ];
        case 'between':
          return [1, 3].map((ends) =>
            value(
              `${ends} ends`,
              operator,
              times(ends, () => valueFor(field)),
            ),
          );
        case 'within':
          return ['next_year', '-P7D', 7].map((period) => value('no period', operator, period));
        case 'is_empty':
        case 'is_not_empty':
          return [value('value for nothing', operator, 'x')];
        default:
          return [value('no value', operator, undefined)];
      }
    }),
  ];
}

/** The condition at a random place: alone, after a good one, or nested. */
function placed([what, field, operator, value, part]: WrongCondition, chance: Random): Said {
  const wrong = { field, operator, value };
  const [filters, at] = chance.pick<[unknown[], string]>([
    [[wrong], '/filters/0'],
    [[good, wrong], '/filters/1'],
    [[{ or: [good, wrong] }], '/filters/0/or/1'],
    [[good, { or: [good, { and: [wrong] }] }], '/filters/1/or/1/and/0'],
  ]);
  const said = `${what}: ${field} ${operator} ${JSON.stringify(value)?.slice(0, 60) ?? 'nothing'}`;
  return [said, `${at}/${part}`, { filters }];
}

function mistakenFigures(field: Field, chance: Random): Said[] {
  const { key, type, functions } = field;
  const foreign = MetricFunction.options.filter((name) => name !== 'count_rows' && !functions.includes(name));
  const metric = (name: string) => ({ metrics: [{ alias: 'a', function: name, field: key }] });
  return [
    ...chance
      .some(foreign, 2)
      .map((name): Said => [`function not taken: ${name} of ${key}`, '/metrics/0', metric(name)]),
    ['field of count_rows', '/metrics/0/field', metric('count_rows')],
    ['grouped twice by a field', '/groupBy/1', { groupBy: [key, key] }],
    ...(dateTypes.has(type)
      ? []
      : [[`interval of ${key}`, '/groupBy/0', { groupBy: [{ field: key, interval: 'month' }] }] satisfies Said]),
    ...(isMultiple(field) ? [] : [[`ordered by ${key}, no column`, '/orderBy/0/field', ordered(key)] satisfies Said]),
  ];
}

const ordered = (field: string, direction = 'asc') => ({ orderBy: [{ field, direction }] });

const mistakenFilters: Said[] = [
  ['51 conditions', '/filters', { filters: times(limits.conditions + 1, () => good) }],
  ['51 conditions, nested', '/filters', { filters: [good, { or: times(limits.conditions, () => good) }] }],
  ['nesting three deep', '/filters/0', { filters: [{ or: [{ and: [{ or: [good] }] }] }] }],
  ['an empty or', '/filters/0', { filters: [{ or: [] }] }],
  ['both or and and', '/filters/0', { filters: [{ or: [good], and: [good] }] }],
  ['no filter at all', '/filters/0', { filters: ['x'] }],
  ['filters that are no list', '/filters', { filters: good }],
];

const mistakenAggregates: Said[] = [
  ['metric without field', '/metrics/1', { metrics: [count, { alias: 'a', function: 'count_distinct' }] }],
  ['unknown field', '/metrics/0/field', { metrics: [{ alias: 'a', function: 'count_distinct', field: 'no_such' }] }],
  ['unknown function', '/metrics/0/function', { metrics: [{ alias: 'a', function: 'mode', field: 'title' }] }],
  ['alias of a column', '/metrics/0/alias', { groupBy: ['title'], metrics: [{ ...count, alias: 'title' }] }],
  [
    'alias of a bucket',
    '/metrics/0/alias',
    { groupBy: [{ field: 'created_at', interval: 'month' }], metrics: [{ ...count, alias: 'created_at_month' }] },
  ],
  ['alias twice', '/metrics/1/alias', { metrics: [count, count] }],
  ['alias that is no name', '/metrics/0/alias', { metrics: [{ ...count, alias: 'a b' }] }],
  ['9 groupBy', '/groupBy', { groupBy: times(limits.groupBy + 1, () => 'title') }],
  ['21 metrics', '/metrics', { metrics: times(limits.metrics + 1, (index) => ({ ...count, alias: `a${index}` })) }],
  ['neither metric nor group', '/metrics', { metrics: [] }],
  ['grouped by an unknown field', '/groupBy/0', { groupBy: ['no_such_field'] }],
  ['unknown interval', '/groupBy/0', { groupBy: [{ field: 'created_at', interval: 'decade' }] }],
  ['fields of an aggregate', '/fields', { fields: ['title'] }],
];

const mistakenRecords: Said[] = [
  ['ordered by an unknown field', '/orderBy/0/field', ordered('no_such')],
  ['unknown direction', '/orderBy/0/direction', ordered('title', 'up')],
  ['ordered by 9', '/orderBy', { orderBy: times(limits.groupBy + 1, () => ordered('title').orderBy[0]) }],
  ['unknown field to show', '/fields/0', { fields: ['no_such'] }],
  ['limit 1001', '/limit', { limit: limits.queryRowsMost + 1 }],
  ['limit 0', '/limit', { limit: 0 }],
  ['limit in words', '/limit', { limit: '10' }],
  ['limit of a half', '/limit', { limit: 1.5 }],
  ['widgetIds without view', '/widgetIds', { widgetIds: ['w'] }],
  ['viewId without view', '/viewId', { viewId: 'v' }],
  ['view without viewId', '/viewId', { operation: 'view', objectTypeId: undefined }],
  ['unknown key', '/sql', { sql: 'select 1' }],
  ['unknown operation', '/operation', { operation: 'delete' }],
  ['no Data Set', '/objectTypeId', { objectTypeId: undefined }],
  ['no channel', '/channelId', { channelId: undefined }],
  ['groupBy of records', '/groupBy', { groupBy: ['title'] }],
  ['metrics of records', '/metrics', { metrics: [count] }],
];

/** A query in which one place holds something else altogether. */
export function spoilt(query: object, chance: Random): unknown {
  const copy = structuredClone(query) as Record<string, unknown>;
  let holder: Record<string, unknown> = copy;
  while (true) {
    const key = chance.pick(Object.keys(holder));
    const inner = holder[key];
    if (inner === null || typeof inner !== 'object' || Object.keys(inner).length === 0 || chance.happens(0.3)) {
      holder[key] = chance.pick(junk);
      return copy;
    }
    holder = inner as Record<string, unknown>;
  }
}

const junk = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '__proto__',
  "'; --",
  'P1D',
  '2026-10-05',
  [],
  [null],
  [[]],
  ['x', 1],
  {},
  { or: [] },
  { field: 'title' },
  { field: 'title', operator: 'eq', value: { $ne: 1 } },
  'x'.repeat(10_000),
];

/** Values that the first operator of the field does not take. */
function wrongValues(field: Field): unknown[] {
  const { type } = field;
  if (isMultiple(field)) return type === 'multi_select' ? [['no such choice'], 'x', [1]] : [[1], 'x', {}];
  if (numberTypes.has(type)) return ['5', true, null, [5], {}];
  if (type === 'checkbox') return ['true', 1, null, [true]];
  if (type === 'select') return ['no such choice', 1, ['x']];
  if (dateTypes.has(type)) return ['yesterday', '2026-02-30', '2026-13-01', '05.10.2026', 20261005, '-P7X', '', null];
  if (type === 'url' || type === 'email') return ['neither', 5, null];
  if (textTypes.has(type)) return [5, true, null, ['x'], { a: 1 }];
  return [5, true, null, ['x']];
}

/** Some value that an `in` of the field takes. */
function valueFor({ type, options }: Field): unknown {
  if (numberTypes.has(type)) return 1;
  if (dateTypes.has(type)) return '2026-10-05';
  return options?.choices?.[0]?.key ?? 'x';
}

function manyValues(field: Field): unknown[] {
  const nth: Partial<Record<FieldType, (index: number) => unknown>> = {
    number: (index) => index,
    currency: (index) => index,
    percent: (index) => index,
    date: (index) => new Date(index * 86_400_000).toISOString().slice(0, 10),
    date_time: (index) => new Date(index * 86_400_000).toISOString(),
  };
  const value = nth[field.type] ?? ((index) => (field.options?.choices ? valueFor(field) : `x${index}`));
  return times(limits.inValues + 1, value);
}
