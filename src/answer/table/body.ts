import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import type { Operator } from '../../../schemas/fields.ts';

/** A typed query without the table that it is put to. */
export type Body = Pick<TypedQuery, 'groupBy' | 'metrics' | 'orderBy' | 'limit' | 'fields'> & {
  readonly operation: 'records' | 'aggregate';
  readonly filters: Filters;
};

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/** How the figures come out of a query's rows. */
export interface Take {
  /** The column that holds them. */
  readonly key: string;
  /** Only the leading rows that have the first one's value here: the winners, when several share the first place. */
  readonly ties?: string;
  /** Only this row, from 1. */
  readonly nth?: number;
  /** Only rows whose count compares so. */
  readonly having?: { readonly key: string; readonly is: 'gt' | 'gte' | 'eq' | 'lt' | 'lte'; readonly number: number };
  /** One figure out of all that are left. */
  readonly fold?: 'difference' | 'number' | 'sum';
  /** The only part of each date that is taken. */
  readonly part?: 'year' | 'month';
  /** The other column of a difference between two columns of one row. */
  readonly minus?: string;
}
