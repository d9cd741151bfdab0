import { type CsvText, lineOf, rowCount } from '../csv.ts';
import { byteOrderMark } from './row.ts';
import type { Sheet } from './sheet.ts';

/** A stretch of a text that is replaced. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The sheet as splices of its base, in characters: in order, and nothing outside the rows that changed. */
export function splicesOf({ base, rows }: Sheet): Splice[] {
  const splices: Splice[] = [];
  let next = 0;
  let lines: string[] = [];
  for (let index = 0; index <= rows.length; index += 1) {
    const row = rows[index] ?? rowCount(base);
    if (typeof row === 'string') lines.push(row);
    else {
      if (row > next || lines.length > 0) {
        splices.push(...replaced(base, next, row, lines));
        lines = [];
      }
      next = row + 1;
    }
  }
  return joined(splices);
}

/** Lines in the place of the rows from one up to another. */
function replaced(base: CsvText, from: number, to: number, lines: readonly string[]): Splice[] {
  let [first, last, begin, end] = [from, to, 0, lines.length];
  while (first < last && begin < end && lines[begin] === lineOf(base, first)) [first, begin] = [first + 1, begin + 1];
  while (first < last && begin < end && lines[end - 1] === lineOf(base, last - 1)) [last, end] = [last - 1, end - 1];
  const splices: Splice[] = [];
  for (; first < last && begin < end; first += 1, begin += 1) splices.push(...changed(base, first, lines[begin]!));
  if (first < last) splices.push({ start: base.starts[first]!, end: lineEnd(base, last - 1), text: '' });
  if (begin < end) splices.push(added(base, first, lines.slice(begin, end)));
  return splices;
}

/** Another line in place of a row: only from the first to the last character that differ. */
function changed(base: CsvText, row: number, line: string): Splice[] {
  const before = lineOf(base, row);
  if (before === line) return [];
  const most = Math.min(before.length, line.length);
  let head = 0;
  while (head < most && before[head] === line[head]) head += 1;
  if (isHighSurrogate(before, head - 1)) head -= 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === line.at(-1 - tail)) tail += 1;
  if (isLowSurrogate(before, before.length - tail)) tail -= 1;
  const start = base.starts[row]! + head;
  const end = base.starts[row]! + before.length - tail;
  return [{ start, end, text: line.slice(head, line.length - tail) }];
}

/** Lines before a row of the base, as close below the row before as can be. */
function added(base: CsvText, row: number, lines: readonly string[]): Splice {
  const at = row === 0 ? base.starts[0]! : lineEnd(base, row - 1);
  const lineFeed = lineFeedOf(base, row);
  const isInQuotes = base.isUnclosed && row === base.starts.length - 1;
  const isOnNewLine = !isInQuotes && ['', '\n', byteOrderMark].includes(base.text.slice(Math.max(0, at - 1), at));
  const text = lines.map((line) => (isOnNewLine ? line + lineFeed : lineFeed + line)).join('');
  return { start: at, end: at, text };
}

/** Behind the line end of a row. Blank lines may follow. */
function lineEnd(base: CsvText, row: number): number {
  const { text, starts } = base;
  const end = starts[row]! + lineOf(base, row).length;
  const lineFeed = text.indexOf('\n', end);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** The line end as the row before has it, else as the first row has it. */
function lineFeedOf(base: CsvText, row: number): string {
  const near = [row - 1, 0].filter((one) => one >= 0 && one < base.starts.length - 1).map((one) => lineEnd(base, one));
  const end = near.find((one) => base.text[one - 1] === '\n');
  return end !== undefined && base.text[end - 2] === '\r' ? '\r\n' : '\n';
}

/** Stretches that touch become one. */
function joined(splices: readonly Splice[]): Splice[] {
  const result: Splice[] = [];
  for (const splice of splices) {
    const last = result.at(-1);
    if (last?.end !== splice.start) result.push(splice);
    else result[result.length - 1] = { start: last.start, end: splice.end, text: last.text + splice.text };
  }
  return result;
}

/** The text with its splices applied. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: part } of splices) {
    parts.push(text.slice(from, start), part);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** The whole text of a sheet as it is now. */
export const textOf = (sheet: Sheet): string => spliced(sheet.base.text, splicesOf(sheet));

/** The same splices in bytes of UTF-8. */
export function inBytes(text: string, splices: readonly Splice[]): Splice[] {
  const encoder = new TextEncoder();
  const bytesOf = (from: number, to: number) => encoder.encode(text.slice(from, to)).length;
  let [character, byte] = [0, 0];
  return splices.map(({ start, end, text: part }) => {
    const first = byte + bytesOf(character, start);
    [character, byte] = [end, first + bytesOf(start, end)];
    return { start: first, end: byte, text: part };
  });
}

const isHighSurrogate = (text: string, at: number): boolean => /[\uD800-\uDBFF]/.test(text[at] ?? '');
const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');
