import { useLocation, useSearch } from '@tanstack/react-router';

/** The part of an artifact that its address names. */
export interface Shown {
  /** Without one: reading. */
  readonly tab?: 'history' | 'lines';
  readonly version?: string;
  /** The version that `version` is compared with. */
  readonly compare?: string;
  readonly by?: 'agents';
}

export const useShown = (): Shown => useSearch({ strict: false });

/** The address of the same artifact with something else of it shown. */
export function useAddress(): (shown: Shown) => string {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (shown) => {
    const search = new URLSearchParams(Object.entries(shown).filter(([, value]) => value)).toString();
    return search === '' ? pathname : `${pathname}?${search}`;
  };
}
