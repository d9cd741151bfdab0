import {
  dateTypes,
  type Field,
  Interval,
  isMultiple,
  type MetricFunction,
  numberTypes,
  type Operator,
  Period,
  textTypes,
} from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { Filters } from '../../schemas/queries.ts';
import { plusDays } from './calendar.ts';
import type { Random } from '../support/random.ts';
import type { Condition } from './conditions.ts';
import type { Metric, Query } from './reference.ts';
import { folded } from './sql-texts.ts';
import { columnKey, fieldOf, type Table, type Value } from './table.ts';

type Filter = Filters[number];
type Group = NonNullable<Query['groupBy']>[number];
type OrderBy = NonNullable<Query['orderBy']>;

/**
 * One query for every operator and function of every field, and for every way to group and order by it. Random ones
 * follow.
 */
export function* wellTyped(table: Table, chance: Random): Generator<Query> {
  const random = randomQueries(table, chance);
  for (const field of table.fields) {
    for (const operator of field.operators) {
      const filters = [random.condition(field, operator)];
      yield chance.happens(0.5) ? random.records({ filters }) : random.aggregate({ filters });
    }
    for (const name of field.functions)
      yield random.aggregate({ metrics: [{ alias: 'asked', function: name, field: field.key }] });
    for (const group of groupsOf(field)) yield random.aggregate({ groupBy: [group] });
    if (isMultiple(field)) continue;
    for (const direction of ['asc', 'desc'] as const)
      yield random.records({ orderBy: [{ field: field.key, direction }] });
  }
  yield* random.largest();
  while (true) yield chance.happens(0.4) ? random.records({}) : random.aggregate({});
}

const groupsOf = (field: Field): Group[] =>
  dateTypes.has(field.type)
    ? [field.key, ...Interval.options.map((interval) => ({ field: field.key, interval }))]
    : [field.key];

function randomQueries(table: Table, chance: Random) {
  const { fields } = table;
  const pools = new Map(fields.map((field) => [field.key, poolOf(table, field)]));
  const target = { mode: 'deterministic', channelId: table.channelId, objectTypeId: table.objectTypeId } as const;

  const valueOf = (field: Field): string | number => {
    const pool = pools.get(field.key)!;
    const known = pool.length > 0 && chance.happens(0.9) ? chance.pick(pool) : absentValue(field, chance);
    if (field.type === 'number' && chance.happens(0.2)) return Number(known) + chance.below(3) - 1;
    if (!dateTypes.has(field.type)) return known;
    if (chance.happens(0.15)) return chance.pick(durations);
    const day = String(known).slice(0, 10);
    if (chance.happens(0.2)) return withinYears(plusDays(day, chance.below(5) - 2));
    return field.type === 'date_time' && chance.happens(0.4) ? day : known;
  };

  const condition = (field: Field, operator: Operator): Condition => {
    const asked = { field: field.key, operator };
    switch (operator) {
      case 'is_empty':
      case 'is_not_empty':
        return asked;
      case 'within':
        return { ...asked, value: chance.pick(Period.options) };
      case 'in':
      case 'not_in':
      case 'has_any_of':
      case 'has_all_of':
      case 'has_none_of': {
        const count = operator === 'has_all_of' ? 1 + chance.below(2) : 1 + chance.below(4);
        return { ...asked, value: [...new Set(Array.from({ length: count }, () => valueOf(field)))] };
      }
      case 'between':
        return { ...asked, value: betweenOf(field) };
      case 'contains':
      case 'not_contains':
      case 'starts_with':
      case 'ends_with':
        return { ...asked, value: partOf(String(valueOf(field)), operator, chance) };
      default:
        return { ...asked, value: field.type === 'checkbox' ? chance.happens(0.5) : valueOf(field) };
    }
  };

  /** Two ends in order: both numbers, both days or both times, none of them relative. */
  const betweenOf = (field: Field) => {
    const ends = [valueOf(field), valueOf(field)].map((end) => (durations.includes(String(end)) ? '2026-01-01' : end));
    if (typeof ends[0] === 'number') return ends.sort((one, other) => Number(one) - Number(other));
    return ends.map(String).sort();
  };

  const anyCondition = () => {
    const field = chance.pick(fields);
    return condition(field, chance.pick(field.operators));
  };
  const filter = (depth: number): Filter => {
    if (depth === 2 || chance.happens(0.7)) return anyCondition();
    const inner = Array.from({ length: 1 + chance.below(3) }, () => filter(depth + 1));
    return (chance.happens(0.6) ? { or: inner } : { and: inner }) as Filter;
  };
  const filters = () => Array.from({ length: chance.pick([0, 1, 1, 2, 3]) }, () => filter(0));
  const limit = () => chance.pick([undefined, 1, 2, 7, 50, 1000, 1000]);
  const ordered = (keys: readonly string[], most: number): OrderBy =>
    chance.some(keys, chance.below(most + 1)).map((field) => ({ field, direction: chance.pick(['asc', 'desc']) }));

  const records = (given: Partial<Query>): Query => {
    const single = fields.filter((field) => !isMultiple(field)).map(({ key }) => key);
    const kept = fields.map(({ key }) => key).filter((key) => key !== 'title');
    return without({
      ...target,
      operation: 'records',
      filters: filters(),
      orderBy: ordered(single, 3),
      limit: limit(),
      ...(chance.happens(0.3) && { fields: chance.some(kept, 1 + chance.below(4)) }),
      ...given,
    });
  };

  const groups = (): Group[] => {
    const ways = chance.some(fields, 3).flatMap((field) => chance.some(groupsOf(field), 2));
    return chance.some(ways, chance.pick([0, 1, 1, 2, 3]));
  };

  const metric = (alias: string): Metric => {
    const field = chance.pick(fields);
    const name: MetricFunction = chance.pick(['count_rows', ...field.functions]);
    return {
      alias,
      function: name,
      ...(name !== 'count_rows' && { field: field.key }),
      ...(chance.happens(0.3) && { filters: [anyCondition()] }),
    };
  };

  /** On counts, which are whole numbers. */
  const having = (metrics: readonly Metric[]): Query['having'] => {
    const counts = metrics.filter(({ function: name }) => name === 'count_rows' || name === 'count_distinct');
    if (counts.length === 0 || chance.happens(0.6)) return undefined;
    const operator = chance.pick(['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const);
    return [{ field: chance.pick(counts).alias, operator, value: chance.below(6) }];
  };

  /** An alias may be any name other than a column's, also a field's or a word of SQL. */
  const metrics = (groupBy: readonly Group[]): Metric[] => {
    const taken = new Set(groupBy.map(columnKey));
    const free = [...aliases, chance.pick(fields).key].filter((alias) => !taken.has(alias));
    return chance.some(free, 1 + chance.below(4)).map(metric);
  };

  const aggregate = (given: Partial<Query>): Query => {
    const groupBy = given.groupBy ?? groups();
    const asked = { groupBy, metrics: metrics(groupBy), ...given };
    const columns = [...asked.groupBy.map(columnKey), ...asked.metrics.map(({ alias }) => alias)];
    return without({
      ...target,
      operation: 'aggregate',
      filters: filters(),
      orderBy: ordered(columns, 2),
      limit: limit(),
      having: having(asked.metrics),
      ...asked,
    });
  };

  /** Queries with as much of everything as a query may have. */
  const largest = (): Query[] => {
    const single = fields.filter((field) => !isMultiple(field));
    const listing = fields.filter(({ operators }) => operators.includes('in'));
    const ways = single.flatMap(groupsOf);
    return [
      records({ filters: [{ or: Array.from({ length: limits.conditions }, anyCondition) }] }),
      records({
        filters: Array.from({ length: limits.conditions }, () => condition(fieldOf(table, 'title'), 'is_not_empty')),
      }),
      ...chance.some(listing, 3).map((field) => {
        const value = Array.from({ length: limits.inValues }, () => valueOf(field));
        return records({ filters: [{ field: field.key, operator: 'in', value }] });
      }),
      records({ orderBy: chance.some(single, limits.groupBy).map(({ key }) => ({ field: key, direction: 'desc' })) }),
      aggregate({ groupBy: chance.some(ways, limits.groupBy), limit: limits.queryRowsMost }),
      aggregate({ metrics: Array.from({ length: limits.metrics }, (_, index) => metric(`m${index}`)) }),
    ];
  };

  return { condition, records, aggregate, largest };
}

const aliases = [
  'total',
  'Total',
  'TOTAL',
  'count',
  'order',
  'group',
  'select',
  'rowid',
  'f1',
  'k0',
  'm0',
  'c0',
  'value',
  'constructor',
];

/** The query as it goes over the wire: what is undefined is left out. */
const without = (query: Query): Query => JSON.parse(JSON.stringify(query)) as Query;

/** Years begin with 1 and end with 9999. */
function withinYears(day: string): string {
  if (day.startsWith('+')) return '9999-12-31';
  return day < '0001' ? '0001-01-01' : day;
}

const durations = ['-P7D', 'P7D', '-P1M', '-P2W', '-P1Y', 'P3M', '-PT36H', 'P1DT12H', '-P1Y6M', '-P400D'];

function poolOf(table: Table, field: Field): (string | number)[] {
  const values = new Set<string | number>();
  const add = (value: Value) => {
    if (typeof value === 'string' || typeof value === 'number') values.add(value);
    else if (Array.isArray(value)) for (const one of value as readonly string[]) values.add(one);
  };
  for (const row of table.rows) {
    add(row.values[field.key]);
    if (values.size >= 2000) break;
  }
  return [...values].filter((value) => String(value).length <= 1000);
}

/** A value of the type that most likely no record has. */
function absentValue({ type, options }: Field, chance: Random): string | number {
  if (numberTypes.has(type)) return chance.pick([0, -1, 0.5, 1e6, 12.34]);
  if (type === 'date') return chance.pick(['2024-02-29', '1999-12-31', '2026-01-01']);
  if (type === 'date_time')
    return chance.pick(['2025-03-30T01:30:00.000Z', '2026-06-01T22:15:00Z', '2026-06-01T23:15:00+02:00']);
  if (type === 'select' || type === 'multi_select') return chance.pick(options!.choices!).key;
  if (type === 'url') return 'https://example.com/nobody/has/this';
  if (type === 'email') return 'nobody@example.com';
  if (type === 'phone') return '+1 212 555 0100';
  if (textTypes.has(type)) return chance.pick(['nobody has this', 'É', '%', '_', "o'"]);
  return chance.pick(['usr', 'rec', 'file']) + '_00000000000000000000000000';
}

/** A part of a text in another spelling that folds to the same. */
function partOf(text: string, operator: Operator, chance: Random): string {
  const characters = Array.from(text);
  const length = 1 + chance.below(Math.min(characters.length, 12));
  const last = characters.length - length;
  const start = operator === 'starts_with' ? 0 : operator === 'ends_with' ? last : chance.below(last + 1);
  const part = characters.slice(start, start + length).join('');
  const spelt = chance.pick([part, part.toUpperCase(), part.toLowerCase(), part.normalize('NFD')]);
  return folded(spelt) === '' || folded(spelt) !== folded(part) ? text : spelt;
}

/** How often each operator of each type, each function and each interval has been asked. */
export interface Coverage {
  readonly operators: Set<string>;
  readonly functions: Set<string>;
  readonly intervals: Set<string>;
}

export const noCoverage = (): Coverage => ({ operators: new Set(), functions: new Set(), intervals: new Set() });

const kindOf = (field: Field): string => (field.multiple ? `multiple ${field.type}` : field.type);

/** All that a table's fields take. */
export function whole(tables: readonly Table[]): Coverage {
  const all = noCoverage();
  for (const field of tables.flatMap(({ fields }) => fields)) {
    for (const operator of field.operators) all.operators.add(`${kindOf(field)} ${operator}`);
    for (const name of field.functions) all.functions.add(`${kindOf(field)} ${name}`);
    if (dateTypes.has(field.type))
      for (const interval of Interval.options) all.intervals.add(`${field.type} ${interval}`);
  }
  return all;
}

export function cover(coverage: Coverage, table: Table, query: Query): void {
  const kind = (key: string) => kindOf(fieldOf(table, key));
  for (const { field, operator } of conditionsOf(query.filters)) coverage.operators.add(`${kind(field)} ${operator}`);
  for (const { function: name, field } of query.metrics ?? [])
    if (field) coverage.functions.add(`${kind(field)} ${name}`);
  for (const group of query.groupBy ?? [])
    if (typeof group !== 'string') coverage.intervals.add(`${kind(group.field)} ${group.interval}`);
}

export function conditionsOf(filters: readonly Filter[] = []): Condition[] {
  return filters.flatMap((filter) => {
    if ('or' in filter) return conditionsOf(filter.or);
    return 'and' in filter ? conditionsOf(filter.and) : [filter];
  });
}
