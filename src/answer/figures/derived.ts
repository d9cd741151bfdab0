import type { Row, TypedQuery } from '../../../schemas/queries.ts';
import type { Data } from './data.ts';
import type { Value } from './values.ts';

interface Share {
  readonly part: number;
  readonly all: number;
  /** With one digit behind the point. */
  readonly percentage: number;
}

/** Whether a query counts the records that meet more conditions beside all of them. */
export const isShare = ({ metrics = [], groupBy = [] }: TypedQuery): boolean =>
  groupBy.length === 0 &&
  metrics.length === 2 &&
  metrics[0]!.filters !== undefined &&
  metrics[1]!.filters === undefined;

/** The share that the first figure is of the second. Undefined of no records. */
export function shareIn({ metrics = [] }: TypedQuery, row: Row | undefined): Share | undefined {
  const [part, all] = metrics.map(({ alias }) => Number(row?.[alias]));
  return all ? { part: part!, all, percentage: Math.round((1_000 * part!) / all) / 10 } : undefined;
}

/** Whether every value is in a cell of the query's result, or its cells together give the only one. */
export const gives = (query: TypedQuery, data: Data, values: readonly Value[]): boolean =>
  isInCells(data, values) || (values.length === 1 && values[0]!.value === derivedFrom(query, data));

/** The percentage of a share, or the number of groups that have enough records. */
function derivedFrom(query: TypedQuery, { rows = [], completeness }: Data): number | undefined {
  if (isShare(query)) return shareIn(query, rows[0])?.percentage;
  return query.having && completeness?.complete ? rows.length : undefined;
}

function isInCells({ rows = [] }: Data, values: readonly Value[]): boolean {
  const cells = new Set(rows.flatMap((row) => Object.values(row).flat().map(String)));
  return values.length > 0 && values.every(({ value }) => cells.has(String(value)));
}
