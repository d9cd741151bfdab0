import type { Direction, Filters, ViewFilters } from '../../schemas/queries.ts';
import type { Interval, MetricFunction } from '../../schemas/fields.ts';
import type { CatalogueDataSet, CatalogueField } from './catalogue.ts';
import type { Calendar } from './dates.ts';
import type { Stored } from './values.ts';

/** A filter with its names looked up and its values as the columns hold them. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'compare'; readonly field: CatalogueField; readonly test: Test };

export type Test =
  | { readonly is: 'empty' | 'present' }
  | { readonly is: 'one_of' | 'none_of'; readonly values: readonly Stored[] }
  | { readonly is: 'contains' | 'not_contains' | 'starts_with' | 'ends_with'; readonly folded: string }
  | { readonly is: 'in_range' | 'not_in_range'; readonly ranges: readonly Range[] }
  | { readonly is: 'has_any' | 'has_all' | 'has_none'; readonly values: readonly Stored[] };

/** From `from` (included) to `below` (excluded) or `upTo` (included); open where nothing is named. */
export interface Range {
  readonly from?: Stored;
  readonly above?: Stored;
  readonly upTo?: Stored;
  readonly below?: Stored;
}

export interface SortKey {
  readonly field: CatalogueField;
  readonly direction: Direction;
}

export interface Group {
  readonly field: CatalogueField;
  readonly interval?: Interval | undefined;
  /** Its column in the answer: the field's key, or `<field>_<interval>`. */
  readonly key: string;
}

export interface Metric {
  readonly alias: string;
  readonly function: MetricFunction;
  readonly field?: CatalogueField | undefined;
}

export interface AggregatePlan {
  readonly where: Condition;
  readonly groups: readonly Group[];
  readonly metrics: readonly Metric[];
  readonly order: readonly { readonly by: Group | Metric; readonly direction: Direction }[];
}

export interface AggregateRequest {
  readonly groupBy?: readonly (string | { field: string; interval: Interval })[] | undefined;
  readonly metrics?: readonly { alias: string; function: MetricFunction; field?: string | undefined }[] | undefined;
  readonly filters?: Filters | undefined;
  readonly orderBy?: readonly { field: string; direction: Direction }[] | undefined;
}

type Where = Pick<CatalogueDataSet, 'fields'>;

/** Filters of a typed query, ANDed. Refused with the path of the mistake; `path` is where the array stands in the input. */
export declare function planFilters(dataSet: Where, filters: Filters, calendar: Calendar, path?: string): Condition;

/** Filters of a View, in its own words (`fieldKey`, `op`). */
export declare function planViewFilters(
  dataSet: Where,
  filters: ViewFilters,
  calendar: Calendar,
  path?: string,
): Condition;

export declare function planSort(
  dataSet: Where,
  sort: readonly { field?: string; fieldKey?: string; direction: Direction }[],
  path?: string,
): SortKey[];

export declare function planAggregate(
  dataSet: Where,
  request: AggregateRequest,
  calendar: Calendar,
  path?: string,
): AggregatePlan;

/** The field of a key, or `invalid_request` at `path`. */
export declare function requiredField(dataSet: Where, key: string, path: string): CatalogueField;
