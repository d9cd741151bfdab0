import type { Measured } from './pairs.ts';

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  return inOrder(values)[Math.floor(values.length * share)]!;
}

const inOrder = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A measured value and its bound. The bound limits the ratio to a baseline, or our own value. */
export interface Figure extends Measured<number> {
  readonly name: string;
  readonly unit: string;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number } | { readonly oursAtMost: number };
}

/** A figure that has no turns. */
export const once = (ours: number, baseline: number): Measured<number> => ({
  pairs: [{ ours, baseline }],
  isQuiet: true,
});

export type Verdict = 'holds' | 'missed' | 'not measured';

/**
 * Prints the figures as a table and returns the verdicts. The range holds the median of the bounded value in 19 of 20
 * runs.
 */
export function report(figures: readonly Figure[]): Verdict[] {
  const rows = figures.map((figure) => {
    const { name, unit, bound, pairs } = figure;
    const ratios = pairs.map(({ ours, baseline }) => ours / baseline);
    const [low, high] = medianRange('oursAtMost' in bound ? pairs.map(({ ours }) => ours) : ratios);
    return {
      figure: name,
      ours: rounded(median(pairs.map(({ ours }) => ours))),
      baseline: rounded(median(pairs.map(({ baseline }) => baseline))),
      unit,
      ratio: median(ratios).toFixed(2),
      spread: `${low.toFixed(2)} to ${high.toFixed(2)}`,
      bound: wordsOf(bound, unit),
      verdict: verdictOf(figure, low, high),
    };
  });
  console.table(rows);
  return rows.map(({ verdict }) => verdict);
}

function wordsOf(bound: Figure['bound'], unit: string): string {
  if ('oursAtMost' in bound) return `<= ${bound.oursAtMost} ${unit}`;
  return 'atMost' in bound ? `<= ${bound.atMost}` : `>= ${bound.atLeast}`;
}

/** The spread must leave no doubt on which side of the bound the ratio is. */
function verdictOf({ bound, isQuiet }: Figure, low: number, high: number): Verdict {
  if (!isQuiet) return 'not measured';
  const [good, bad] =
    'atLeast' in bound ? [low >= bound.atLeast, high < bound.atLeast] : [high <= mostOf(bound), low > mostOf(bound)];
  return good ? 'holds' : bad ? 'missed' : 'not measured';
}

const mostOf = (bound: { readonly atMost: number } | { readonly oursAtMost: number }) =>
  'atMost' in bound ? bound.atMost : bound.oursAtMost;

/** The median of as many values is beyond either end once in forty times, by the sign test. */
function medianRange(values: readonly number[]): [low: number, high: number] {
  const sorted = inOrder(values);
  const place = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2));
  return [sorted[place]!, sorted[sorted.length - 1 - place]!];
}

const rounded = (value: number) => Number(value.toPrecision(4));
