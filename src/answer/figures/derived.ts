import type { Row, TypedQuery } from '../../../schemas/queries.ts';
import { DecoratedInference } from '../../text/decorated-values.ts';
import { exact } from '../table/take.ts';
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

interface Difference {
  readonly first: number;
  readonly second: number;
  readonly difference: number;
  /** How many times the second the first is, rounded; undefined of 0. */
  readonly ratio: number | undefined;
  /** The difference as a share of the second, with one digit behind the point; undefined of 0. */
  readonly percentage: number | undefined;
}

/** Whether a query finds two figures of one kind under conditions of their own. */
export const isDifference = ({ metrics = [], groupBy = [] }: TypedQuery): boolean =>
  groupBy.length === 0 && metrics.length === 2 && metrics.every(({ filters }) => filters !== undefined);

/** Whether a difference is asked for as a ratio. */
export const isRatio = (query: TypedQuery): boolean => isDifference(query) && query.metrics![0]!.alias === ratioOf[0];

/** The aliases of two figures whose ratio is asked for. */
export const ratioOf = ['part', 'base'] as const;

/** The aliases of two figures of which one is asked for, which stands first. */
export const chosenOf = { most: ['most', 'less'], least: ['least', 'more'] } as const;

/** Whether the first of two figures is the one that is asked for. */
const isChosen = ({ metrics = [] }: TypedQuery, { difference }: Difference): boolean =>
  (metrics[0]!.alias === chosenOf.most[0] && difference > 0) ||
  (metrics[0]!.alias === chosenOf.least[0] && difference < 0);

/** How far the first figure is above the second. A sum of nothing is 0. */
export function differenceIn({ metrics = [] }: TypedQuery, row: Row | undefined): Difference | undefined {
  const [first, second] = metrics.map(({ alias }) => Number(row?.[alias] ?? 0));
  if (row === undefined || first === undefined || second === undefined) return undefined;
  const difference = Number((first - second).toFixed(mostDecimals));
  const percentage = second === 0 ? undefined : Math.round((1_000 * difference) / Math.abs(second)) / 10;
  const ratio = second === 0 ? undefined : rounded(first / second);
  return { first, second, difference, ratio, percentage };
}

/** Two digits behind the point, or three that count where it is below 1: 1 to 301 is not 0. */
const rounded = (ratio: number): number => Number(Math.abs(ratio) < 1 ? ratio.toPrecision(3) : ratio.toFixed(2));

/** The most digits that a number of a field has behind the point. */
const mostDecimals = 6;

/** Whether every value is in a cell of the query's result, or its cells together give the only one. */
export const gives = (query: TypedQuery, data: Data, values: readonly Value[]): boolean =>
  isInCells(data, values) ||
  (values.length === 1 && derivedFrom(query, data).includes(values[0]!.value as number | boolean)) ||
  (values.length === 1 && givesName(query, data, values[0]!));

/** Whether the name of one of two figures is answered. */
function givesName(query: TypedQuery, { rows = [] }: Data, { type }: Value): boolean {
  const found = type === 'text' && isDifference(query) ? differenceIn(query, rows[0]) : undefined;
  return found !== undefined && isChosen(query, found);
}

/** A share, a difference, or the number of groups that have enough records. */
function derivedFrom(query: TypedQuery, { rows = [], completeness }: Data): (number | boolean | undefined)[] {
  if (isShare(query)) return [shareIn(query, rows[0])?.percentage];
  if (isDifference(query)) {
    const found = differenceIn(query, rows[0]);
    return found ? [found.difference, found.percentage, found.ratio, found.difference > 0] : [];
  }
  if (query.operation === 'records') return completeness?.complete ? ofCells(query, rows) : [];
  return query.having && completeness?.complete ? [rows.length] : [];
}

/** Sums of the columns of a list, and differences between two cells of a column or of a record. */
function ofCells({ fields = [] }: TypedQuery, rows: readonly Row[]): number[] {
  const columns = fields.flatMap((key) => numbersIn(rows.map((row) => row[key])));
  const cells = rows.length === 1 ? [columns.flat()] : columns;
  return cells.flatMap((numbers) => {
    const sum = exact(numbers.reduce((all, one) => all + one, 0));
    return numbers.length === 2 ? [sum, exact(Math.abs(numbers[0]! - numbers[1]!))] : [sum];
  });
}

/** The numbers that cells are or begin with, as `84 km²`. None where one has none. */
function numbersIn(cells: readonly unknown[]): readonly (readonly number[])[] {
  const inference = new DecoratedInference();
  for (const cell of cells) if (typeof cell === 'string') inference.add(cell);
  const kind = inference.kind();
  const numbers = cells.map((cell) => (typeof cell === 'string' ? kind?.valueOf(cell) : cell));
  return numbers.every((one) => typeof one === 'number') ? [numbers] : [];
}

function isInCells({ rows = [] }: Data, values: readonly Value[]): boolean {
  const cells = new Set(rows.flatMap((row) => Object.values(row).flat().map(String)));
  return values.length > 0 && values.every(({ value }) => cells.has(String(value)));
}
