import type { Operator } from '../../../schemas/fields.ts';
import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import { escaped, listed } from '../prose.ts';
import { type Names, type ShownField, shownValue } from './values.ts';

/** How a typed query reads: `Deals where Stage is Won and Amount is more than 5,000 EUR`. */
export function description(query: TypedQuery, name: string, fields: readonly ShownField[], names: Names): string {
  const conditions = (query.filters ?? []).map((filter) => conditionText(filter, fields, names));
  return conditions.length === 0 ? escaped(name) : `${escaped(name)} where ${listed(conditions)}`;
}

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

function conditionText(filter: Filters[number], fields: readonly ShownField[], names: Names): string {
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
  if (operator === 'within') return String(value).replaceAll('_', ' ');
  if (!Array.isArray(value)) return shownValue(value, field, names);
  const shown = value.map((one) => shownValue(one, field, names));
  return listed(shown, operator === 'between' ? 'and' : 'or');
}
