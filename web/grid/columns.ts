import { cellsOf, type CsvText, rowCount } from './csv.ts';

/** How a column is drawn. */
export interface Column {
  readonly name: string;
  /** In characters. */
  readonly width: number;
  readonly isNumeric: boolean;
}

const sampleRows = 200;
const mostColumns = 200;
const width = { least: 6, most: 40, beside: 3 };
const numeric = /^\s*[-+]?[\d.,' ]*\d\s*%?\s*$/;

/** The columns of a table by its header and first rows, and how many there are in all. */
export function columnsOf(table: CsvText): { readonly columns: Column[]; readonly all: number } {
  const rows = Array.from({ length: Math.min(sampleRows, rowCount(table)) }, (_, row) => cellsOf(table, row));
  const all = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: Math.min(all, mostColumns) }, (_, index) => columnOf(rows, index));
  return { columns, all };
}

function columnOf([header = [], ...rows]: readonly string[][], index: number): Column {
  const cells = rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '');
  const longest = Math.max(header[index]?.length ?? 0, ...cells.map(({ length }) => length));
  return {
    name: header[index] ?? '',
    width: Math.min(width.most, Math.max(width.least, longest + width.beside)),
    isNumeric: cells.length > 0 && cells.every((cell) => numeric.test(cell)),
  };
}
