import { closingQuote, valueOf } from './row.ts';

/** Cells as spreadsheets take them: tabs between cells, quotes only where they are needed. */
export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => (/[\t\r\n"]/.test(cell) ? quoted(cell) : cell)).join('\t')).join('\n');

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The cells of a text from a spreadsheet, or from a CSV file whose lines have equally many. */
export function pastedCells(text: string): string[][] {
  if (!/[\t\r\n]/.test(text)) return [[text]];
  const tabbed = rowsOf(text, '\t');
  if (tabbed.some(({ length }) => length > 1)) return tabbed;
  const separated = [',', ';'].map((delimiter) => rowsOf(text, delimiter)).find(isTable);
  return separated ?? tabbed;
}

const isTable = (rows: readonly string[][]): boolean =>
  rows.length > 1 && rows[0]!.length > 1 && rows.every(({ length }) => length === rows[0]!.length);

/** The rows of a text. Blank ones count, except behind the last line end. */
function rowsOf(text: string, delimiter: string): string[][] {
  const ends = new RegExp(`\\r\\n|[\\r\\n${delimiter}]|$`, 'g');
  const rows: string[][] = [[]];
  for (let start = 0; ; ) {
    const rest = startOfRest(text, start);
    ends.lastIndex = rest;
    const { index, 0: end } = ends.exec(text)!;
    const cell = text.slice(start, index);
    rows.at(-1)!.push(rest === start ? cell : valueOf(cell));
    if (end === '') break;
    if (end !== delimiter) rows.push([]);
    start = index + end.length;
  }
  const isEnded = rows.length > 1 && rows.at(-1)!.join('') === '' && rows.at(-1)!.length === 1;
  return isEnded ? rows.slice(0, -1) : rows;
}

/** Behind the quotes of a cell. A quote that is never closed is a character like others. */
function startOfRest(text: string, start: number): number {
  if (text[start] !== '"') return start;
  const close = closingQuote(text, start + 1);
  return close === text.length ? start : close + 1;
}
