import { byteOrderMark, cellsIn, closingQuote, indexOrEnd } from './model/row.ts';
import { atOnce, type Work } from './model/slices.ts';

/** A table as text (RFC 4180). Rows are found once; cells are read when they are shown. */
export interface CsvText {
  readonly text: string;
  readonly delimiter: string;
  /** Where each row begins, and behind the last one where the text ends. */
  readonly starts: readonly number[];
  /** The cells of the widest row. */
  readonly columns: number;
  /** Whether the last row ends within quotes. */
  readonly isUnclosed: boolean;
}

/** Finds the rows of a text. Blank lines are none. */
export const readCsv = (text: string): CsvText => atOnce(readingCsv(text));

/** How many rows are found between two pauses. */
const rowsAtOnce = 512;

/** The same, with pauses. The delimiter is told from the header unless it is known. */
export function* readingCsv(text: string, known?: string): Work<CsvText> {
  const delimiter = known ?? delimiterOf(text);
  const isOpening = (quote: number) =>
    quote === 0 ||
    text[quote - 1] === delimiter ||
    text[quote - 1] === '\n' ||
    (quote === 1 && text[0] === byteOrderMark);
  const starts: number[] = [];
  let columns = 0;
  let isUnclosed = false;
  let quote = indexOrEnd(text, '"', 0);
  let between = indexOrEnd(text, delimiter, 0);
  for (let start = text.startsWith(byteOrderMark) ? 1 : 0; start < text.length; ) {
    let cells = 1;
    const countTo = (end: number) => {
      for (; between < end; cells += 1) between = indexOrEnd(text, delimiter, between + 1);
    };
    let end = indexOrEnd(text, '\n', start);
    while (quote < end) {
      const close = isOpening(quote) ? closingQuote(text, quote + 1) : quote;
      isUnclosed = close === text.length;
      countTo(quote);
      if (between < close) between = indexOrEnd(text, delimiter, close);
      if (close > end) end = indexOrEnd(text, '\n', close);
      quote = indexOrEnd(text, '"', close + 1);
    }
    countTo(end);
    if (!isBlank(text, start, end)) {
      columns = Math.max(columns, cells);
      starts.push(start);
      if (starts.length % rowsAtOnce === 0) yield;
    }
    start = end + 1;
  }
  starts.push(text.length);
  return { text, delimiter, starts, columns, isUnclosed };
}

/** How many rows there are, the header included. */
export const rowCount = ({ starts }: CsvText): number => starts.length - 1;

/** A row as it is written, without its line end. */
export function lineOf({ text, starts, isUnclosed }: CsvText, row: number): string {
  const start = starts[row]!;
  let end = starts[row + 1]!;
  if (isUnclosed && end === text.length) return text.slice(start);
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(start, end);
}

/** The cells of a row. The header is row 0. */
export const cellsOf = (table: CsvText, row: number): string[] => cellsIn(lineOf(table, row), table.delimiter);

/** Spreadsheets of some countries write semicolons or tabs in place of commas. Those within quotes are text. */
function delimiterOf(text: string): string {
  const header = text.slice(0, indexOrEnd(text, '\n', 0)).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

const isBlank = (text: string, start: number, end: number): boolean =>
  end === start || (end === start + 1 && text[start] === '\r');
