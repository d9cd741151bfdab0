import type { Field, MetricFunction, Operator } from '../../schemas/fields.ts';
import { textOf } from './format.ts';

const operators: Record<Operator, string> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  is_empty: 'has no value',
  is_not_empty: 'has a value',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'begins with',
  ends_with: 'ends with',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  between: 'is between',
  within: 'is within',
  has_any_of: 'has any of',
  has_all_of: 'has all of',
  has_none_of: 'has none of',
};

const onDates: Partial<Record<Operator, string>> = {
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
};

/** An operator in words, as it reads between a field and a value. */
export const operatorWords = (operator: Operator, type: string): string =>
  (type.startsWith('date') ? onDates[operator] : undefined) ?? operators[operator];

const functions: Record<MetricFunction, string> = {
  count_rows: 'Number of records',
  count_distinct: 'Different values of',
  sum: 'Sum of',
  average: 'Average of',
  median: 'Median of',
  minimum: 'Least',
  maximum: 'Greatest',
};

/** A metric in words. `labelOf` gives the label of a field. */
export function metricWords(
  metric: { readonly function: MetricFunction; readonly field?: string | undefined },
  fields: readonly Field[],
): string {
  const words = functions[metric.function];
  return metric.field === undefined ? words : `${words} ${fieldNamed(fields, metric.field)?.label ?? metric.field}`;
}

/** A condition, or a group of them, of a typed query or of a View. */
export type AnyFilter = {
  readonly field?: string;
  readonly fieldKey?: string;
  readonly operator?: Operator;
  readonly op?: Operator;
  readonly value?: unknown;
  readonly or?: readonly AnyFilter[];
  readonly and?: readonly AnyFilter[];
};

/** Shows a value in a condition. A page may know the names of people. */
export type ValueWords = (value: unknown, field: Field) => string;

/** A condition as a sentence without its full stop. */
export function filterWords(filter: AnyFilter, fields: readonly Field[], say: ValueWords = textOf): string {
  const inner = (filters: readonly AnyFilter[], word: string) =>
    filters.map((one) => filterWords(one, fields, say)).join(` ${word} `);
  if (filter.or) return filter.or.length > 1 ? `(${inner(filter.or, 'or')})` : inner(filter.or, 'or');
  if (filter.and) return filter.and.length > 1 ? `(${inner(filter.and, 'and')})` : inner(filter.and, 'and');
  const key = filter.field ?? filter.fieldKey ?? '';
  const operator = filter.operator ?? filter.op ?? 'eq';
  const field = fieldNamed(fields, key);
  const subject = `${field?.label ?? key} ${operatorWords(operator, field?.type ?? 'text')}`;
  return filter.value === undefined ? subject : `${subject} ${operandWords(operator, filter.value, field, say)}`;
}

function operandWords(operator: Operator, value: unknown, field: Field | undefined, say: ValueWords): string {
  const one = (single: unknown) => (field ? say(single, field) : String(single));
  if (operator === 'within') return String(value).replaceAll('_', ' ');
  if (!Array.isArray(value)) return one(value);
  return value.map(one).join(operator === 'between' ? ' and ' : operator === 'has_all_of' ? ' and ' : ' or ');
}

/** A field by its key or, as requests may name it, by its label. */
export const fieldNamed = (fields: readonly Field[], name: string): Field | undefined =>
  fields.find(({ key }) => key === name) ?? fields.find(({ label }) => label === name);
