import type { CellPlace } from '../moves.ts';
import { cellsAt, lineAt, type Sheet } from './sheet.ts';
import type { Work } from './slices.ts';

/** Cells that are found at most. */
export const mostFound = 10_000;
const rowsAtOnce = 256;

/** The cells that hold a text, whatever its case, in the order of these rows. Rows of the answer are places among them. */
export function* cellsWith(sheet: Sheet, rows: readonly number[], text: string): Work<CellPlace[]> {
  const sought = text.toLowerCase();
  const found: CellPlace[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % rowsAtOnce === 0) yield;
    if (!mayHold(lineAt(sheet, row), sought)) continue;
    for (const [column, cell] of cellsAt(sheet, row).entries()) {
      if (cell.toLowerCase().includes(sought)) found.push({ row: place, column });
    }
    if (found.length >= mostFound) return found.slice(0, mostFound);
  }
  return found;
}

/** A quote within a cell is written twice, so a line does not hold it as it is sought. */
const mayHold = (line: string, sought: string): boolean => sought.includes('"') || line.toLowerCase().includes(sought);
