import type { ComponentType } from 'react';

/** A page of a feature: its address, with `$name` in place of an identifier, and its code. */
export interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
