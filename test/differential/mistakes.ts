import { limits } from '../../schemas/limits.ts';
import {
  type Field,
  isMultiple,
  type FieldType,
  Operator,
  MetricFunction,
  numberTypes,
  dateTypes,
  textTypes,
} from '../../schemas/fields.ts';
import type { Chance } from './chance.ts';
import type { Table } from './table.ts';

/** A body that must be refused, and where in it the mistake is: the pointer of the refusal begins so. */
export interface Mistake {
  readonly what: string;
  readonly body: Record<string, unknown>;
  readonly path: string;
}

/** One query for each mistake that can be made with a table. */
export function mistakesWith(table: Table, chance: Chance): Mistake[] {
  const target = { mode: 'deterministic', channelId: table.channelId, objectTypeId: table.objectTypeId };
  const count = { alias: 'count', function: 'count_rows' };
  const aggregate = (what: string, path: string, rest: object): Mistake => ({
    what,
    path,
    body: { ...target, operation: 'aggregate', metrics: [count], ...rest },
  });
  const records = (what: string, path: string, rest: object): Mistake => ({
    what,
    path,
    body: { ...target, operation: 'records', ...rest },
  });
  const some = (holds: (field: Field) => boolean) => table.fields.filter(holds);
  const text = 'title';
  const good = { field: text, operator: 'eq', value: 'x' };

  /** The mistaken condition at a random place: alone, after a good one, or nested. */
  const condition = (what: string, field: string, operator: string, value?: unknown, part = 'value'): Mistake => {
    const wrong = { field, operator, ...(value !== undefined && { value }) };
    const [filters, at] = chance.pick<[unknown[], string]>([
      [[wrong], '/filters/0'],
      [[good, wrong], '/filters/1'],
      [[{ or: [good, wrong] }], '/filters/0/or/1'],
      [[good, { or: [good, { and: [wrong] }] }], '/filters/1/or/1/and/0'],
    ]);
    return chance.pick([records, aggregate])(`${what}: ${field} ${operator} ${brief(value)}`, `${at}/${part}`, {
      filters,
    });
  };

  return [
    condition('unknown field', 'no_such_field', 'eq', 'x', 'field'),
    condition('field by its label', 'No such', 'eq', 'x', 'field'),
    condition('field of a prototype', 'constructor', 'eq', 'x', 'field'),
    ...table.fields.flatMap((field) => [
      ...chance
        .some(
          Operator.options.filter((operator) => !field.operators.includes(operator)),
          2,
        )
        .map((operator) => condition('operator not taken', field.key, operator, 'x', 'operator')),
      ...wrongValues(field).map((value) => condition('value of a wrong type', field.key, field.operators[0]!, value)),
      ...field.operators
        .filter((operator) => operator === 'in' || operator === 'not_in' || operator.startsWith('has_'))
        .flatMap((operator) => [
          condition('empty list', field.key, operator, []),
          condition('no list', field.key, operator, 'x'),
          condition('too many values', field.key, operator, manyValues(field)),
          condition('wrong value in a list', field.key, operator, [listed(field), { a: 1 }]),
        ]),
      ...field.operators
        .filter((operator) => operator === 'between')
        .flatMap((operator) => [
          condition('one end', field.key, operator, [listed(field)]),
          condition('three ends', field.key, operator, [listed(field), listed(field), listed(field)]),
        ]),
      ...(field.operators.includes('within')
        ? ['next_year', '-P7D', 7].map((value) => condition('no period', field.key, 'within', value))
        : []),
      ...chance
        .some(
          MetricFunction.options.filter((name) => name !== 'count_rows' && !field.functions.includes(name)),
          1,
        )
        .map((name) =>
          aggregate(`function not taken: ${name} of ${field.key}`, '/metrics/0', {
            metrics: [{ alias: 'a', function: name, field: field.key }],
          }),
        ),
      ...(dateTypes.has(field.type)
        ? []
        : [
            aggregate(`interval of ${field.key}`, '/groupBy/0', { groupBy: [{ field: field.key, interval: 'month' }] }),
          ]),
    ]),
    records('51 conditions', '/filters', { filters: Array.from({ length: limits.conditions + 1 }, () => good) }),
    records('51 conditions, nested', '/filters', {
      filters: [good, { or: Array.from({ length: limits.conditions }, () => good) }],
    }),
    records('nesting three deep', '/filters/0', { filters: [{ or: [{ and: [{ or: [good] }] }] }] }),
    records('an empty or', '/filters/0', { filters: [{ or: [] }] }),
    records('no filter at all', '/filters/0', { filters: ['x'] }),
    aggregate('metric without field', '/metrics/1', { metrics: [count, { alias: 'a', function: 'count_distinct' }] }),
    aggregate('metric of an unknown field', '/metrics/0/field', {
      metrics: [{ alias: 'a', function: 'count_distinct', field: 'no_such' }],
    }),
    aggregate('unknown function', '/metrics/0/function', {
      metrics: [{ alias: 'a', function: 'median', field: text }],
    }),
    aggregate('alias of a column', '/metrics/0/alias', {
      groupBy: [text],
      metrics: [{ alias: text, function: 'count_rows' }],
    }),
    aggregate('alias of a bucket', '/metrics/0/alias', {
      groupBy: [{ field: 'created_at', interval: 'month' }],
      metrics: [{ alias: 'created_at_month', function: 'count_rows' }],
    }),
    aggregate('alias twice', '/metrics/1/alias', { metrics: [count, count] }),
    aggregate('alias that is no name', '/metrics/0/alias', { metrics: [{ alias: 'a b', function: 'count_rows' }] }),
    aggregate('9 groupBy', '/groupBy', { groupBy: Array.from({ length: limits.groupBy + 1 }, () => text) }),
    aggregate('21 metrics', '/metrics', {
      metrics: Array.from({ length: limits.metrics + 1 }, (_, index) => ({
        alias: `a${index}`,
        function: 'count_rows',
      })),
    }),
    aggregate('grouped by an unknown field', '/groupBy/0', { groupBy: ['no_such_field'] }),
    aggregate('unknown interval', '/groupBy/0', { groupBy: [{ field: 'created_at', interval: 'decade' }] }),
    aggregate('ordered by what is no column', '/orderBy/0/field', {
      orderBy: [{ field: 'created_by', direction: 'asc' }],
    }),
    records('ordered by an unknown field', '/orderBy/0/field', { orderBy: [{ field: 'no_such', direction: 'asc' }] }),
    records('unknown direction', '/orderBy/0/direction', { orderBy: [{ field: text, direction: 'up' }] }),
    records('unknown field to show', '/fields/0', { fields: ['no_such'] }),
    records('limit 1001', '/limit', { limit: limits.queryRowsMost + 1 }),
    records('limit 0', '/limit', { limit: 0 }),
    records('limit in words', '/limit', { limit: '10' }),
    records('widgetIds without view', '/widgetIds', { widgetIds: ['w'] }),
    records('viewId without view', '/viewId', { viewId: 'v' }),
    records('unknown key', '/sql', { sql: 'select 1' }),
    records('no Data Set', '/objectTypeId', { objectTypeId: undefined }),
    records('groupBy of records', '/groupBy', { groupBy: [text] }),
    records('metrics of records', '/metrics', { metrics: [count] }),
    records('unknown operator', '/filters/0', { filters: [{ field: text, operator: 'like', value: 'x' }] }),
    ...some(isMultiple).map(({ key }) => condition('eq of several values', key, 'eq', 'x', 'operator')),
  ];
}

/** A query in which one place holds something else altogether. */
export function spoilt(query: object, chance: Chance): unknown {
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

const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

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
function listed({ type, options }: Field): unknown {
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
  const value = nth[field.type] ?? ((index) => (field.options?.choices ? listed(field) : `x${index}`));
  return Array.from({ length: limits.inValues + 1 }, (_, index) => value(index));
}
