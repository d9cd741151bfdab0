import { numberIn } from './order.ts';
import { cellsAt, type Sheet } from './sheet.ts';
import type { Work } from './slices.ts';

/** The numbers among some cells. */
export interface Totals {
  readonly count: number;
  readonly sum: number;
}

interface Cells {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const rowsAtOnce = 256;

/** Adds up the numbers in cells as they are shown. */
export function* totalsIn(sheet: Sheet, range: Cells, rowAt: (shown: number) => number): Work<Totals> {
  let [count, sum] = [0, 0];
  for (let row = range.top; row <= range.bottom; row += 1) {
    if (row % rowsAtOnce === 0) yield;
    for (const cell of cellsAt(sheet, rowAt(row)).slice(range.left, range.right + 1)) {
      const number = numberIn(cell);
      if (number === undefined) continue;
      count += 1;
      sum += number;
    }
  }
  return { count, sum };
}
