import { closed, emptyLine, widthFor, withCells, withColumns, withoutColumns } from './row.ts';
import { cellsAt, lineAt, type Patch, patched, type Row, type Sheet } from './sheet.ts';
import type { Work } from './slices.ts';

/** A value for a cell. */
export interface CellValue {
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

const linesAtOnce = 256;

/** Writes values into cells. Rows up to the last of them are added. Only lines that change are in the patches. */
export function* setCells(sheet: Sheet, values: readonly CellValue[]): Work<Patch[]> {
  const { rows, base } = sheet;
  const byRow = Map.groupBy(values, ({ row }) => row);
  const width = values.reduce((most, { column }) => Math.max(most, column + 1), Math.max(1, sheet.columns));
  const patches: Patch[] = byRow.has(0) ? [] : lengthenedHeader(sheet, values);
  const added: string[] = [];
  let done = 0;
  for (const row of [...byRow.keys()].toSorted((a, b) => a - b)) {
    const isNew = row >= rows.length;
    const cells = byRow.get(row)!;
    if (isNew && cells.every(({ value }) => value === '')) continue;
    while (added.length < row - rows.length) added.push(emptyLine(width, base.delimiter));
    const line = isNew ? emptyLine(width, base.delimiter) : lineAt(sheet, row);
    const after = withCells(line, base.delimiter, cells, row === 0);
    if (isNew) added.push(after);
    else if (after !== line) patches.push({ at: row, removed: [rows[row]!], inserted: [after] });
    done += 1;
    if (done % linesAtOnce === 0) yield;
  }
  return added.length === 0 ? patches : [...patches, ...appended(patched(sheet, patches), added)];
}

/** A header without names reaches as far as the cells below it. A Data Set takes no cell without a column. */
function lengthenedHeader(sheet: Sheet, values: readonly CellValue[]): Patch[] {
  const [removed] = sheet.rows;
  const width = widthFor(values);
  if (removed === undefined || !isUnnamed(sheet) || cellsAt(sheet, 0).length >= width) return [];
  return [{ at: 0, removed: [removed], inserted: [emptyLine(width, sheet.base.delimiter)] }];
}

/** Whether the header names no column. */
export const isUnnamed = (sheet: Sheet): boolean => !cellsAt(sheet, 0).some(Boolean);

/** Rows behind the last one, whose quotes must be closed before. */
function appended(sheet: Sheet, added: readonly string[]): Patch[] {
  const last = sheet.rows.length - 1;
  const line = last < 0 ? '""' : lineAt(sheet, last);
  const end = closed(line, sheet.base.delimiter);
  const closing = end === line ? [] : [{ at: last, removed: [sheet.rows[last]!], inserted: [end] }];
  return [...closing, { at: last + 1, removed: [], inserted: added }];
}

/** Adds empty rows before a row, or behind the last one. */
export function insertRows(sheet: Sheet, at: number, count: number): Patch[] {
  const added = Array.from({ length: count }, () => emptyLine(Math.max(1, sheet.columns), sheet.base.delimiter));
  return at >= sheet.rows.length ? appended(sheet, added) : [{ at, removed: [], inserted: added }];
}

/** Removes rows, which are named in ascending order. The header stays. */
export function deleteRows({ rows }: Sheet, named: readonly number[]): Patch[] {
  const patches: { at: number; removed: Row[]; inserted: Row[] }[] = [];
  for (const row of named.filter((row) => row > 0 && row < rows.length)) {
    const last = patches.at(-1);
    if (last && last.at + last.removed.length === row) last.removed.push(rows[row]!);
    else patches.push({ at: row, removed: [rows[row]!], inserted: [] });
  }
  return patches.toReversed();
}

/** Adds empty columns before a column. */
export const insertColumns = (sheet: Sheet, column: number, count: number): Work<Patch[]> =>
  eachLine(sheet, (line) => withColumns(line, sheet.base.delimiter, column, count));

/** Removes the columns from one up to another. */
export const deleteColumns = (sheet: Sheet, from: number, to: number): Work<Patch[]> =>
  eachLine(sheet, (line) => withoutColumns(line, sheet.base.delimiter, from, to));

function* eachLine(sheet: Sheet, change: (line: string) => string): Work<Patch[]> {
  const { rows } = sheet;
  const inserted: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const line = lineAt(sheet, index);
    const after = change(line);
    inserted.push(after === line ? row : after);
    if (index % linesAtOnce === 0) yield;
  }
  return rows.length === 0 ? [] : [{ at: 0, removed: rows, inserted }];
}
