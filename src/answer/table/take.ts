import type { Take } from './body.ts';
import type { Cell, Single } from './grid.ts';
import { monthNames } from '../language/lexicon/numbers.ts';

/** The rows of a query's result, wherever it was computed. */
export interface Rows {
  readonly length: number;
  value(row: number, key: string): Cell;
}

const comparisons = {
  gt: (one: number, other: number) => one > other,
  gte: (one: number, other: number) => one >= other,
  eq: (one: number, other: number) => one === other,
  lt: (one: number, other: number) => one < other,
  lte: (one: number, other: number) => one <= other,
};

/** The figures of a query's rows, each once and in their order; none where the rows cannot give them. */
export function taken(rows: Rows, take: Take): Single[] {
  const kept = keptRows(rows, take);
  if (take.fold === 'number') return [kept.length];
  if (take.minus !== undefined)
    return difference(kept.flatMap((row) => [rows.value(row, take.key), rows.value(row, take.minus!)]));
  const values = kept.map((row) => rows.value(row, take.key));
  if (take.fold === 'difference') return difference(values);
  if (take.fold === 'sum') return values.every((value) => typeof value === 'number') ? [total(values)] : [];
  const distinct = new Set<Single>();
  for (const value of values.flat()) {
    if (value === undefined || value === '') continue;
    distinct.add(take.part ? partOf(String(value), take.part) : value);
  }
  return [...distinct];
}

/** The part of a day: `2024-06-03` gives 2024 or June. */
function partOf(day: string, part: 'year' | 'month'): Single {
  return part === 'year' ? Number(day.slice(0, 4)) : monthNames[Number(day.slice(5, 7)) - 1]!;
}

export function keptRows(rows: Rows, { ties, nth, having }: Take): number[] {
  if (nth !== undefined) return nth <= rows.length ? [nth - 1] : [];
  const kept: number[] = [];
  const first = ties === undefined || rows.length === 0 ? undefined : rows.value(0, ties);
  if (ties !== undefined && first === undefined) return [];
  for (let row = 0; row < rows.length; row += 1) {
    if (ties !== undefined && rows.value(row, ties) !== first) break;
    if (having && !comparisons[having.is](rows.value(row, having.key) as number, having.number)) continue;
    kept.push(row);
  }
  return kept;
}

/** Between two numbers, or of two days in days. */
function difference([one, other, ...more]: readonly Cell[]): Single[] {
  if (more.length > 0) return [];
  const [first, second] = [measure(one), measure(other)];
  return first === undefined || second === undefined ? [] : [exact(Math.abs(first - second))];
}

function measure(value: Cell): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

const total = (values: readonly number[]): number => exact(values.reduce((sum, value) => sum + value, 0));

/** Without the last digits that binary fractions add. */
export const exact = (value: number): number => Number(value.toPrecision(12));
