import type { Filters } from '../../../schemas/queries.ts';

/** The filters in an address, as JSON of a typed query. A mistyped address has no filters. */
export function filtersIn(text: string | undefined): Filters {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) && parsed.every(isFilter) ? (parsed as Filters) : [];
  } catch {
    return [];
  }
}

/** A condition, or a group of conditions. */
function isFilter(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { field, operator, or, and } = given as Record<string, unknown>;
  const groups = [or, and].filter((group) => group !== undefined);
  if (groups.length > 0) return groups.every((group) => Array.isArray(group) && group.every(isFilter));
  return typeof field === 'string' && typeof operator === 'string';
}

/** The search of an address with these filters in place of its own. */
export function withFilters({ filters: _, ...rest }: { filters?: string }, filters: Filters): Record<string, string> {
  return { ...rest, ...(filters.length > 0 && { filters: JSON.stringify(filters) }) };
}
