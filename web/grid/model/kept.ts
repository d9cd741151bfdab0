import type { CsvText } from '../csv.ts';
import type { Row, Sheet } from './sheet.ts';

/** Rows of the base that stand together, by the first and how many, or a row as it is written. */
export type Kept = readonly [from: number, count: number] | string;

/** All that differs from the base, short enough to be kept. */
export function keptOf({ rows }: Sheet): Kept[] {
  const kept: (string | [number, number])[] = [];
  for (const row of rows) {
    const last = kept.at(-1);
    if (typeof row === 'string') kept.push(row);
    else if (Array.isArray(last) && last[0] + last[1] === row) last[1] += 1;
    else kept.push([row, 1]);
  }
  return kept;
}

/** The sheet that was kept. */
export function sheetOf(base: CsvText, kept: readonly Kept[], columns: number): Sheet {
  const rows = kept.flatMap((one): Row[] =>
    typeof one === 'string' ? [one] : Array.from({ length: one[1] }, (_, index) => one[0] + index),
  );
  return { base, rows, columns };
}
