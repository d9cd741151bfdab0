import { useQueries } from '@tanstack/react-query';
import type { Field } from '../../schemas/fields.ts';
import { textOf } from '../fields/format.ts';
import { type AnyFilter, fieldNamed, type ValueWords } from '../fields/words.ts';
import { personOf } from './person-names.ts';

/** Says the values of conditions, people by name. */
export function useFilterValues(filters: readonly AnyFilter[], fields: readonly Field[]): ValueWords {
  const ids = [...new Set(filters.flatMap((filter) => peopleIn(filter, fields)))];
  const names = useQueries({
    queries: ids.map((id) => ({ queryKey: ['person', id], queryFn: () => personOf(id) })),
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data?.name])),
  });
  return (value, field) => (field.type === 'user' ? (names.get(String(value)) ?? String(value)) : textOf(value, field));
}

function peopleIn({ or, and, field, fieldKey, value }: AnyFilter, fields: readonly Field[]): string[] {
  const inner = [...(or ?? []), ...(and ?? [])].flatMap((one) => peopleIn(one, fields));
  const isPerson = fieldNamed(fields, field ?? fieldKey ?? '')?.type === 'user';
  const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return isPerson ? [...inner, ...values] : inner;
}
