import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Filters } from '../../../schemas/queries.ts';
import { filtersIn, withFilters } from '../../shared/filters/address.ts';

export interface Sort {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/** Filters and sort of the address. A sort is `key` or `-key`. */
export interface Asked {
  readonly filters: Filters;
  readonly sort: Sort | undefined;
}

export function useAsked(): Asked & { readonly ask: (next: Asked) => void } {
  const { filters, sort } = useSearch({ strict: false }) as { filters?: string; sort?: string };
  const navigate = useNavigate();
  const ask = (next: Asked) => void navigate({ to: '.', search: searchOf(next), replace: true, resetScroll: false });
  return { filters: useMemo(() => filtersIn(filters), [filters]), sort: sortIn(sort), ask };
}

const searchOf = ({ filters, sort }: Asked): Record<string, string> => ({
  ...withFilters({}, filters),
  ...(sort && { sort: sort.direction === 'desc' ? `-${sort.key}` : sort.key }),
});

function sortIn(text: string | undefined): Sort | undefined {
  if (text === undefined || text === '') return undefined;
  return text.startsWith('-') ? { key: text.slice(1), direction: 'desc' } : { key: text, direction: 'asc' };
}
