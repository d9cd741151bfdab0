import { dateTypes, type Field, isMultiple, numberTypes, type Operator, Period } from '../../schemas/fields.ts';
import type { Filters } from '../../schemas/queries.ts';
import { type Clock, dayIn, daysOf, isDuration, momentFrom } from './calendar.ts';
import { folded, listOf, quoted } from './sql-texts.ts';
import { fieldOf, type Table } from './table.ts';

export type Condition = { field: string; operator: Operator; value?: unknown };
type Filter = Filters[number];

interface Place {
  readonly table: Table;
  readonly clock: Clock;
}

/** The condition under which a record meets all filters, in SQL. */
export function allOf(filters: readonly Filter[], place: Place): string {
  return filters.length === 0 ? 'true' : filters.map((filter) => `(${filterSql(filter, place)})`).join(' AND ');
}

function filterSql(filter: Filter, place: Place): string {
  if ('or' in filter) return filter.or.map((inner) => `(${filterSql(inner, place)})`).join(' OR ');
  if ('and' in filter) return allOf(filter.and, place);
  return conditionSql(filter, place);
}

/** True or false, never null. */
function conditionSql({ field: key, operator, value }: Condition, { table, clock }: Place): string {
  const field = fieldOf(table, key);
  const column = `c${table.fields.indexOf(field)}`;
  if (operator === 'is_empty') return `${column} IS NULL`;
  if (operator === 'is_not_empty') return `${column} IS NOT NULL`;
  if (isMultiple(field))
    return `coalesce(${listCondition(column, operator, value as string[])}, ${operator === 'has_none_of'})`;
  if (field.type === 'checkbox') return `coalesce(${column}, false) = ${value === true}`;
  const positive = opposites[operator];
  if (positive) return `NOT ${conditionSql({ field: key, operator: positive, value }, { table, clock })}`;
  return `coalesce(${comparison(field, column, operator, value, clock)}, false)`;
}

const opposites: Partial<Record<Operator, Operator>> = { neq: 'eq', not_in: 'in', not_contains: 'contains' };

function listCondition(column: string, operator: Operator, values: readonly string[]): string {
  if (operator === 'has_all_of') return `list_has_all(${column}, ${listOf(values)})`;
  const hasAny = `list_has_any(${column}, ${listOf(values)})`;
  return operator === 'has_none_of' ? `NOT ${hasAny}` : hasAny;
}

function comparison(field: Field, column: string, operator: Operator, value: unknown, clock: Clock): string {
  if (operator === 'in') {
    const each = (value as unknown[]).map((item) => `(${comparison(field, column, 'eq', item, clock)})`);
    return each.join(' OR ');
  }
  if (operator === 'between') {
    const [low, high] = value as [unknown, unknown];
    const ends = [comparison(field, column, 'gte', low, clock), comparison(field, column, 'lte', high, clock)];
    return ends.map((end) => `(${end})`).join(' AND ');
  }
  if (dateTypes.has(field.type)) return dateComparison(field, column, operator, String(value), clock);
  if (numberTypes.has(field.type)) return `${column} ${signs[operator]} CAST(${quoted(String(value))} AS DOUBLE)`;
  const text = quoted(folded(String(value)));
  if (operator === 'contains') return `contains(${column}_folded, ${text})`;
  if (operator === 'starts_with') return `starts_with(${column}_folded, ${text})`;
  if (operator === 'ends_with') return `ends_with(${column}_folded, ${text})`;
  return `${column} = ${quoted(String(value))}`;
}

const signs: Partial<Record<Operator, string>> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

const localDay = (field: Field, column: string, { timeZone }: Clock): string =>
  field.type === 'date' ? column : `timezone(${quoted(timeZone)}, ${column})::DATE`;

/** A day stands for all of it: of a time, its day in the zone is compared. */
function dateComparison(field: Field, column: string, operator: Operator, value: string, clock: Clock): string {
  const day = localDay(field, column, clock);
  if (operator === 'within') {
    const [first, last] = daysOf(Period.parse(value), clock);
    return `${day} BETWEEN DATE ${quoted(first)} AND DATE ${quoted(last)}`;
  }
  const sign = signs[operator];
  const moment = isDuration(value) ? momentFrom(clock, value) : undefined;
  if (field.type === 'date') return `${day} ${sign} DATE ${quoted(moment ? dayIn(clock.timeZone, moment) : value)}`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `${day} ${sign} DATE ${quoted(value)}`;
  return `${column} ${sign} make_timestamptz(${(moment ?? new Date(value)).getTime()}::BIGINT * 1000)`;
}
