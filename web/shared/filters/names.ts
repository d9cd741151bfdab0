import type { Filters, ViewFilters } from '../../../schemas/queries.ts';

/** A condition, or a group of them, in the words of a typed query. */
export type Filter = Filters[number];
type ViewFilter = ViewFilters[number];

/** Filters of a typed query with the names of a View's own. */
export const asViewFilters = (filters: Filters): ViewFilters => filters.map(asViewFilter);

function asViewFilter(filter: Filter): ViewFilter {
  if ('or' in filter) return { or: asViewFilters(filter.or) } as ViewFilter;
  if ('and' in filter) return { and: asViewFilters(filter.and) } as ViewFilter;
  const { field, operator, ...value } = filter;
  return { fieldKey: field, op: operator, ...value };
}

/** A View's filters with the names of a typed query. */
export const asQueryFilters = (filters: ViewFilters): Filters => filters.map(asQueryFilter);

function asQueryFilter(filter: ViewFilter): Filter {
  if ('or' in filter) return { or: asQueryFilters(filter.or) } as Filter;
  if ('and' in filter) return { and: asQueryFilters(filter.and) } as Filter;
  const { fieldKey, op, ...value } = filter;
  return { field: fieldKey, operator: op, ...value };
}
