import type { ReactNode } from 'react';
import type { Row } from '../../../schemas/queries.ts';
import { shownNumber } from '../../fields/format.ts';
import { type Figures, groupWords } from './columns.ts';

/** Leads from a figure to its records, if there are some. */
export type Lead = (row: Row, column: Figures, figure: ReactNode, isForPointer?: boolean) => ReactNode;

export interface ChartProps {
  readonly chart: Chart;
  readonly title: string;
  readonly lead: Lead;
}

/** Values of one colour, a value for each category. */
export interface Series {
  readonly label: string;
  readonly column: Figures;
  /** The group that it shows, where groups are series. */
  readonly group?: { readonly row: Row; readonly column: Figures };
  readonly values: readonly (number | undefined)[];
  /** The row of each value. */
  readonly rows: readonly (Row | undefined)[];
}

export interface Chart {
  /** The first row of each category gives its label. */
  readonly categories: readonly { readonly row: Row; readonly words: string }[];
  readonly series: readonly Series[];
  readonly category: Figures | undefined;
  readonly value: Figures;
}

/** Figures as a chart: the first group gives categories; a second group, or several metrics, give series. */
export function chartOf(columns: readonly Figures[], rows: readonly Row[]): Chart | undefined {
  const metrics = columns.filter(({ isMetric }) => isMetric);
  const groups = columns.filter(({ isMetric }) => !isMetric);
  const [value, category, second] = [metrics[0], groups[0], groups[1]];
  if (!value) return undefined;
  const wordsOf = (row: Row) => (category ? groupWords(row, category) : '');
  const byCategory = Map.groupBy(rows, wordsOf);
  const categories = [...byCategory].map(([words, [row]]) => ({ row: row!, words }));
  const members = [...byCategory.values()];
  const seriesOf = (column: Figures, rows: readonly (Row | undefined)[]) => ({
    column,
    rows,
    values: rows.map((row) => numberIn(row, column.key)),
  });
  const series = second
    ? [...Map.groupBy(rows, (row) => groupWords(row, second))].map(([label, [row]]) => ({
        label,
        group: { row: row!, column: second },
        ...seriesOf(
          value,
          members.map((some) => some.find((one) => groupWords(one, second) === label)),
        ),
      }))
    : metrics.map((metric) => ({
        label: metric.label,
        ...seriesOf(
          metric,
          members.map(([row]) => row),
        ),
      }));
  return { categories, series, category, value };
}

const numberIn = (row: Row | undefined, key: string): number | undefined =>
  typeof row?.[key] === 'number' ? row[key] : undefined;

/** A figure of a chart in words. */
export const figureOf = (value: number | undefined, { shape }: Figures): string =>
  value === undefined ? 'none' : shownNumber(value, shape);

/** A value of a chart in words: its category, its series if there are several, and its figure. */
export function valueWords({ categories, series }: Chart, { label, column, values }: Series, index: number): string {
  const names = [categories[index]!.words, ...(series.length > 1 ? [label] : [])].filter((name) => name !== '');
  return [names.join(', '), figureOf(values[index], column)].filter((part) => part !== '').join(': ');
}

/** The ends of the axis: zero is always on it, and the greatest is a round number. */
export function axisOf(series: readonly Series[]): { least: number; greatest: number; ticks: number[] } {
  const values = series.flatMap(({ values: all }) => all.filter((value) => value !== undefined));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((high - low) / 4);
  const [least, greatest] = [Math.floor(low / step) * step, Math.max(Math.ceil(high / step) * step, step)];
  const count = Math.round((greatest - least) / step);
  return { least, greatest, ticks: Array.from({ length: count + 1 }, (_, index) => least + index * step) };
}

function roundStep(rough: number): number {
  if (rough <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough)!;
}
