import { type CsvText, lineOf, rowCount } from '../csv.ts';
import { cellsIn } from './row.ts';

/** A row of the base, by its number, or a changed or added row, as it is written. */
export type Row = number | string;

/** The new number of a row, after all rows were numbered anew. */
export type RowOf = (row: number) => number;

/** A sheet while it is edited: a version of it, and its rows as they are now. The header is row 0. */
export interface Sheet {
  readonly base: CsvText;
  readonly rows: readonly Row[];
  /** How many columns there are. */
  readonly columns: number;
}

/** Rows that take the place of others. */
export interface Patch {
  readonly at: number;
  readonly removed: readonly Row[];
  readonly inserted: readonly Row[];
}

export function openSheet(base: CsvText, columns = base.columns): Sheet {
  const rows: Row[] = [];
  for (let row = 0; row < rowCount(base); row += 1) rows.push(row);
  return { base, rows, columns };
}

/** A row as it is written, without its line end. */
export function lineAt({ base, rows }: Sheet, row: number): string {
  const found = rows[row]!;
  return typeof found === 'string' ? found : lineOf(base, found);
}

/** The cells of a row; none behind the last one. */
export const cellsAt = (sheet: Sheet, row: number): string[] =>
  row < sheet.rows.length ? cellsIn(lineAt(sheet, row), sheet.base.delimiter) : [];

/** Patches apply one after the other. */
export function patched(sheet: Sheet, patches: readonly Patch[], columns = sheet.columns): Sheet {
  let rows = sheet.rows.slice();
  for (const { at, removed, inserted } of patches) {
    if (removed.length === inserted.length) for (const [index, row] of inserted.entries()) rows[at + index] = row;
    else rows = rows.slice(0, at).concat(inserted, rows.slice(at + removed.length));
  }
  return { ...sheet, rows, columns };
}

/** The patches that take these back. */
export const inverse = (patches: readonly Patch[]): Patch[] =>
  patches.map(({ at, removed, inserted }) => ({ at, removed: inserted, inserted: removed })).toReversed();

/** Whether rows came or went, which numbers all rows behind them anew. */
export const movesRows = (patches: readonly Patch[]): boolean =>
  patches.some(({ removed, inserted }) => removed.length !== inserted.length);
