import { deleteRows, isUnnamed, setCells } from './edits.ts';
import type { Change } from './history.ts';
import { cellsAt, type Sheet } from './sheet.ts';
import type { Work } from './slices.ts';

/** Whether the header is empty, so that the first row may become it. */
export const lacksHeading = (sheet: Sheet): boolean => sheet.rows.length > 1 && isUnnamed(sheet);

/** Whether the first row names columns: different texts, with a number or a date below one of them. */
export function looksLikeHeading(sheet: Sheet): boolean {
  const [names, values] = [cellsAt(sheet, 1), cellsAt(sheet, 2)];
  const areTexts = names.length > 1 && names.every((name) => name.trim() !== '' && !isValue(name));
  return areTexts && new Set(names).size === names.length && values.some(isValue);
}

const isValue = (cell: string): boolean => /^\W{0,3}\d[\d\s.,:/%-]*$/.test(cell.trim());

/** The first row becomes the header. */
export function* takeHeading(sheet: Sheet): Work<Change> {
  const names = cellsAt(sheet, 1).map((value, column) => ({ row: 0, column, value }));
  return { patches: [...(yield* setCells(sheet, names)), ...deleteRows(sheet, [1])] };
}
