/** One row of a table as it is written, without its line end. */
type Line = string;

/** Where a cell stands in a line. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export const byteOrderMark = '\uFEFF';

/** The cells of a line. A quote that is never closed ends with it. */
export function cellsIn(line: Line, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  return spansIn(line, delimiter).map(({ start, end }) => valueOf(line.slice(start, end)));
}

/** A value for a cell of a line. */
interface Value {
  readonly column: number;
  readonly value: string;
}

/** The line with other values in some cells. Cells that the line lacks are added. All others stay as they are written. */
export function withCells(line: Line, delimiter: string, values: readonly Value[], isHeader = false): Line {
  const spans = spansIn(line, delimiter);
  const wanted = new Map(values.map(({ column, value }) => [column, value.toWellFormed()]));
  const needed = widthFor(values);
  const isLonger = needed > spans.length;
  const cells = spans.map(({ start, end }) => line.slice(start, end));
  if (isLonger) cells[cells.length - 1] = closed(cells.at(-1)!, delimiter);
  while (cells.length < needed) cells.push('');
  for (const [column, value] of wanted) {
    const before = cells[column];
    if (before === undefined || valueOf(before) === value) continue;
    cells[column] = written(value, delimiter, before.startsWith('"'), isHeader);
  }
  return notBlank(cells.join(delimiter));
}

/** How many cells a line needs, so that it has room for these values. */
export const widthFor = (values: readonly Value[]): number =>
  values.reduce((most, { column, value }) => (value === '' ? most : Math.max(most, column + 1)), 0);

/** The line with empty cells before a column. A line that does not reach it stays. */
export function withColumns(line: Line, delimiter: string, column: number, count: number): Line {
  const spans = spansIn(line, delimiter);
  const added = delimiter.repeat(count);
  const span = spans[column];
  if (span) return line.slice(0, span.start) + added + line.slice(span.start);
  return column === spans.length ? closed(line, delimiter) + added : line;
}

/** The line without the cells from one column up to another. */
export function withoutColumns(line: Line, delimiter: string, from: number, to: number): Line {
  const spans = spansIn(line, delimiter);
  if (from >= spans.length) return line;
  const next = spans[to];
  if (next) return notBlank(line.slice(0, spans[from]!.start) + line.slice(next.start));
  return notBlank(line.slice(0, spans[from - 1]?.end ?? 0));
}

/** A line of empty cells. */
export const emptyLine = (columns: number, delimiter: string): Line => notBlank(delimiter.repeat(columns - 1));

/** The line with its last quote closed, so that something can follow it. */
export function closed(line: Line, delimiter: string): Line {
  const last = line.slice(spansIn(line, delimiter).at(-1)!.start);
  return last.startsWith('"') && closingQuote(last, 1) === last.length ? `${line}"` : line;
}

/** A blank line would not be a row. */
const notBlank = (line: Line): Line => (line === '' ? '""' : line);

function spansIn(line: Line, delimiter: string): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start <= line.length; ) {
    const from = line[start] === '"' ? closingQuote(line, start + 1) + 1 : start;
    const end = indexOrEnd(line, delimiter, from);
    spans.push({ start, end });
    start = end + 1;
  }
  return spans;
}

/** A cell as it is written. Quotes stay where they were, and come only where they are needed. */
function written(value: string, delimiter: string, wasQuoted: boolean, isHeader: boolean): string {
  const needsQuotes = /["\r\n\uFEFF]/.test(value) || value.includes(delimiter) || (isHeader && /[,;\t]/.test(value));
  return wasQuoted || needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The value that a cell stands for. */
export function valueOf(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const close = closingQuote(cell, 1);
  return cell.slice(1, close).replaceAll('""', '"') + cell.slice(close + 1);
}

/** Within quotes, two quotes stand for one. */
export function closingQuote(text: string, from: number): number {
  for (let position = from; ; position += 2) {
    position = indexOrEnd(text, '"', position);
    if (position === text.length || text[position + 1] !== '"') return position;
  }
}

export function indexOrEnd(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from);
  return index < 0 ? text.length : index;
}
