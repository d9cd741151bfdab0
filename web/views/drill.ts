import type { Field } from '../../schemas/fields.ts';
import type { Filters } from '../../schemas/queries.ts';

export type Condition = Filters[number];

/** The condition that records of a group fulfil: the value of its field, or none. */
export function conditionOf(field: Field, value: unknown): Condition {
  const { key, type } = field;
  if (type === 'checkbox') return { field: key, operator: 'eq', value: value === true };
  if (value === undefined || value === null) return { field: key, operator: 'is_empty' };
  return field.operators.includes('has_any_of')
    ? { field: key, operator: 'has_any_of', value: [value] }
    : { field: key, operator: 'eq', value };
}
