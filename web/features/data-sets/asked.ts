import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Filters } from '../../../schemas/queries.ts';
import type { Operator } from '../../../schemas/fields.ts';

/** One condition of the kind that the page's form makes. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

export interface Sort {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** Filters and sort of the address: JSON as in a typed query, and `key` or `-key`. */
export interface Asked {
  readonly filters: readonly Condition[];
  readonly sort: Sort | undefined;
}

export function useAsked(): Asked & { readonly ask: (next: Asked) => void } {
  const { filters, sort } = useSearch({ strict: false }) as { filters?: string; sort?: string };
  const navigate = useNavigate();
  const ask = (next: Asked) => void navigate({ to: '.', search: searchOf(next), replace: true, resetScroll: false });
  return { filters: conditionsIn(filters), sort: sortIn(sort), ask };
}

function searchOf({ filters, sort }: Asked): Record<string, string> {
  return {
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(sort && { sort: sort.direction === 'desc' ? `-${sort.key}` : sort.key }),
  };
}

/** An address may be mistyped. Anything else than a list of conditions asks for nothing. */
function conditionsIn(text: string | undefined): Condition[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) && parsed.every(isCondition) ? parsed : [];
  } catch {
    return [];
  }
}

/** A condition, or a group of conditions as an address of the workspace may hold one. */
function isCondition(given: unknown): given is Condition {
  if (typeof given !== 'object' || given === null) return false;
  const { field, operator, or, and } = given as Record<string, unknown>;
  const groups = [or, and].filter((group) => group !== undefined);
  if (groups.length > 0) return groups.every((group) => Array.isArray(group) && group.every(isCondition));
  return typeof field === 'string' && typeof operator === 'string';
}

function sortIn(text: string | undefined): Sort | undefined {
  if (text === undefined || text === '') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), direction: 'desc' } : { key: text, direction: 'asc' };
}

/** The same as a typed query takes it. */
export const filtersOf = ({ filters }: Pick<Asked, 'filters'>): Filters => filters as Filters;
