import { cellsOf, type CsvText, rowCount } from './csv.ts';

/** How a column is drawn. */
export interface Column {
  readonly name: string;
  /** In place of a name that is empty. */
  readonly placeholder: string;
  /** In characters. */
  readonly width: number;
  readonly isNumeric: boolean;
}

/** Rows that tell how wide columns are. */
export const sampleRows = 200;
const mostColumns = 200;
const width = { least: 6, most: 40, beside: 3 };
const numeric = /^\s*[-+]?[\d.,' ]*\d\s*%?\s*$/;

/** The columns of a table by its header and first rows, and how many there are in all. */
export function columnsOf(table: CsvText): { readonly columns: Column[]; readonly all: number } {
  const rows = Array.from({ length: Math.min(sampleRows, rowCount(table)) }, (_, row) => cellsOf(table, row));
  return { columns: columnsIn(rows, table.columns), all: table.columns };
}

/** A number of columns, as these rows show them. Only the first ones are drawn. */
export const columnsIn = (rows: readonly string[][], count: number, least = width.least): Column[] =>
  Array.from({ length: Math.min(count, mostColumns) }, (_, index) => columnOf(rows, index, least));

function columnOf([header = [], ...rows]: readonly string[][], index: number, least: number): Column {
  const cells = rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '');
  const longest = Math.max(header[index]?.length ?? 0, ...cells.map(({ length }) => length));
  return {
    name: header[index] ?? '',
    placeholder: `Column ${index + 1}`,
    width: Math.min(width.most, Math.max(least, longest + width.beside)),
    isNumeric: cells.length > 0 && cells.every((cell) => numeric.test(cell)),
  };
}
