import type { Filters } from '../../../schemas/queries.ts';

const opposites = { eq: 'neq', neq: 'eq', in: 'not_in', not_in: 'in', contains: 'not_contains' } as const;

/** The condition that leaves out what this one keeps. */
export function opposite(filter: Filters[number]): Filters[number] | undefined {
  if (!('field' in filter)) return undefined;
  if (typeof filter.value === 'boolean') return { ...filter, value: !filter.value };
  const operator = opposites[filter.operator as keyof typeof opposites];
  return operator && { ...filter, operator };
}
