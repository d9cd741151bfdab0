/** A table as text (RFC 4180). Rows are found once; cells are read when they are shown. */
export interface CsvText {
  readonly text: string;
  readonly delimiter: string;
  /** Where each row begins, and behind the last one where the text ends. */
  readonly starts: readonly number[];
}

const byteOrderMark = '\uFEFF';

/** Finds the rows of a text. Blank lines are none. */
export function readCsv(text: string): CsvText {
  const delimiter = delimiterOf(text.slice(0, indexOrEnd(text, '\n', 0)));
  const isOpening = (quote: number) => quote === 0 || [delimiter, '\n', byteOrderMark].includes(text[quote - 1]!);
  const starts: number[] = [];
  let quote = indexOrEnd(text, '"', 0);
  for (let start = text.startsWith(byteOrderMark) ? 1 : 0; start < text.length; ) {
    let end = indexOrEnd(text, '\n', start);
    while (quote < end) {
      const close = isOpening(quote) ? closingQuote(text, quote + 1) : quote;
      if (close > end) end = indexOrEnd(text, '\n', close);
      quote = indexOrEnd(text, '"', close + 1);
    }
    if (!isBlank(text, start, end)) starts.push(start);
    start = end + 1;
  }
  return { text, delimiter, starts: [...starts, text.length] };
}

/** How many rows there are, the header included. */
export const rowCount = ({ starts }: CsvText): number => starts.length - 1;

/** The cells of a row. The header is row 0. A quote that is never closed ends with the text. */
export function cellsOf({ text, delimiter, starts }: CsvText, row: number): string[] {
  const line = text.slice(starts[row], starts[row + 1]).replace(/[\r\n]+$/, '');
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let start = 0; start <= line.length; ) {
    const end = endOfCell(line, start, delimiter);
    cells.push(valueOf(line.slice(start, end)));
    start = end + 1;
  }
  return cells;
}

function endOfCell(line: string, start: number, delimiter: string): number {
  const from = line[start] === '"' ? closingQuote(line, start + 1) + 1 : start;
  return indexOrEnd(line, delimiter, from);
}

/** Within quotes, two quotes stand for one. */
function closingQuote(text: string, from: number): number {
  for (let position = from; ; position += 2) {
    position = indexOrEnd(text, '"', position);
    if (position === text.length || text[position + 1] !== '"') return position;
  }
}

function valueOf(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const close = closingQuote(cell, 1);
  return cell.slice(1, close).replaceAll('""', '"') + cell.slice(close + 1);
}

/** Spreadsheets of some countries write semicolons or tabs in place of commas. */
function delimiterOf(header: string): string {
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

const isBlank = (text: string, start: number, end: number): boolean =>
  end === start || (end === start + 1 && text[start] === '\r');

function indexOrEnd(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from);
  return index < 0 ? text.length : index;
}
