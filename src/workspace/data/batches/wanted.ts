import type { Columns } from '../record-values.ts';

/** A record to create or change, with its values encoded. */
export interface Wanted {
  /** The place of the record in the request. */
  readonly path: string;
  readonly title: string | undefined;
  readonly columns: Columns;
  /** The record to change. */
  readonly id?: string;
  readonly expectedVersionNumber?: number | undefined;
  readonly isUpsert?: true;
}
