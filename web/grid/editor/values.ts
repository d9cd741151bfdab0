import type { CellValue } from '../model/edits.ts';
import { cellsAt, type Sheet } from '../model/sheet.ts';
import { heightOf, isOneCell, type Range, widthOf } from '../model/selection.ts';

/** The row of the sheet that is shown at a place. */
export type RowAt = (shown: number) => number;

/** The values of a range, row by row. */
export const valuesIn = (sheet: Sheet, { top, bottom, left, right }: Range, rowAt: RowAt): string[][] =>
  Array.from({ length: bottom - top + 1 }, (_, index) => {
    const cells = cellsAt(sheet, rowAt(top + index));
    return Array.from({ length: right - left + 1 }, (_one, column) => cells[left + column] ?? '');
  });

/** The same value in all cells of a range. */
export function filling({ top, bottom, left, right }: Range, value: string, rowAt: RowAt): CellValue[] {
  const values: CellValue[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) values.push({ row: rowAt(row), column, value });
  }
  return values;
}

/** Cells from a corner on. One cell fills the whole range. */
export function pasted(cells: readonly (readonly string[])[], range: Range, rowAt: RowAt): CellValue[] {
  if (cells.length === 1 && cells[0]!.length === 1 && !isOneCell(range)) return filling(range, cells[0]![0]!, rowAt);
  return cells.flatMap((row, index) =>
    row.map((value, column) => ({ row: rowAt(range.top + index), column: range.left + column, value })),
  );
}

/** The range that pasted cells take. */
export function pastedRange(cells: readonly (readonly string[])[], range: Range): Range {
  if (cells.length === 1 && cells[0]!.length === 1) return range;
  const width = cells.reduce((most, { length }) => Math.max(most, length), 1);
  return { ...range, bottom: range.top + cells.length - 1, right: range.left + width - 1 };
}

/** The cells of a source over and over in all of a range. */
export function repeated(sheet: Sheet, source: Range, target: Range, rowAt: RowAt): CellValue[] {
  const cells = valuesIn(sheet, source, rowAt);
  const values: CellValue[] = [];
  for (let row = target.top; row <= target.bottom; row += 1) {
    for (let column = target.left; column <= target.right; column += 1) {
      const line = cells[(row - source.top) % heightOf(source)]!;
      values.push({ row: rowAt(row), column, value: line[(column - source.left) % widthOf(source)]! });
    }
  }
  return values;
}

/** The row or column that a fill repeats: the first of the range, or the one before a single one. */
export function sourceOf(range: Range, way: 'down' | 'right'): Range {
  if (way === 'down') {
    const row = heightOf(range) > 1 ? range.top : range.top - 1;
    return { ...range, top: row, bottom: row };
  }
  const column = widthOf(range) > 1 ? range.left : range.left - 1;
  return { ...range, left: column, right: column };
}
