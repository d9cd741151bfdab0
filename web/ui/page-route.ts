import type { FunctionComponent } from 'react';

/** A page of a feature: its address, with `$name` in place of an identifier, and its code. */
export interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<{ readonly default: FunctionComponent }>;
  /** Begins to read what the page shows first, while its code is loaded. The page reads the same, and tells failures. */
  readonly readAhead?: (identifiers: Readonly<Record<string, string>>) => Promise<unknown>;
}
