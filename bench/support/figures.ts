export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)]!;
}

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One figure beside its baseline of the same run, and the bound that the ratio must keep. */
export interface Figure {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number;
  readonly unit: string;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
}

/** Prints the figures as a table; returns whether every bound holds. */
export function report(figures: readonly Figure[]): boolean {
  const rows = figures.map((figure) => {
    const ratio = figure.ours / figure.baseline;
    const holds = 'atMost' in figure.bound ? ratio <= figure.bound.atMost : ratio >= figure.bound.atLeast;
    const bound = 'atMost' in figure.bound ? `<= ${figure.bound.atMost}` : `>= ${figure.bound.atLeast}`;
    return {
      figure: figure.name,
      ours: rounded(figure.ours),
      baseline: rounded(figure.baseline),
      unit: figure.unit,
      ratio: ratio.toFixed(2),
      bound,
      holds,
    };
  });
  console.table(rows);
  return rows.every((row) => row.holds);
}

const rounded = (value: number) => Number(value.toPrecision(4));
