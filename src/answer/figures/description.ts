import type { Operator, Period } from '../../../schemas/fields.ts';
import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import { escaped, listed } from '../prose.ts';
import { type Names, type ShownField, shownValue } from './values.ts';

/** A typed query in words: `Deals where Stage is Won and Amount is more than 5,000 EUR`. */
export function description(query: TypedQuery, name: string, fields: readonly ShownField[], names: Names): string {
  const conditions = (query.filters ?? [])
    .filter((filter) => !isImplied(filter, query))
    .map((filter) => conditionText(filter, fields, names));
  return conditions.length === 0 ? escaped(name) : `${escaped(name)} where ${listed(conditions)}`;
}

/** A filter for values that exist need not be said when the field is shown or ordered by. */
function isImplied(filter: Filters[number], { orderBy = [], groupBy = [], fields = [] }: TypedQuery): boolean {
  if (!('field' in filter) || filter.operator !== 'is_not_empty') return false;
  const keys = [
    ...fields,
    ...orderBy.map(({ field }) => field),
    ...groupBy.map((by) => (typeof by === 'string' ? by : by.field)),
  ];
  return keys.includes(filter.field);
}

export const labelOf = (key: string, fields: readonly ShownField[]): string =>
  escaped(fields.find((field) => field.key === key)?.label ?? key);

const phrases: Record<Operator, string> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
  contains: 'holds',
  not_contains: 'does not hold',
  starts_with: 'begins with',
  ends_with: 'ends with',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  between: 'is between',
  within: 'is',
  has_any_of: 'has any of',
  has_all_of: 'has all of',
  has_none_of: 'has none of',
};

const dated: Partial<Record<Operator, string>> = {
  lt: 'is before',
  lte: 'is until',
  gt: 'is after',
  gte: 'is from',
};

export function conditionText(filter: Filters[number], fields: readonly ShownField[], names: Names): string {
  if ('or' in filter)
    return `(${listed(
      filter.or.map((one) => conditionText(one, fields, names)),
      'or',
    )})`;
  if ('and' in filter) return `(${listed(filter.and.map((one) => conditionText(one, fields, names)))})`;
  const field = fields.find(({ key }) => key === filter.field);
  const label = escaped(field?.label ?? filter.field);
  const phrase = (field?.type.startsWith('date') ? dated[filter.operator] : undefined) ?? phrases[filter.operator];
  if (filter.value === undefined) return `${label} ${phrase}`;
  return `${label} ${phrase} ${valueText(filter.operator, filter.value, field, names)}`;
}

function valueText(operator: Operator, value: unknown, field: ShownField | undefined, names: Names): string {
  if (operator === 'within') return withinText(value as Period);
  if (typeof value === 'string' && /^-?P\d+[DWMY]$/.test(value)) return durationText(value);
  if (!Array.isArray(value)) return shownValue(value, field, names);
  const shown = value.map((one) => shownValue(one, field, names));
  return listed(shown, operator === 'between' ? 'and' : 'or');
}

const withinText = (period: Period): string =>
  period.startsWith('past') || period.startsWith('next')
    ? `in the ${period.replaceAll('_', ' ')}`
    : period.replaceAll('_', ' ');

const unitNames = { D: 'days', W: 'weeks', M: 'months', Y: 'years' } as const;

/** `-P3M` becomes 3 months ago. */
function durationText(duration: string): string {
  const [, minus, count, unit] = /^(-?)P(\d+)([DWMY])$/.exec(duration)!;
  const span = `${count} ${unitNames[unit as keyof typeof unitNames]}`;
  return minus ? `${span} ago` : `in ${span}`;
}
