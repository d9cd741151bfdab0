import type { Column, Completeness, Row } from '../../schemas/queries.ts';
import type { CatalogueDataSet, CatalogueField } from './catalogue.ts';
import type { Calendar } from './dates.ts';
import type { AggregatePlan, Condition, SortKey } from './plan.ts';
import type { Stored } from './values.ts';

/** Runs one reading statement; `rows` says about how many rows it may look at, which decides where it runs. */
export type Scan = <Found>(
  statement: { readonly sql: string; readonly parameters: readonly unknown[] },
  rows: number,
) => Promise<Found[]>;

export interface FoundRecord {
  readonly id: string;
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Where it stands in the order: a page begins behind it. */
  readonly key: readonly Stored[];
}

export interface RecordsRequest {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  /** Fields to read beside id and title. */
  readonly fields: readonly CatalogueField[];
  readonly after?: readonly Stored[] | undefined;
  readonly take: number;
}

/** Records in a total, stable order: ties break by record ID upwards. */
export declare function findRecords(
  scan: Scan,
  dataSet: CatalogueDataSet,
  request: RecordsRequest,
): Promise<FoundRecord[]>;

/** Figures over every record that matches; at most `limit` groups. */
export declare function aggregate(
  scan: Scan,
  dataSet: CatalogueDataSet,
  plan: AggregatePlan,
  limit: number,
  calendar: Calendar,
): Promise<{ columns: Column[]; rows: Row[]; completeness: Completeness }>;
