import { isUtf8 } from 'node:buffer';
import { isLongerThan } from '../../schemas/common.ts';
import { limits } from '../../schemas/limits.ts';
import { delimiterOf } from './delimiters.ts';

/** The bytes are not a CSV file. The message names the row; the header is row 0. */
export class MalformedCsv extends Error {
  constructor(row: number, what: string) {
    super(row === 0 ? `the header ${what}` : `row ${row} ${what}`);
  }
}

/**
 * The rows of a CSV file, the header first, read as the pieces come. It follows RFC 4180: commas, quotes, CRLF or LF,
 * UTF-8 with or without a byte order mark. `csvSteps` also finds semicolons and tabs in place of commas. Blank lines
 * are skipped. A row has at most one cell more than the column limit, so that the caller notices the excess. A cell has
 * at most `limits.cell` characters. Throws `MalformedCsv`.
 *
 * A parser of our own: an import reads its file twice, and a general parser takes longer than the inserts.
 */
export function* csvRows(pieces: Iterable<Uint8Array>): Generator<string[]> {
  for (const cells of csvSteps(pieces, () => ',')) if (cells) yield cells;
}

/** Where in a file a row begins. Lines count from 1. */
export interface Place {
  line: number;
}

/**
 * The same; and undefined where work has been done without a row, so that others may have their turn. `place` is moved
 * to each row.
 */
export function* csvSteps(
  pieces: Iterable<Uint8Array>,
  delimiterIn = delimiterOf,
  place: Place = { line: 0 },
): Generator<string[] | undefined> {
  const reader = new RowReader(delimiterIn);
  for (const lines of wholeLines(pieces, reader)) {
    for (const text of textsOf(lines, reader)) {
      yield* reader.placed(reader.rowsOf(text), place);
      while (reader.isPaused) {
        yield undefined;
        yield* reader.placed(reader.rowsOf(''), place);
      }
    }
    yield undefined;
  }
  reader.end();
}

const lineFeed = 0x0a;
const quoteUnit = 0x22;

/** The same bytes in pieces of whole lines. A line that is too long is refused before it fills the memory. */
function* wholeLines(pieces: Iterable<Uint8Array>, reader: RowReader): Generator<Buffer> {
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for (const piece of pieces) {
    const end = piece.lastIndexOf(lineFeed) + 1;
    const isTooLong = begunBytes + (end > 0 ? piece.indexOf(lineFeed) : piece.byteLength) > limits.csvLineBytes;
    if (isTooLong) throw new MalformedCsv(reader.row, `has a line of more than ${limits.csvLineBytes} bytes`);
    if (end > 0) {
      yield Buffer.concat([...begun, piece.subarray(0, end)]);
      begun = [];
      begunBytes = 0;
    }
    if (end === piece.byteLength) continue;
    const rest = Buffer.from(piece.subarray(end));
    begun.push(rest);
    begunBytes += rest.byteLength;
    if (rest.includes(0)) throw new MalformedCsv(reader.row, 'has a NUL character');
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

/** All of the bytes as one text. Bytes that are not UTF-8 are read line by line, to find the row of the error. */
function* textsOf(bytes: Buffer, reader: RowReader): Generator<string> {
  if (isUtf8(bytes)) {
    yield bytes.toString();
    return;
  }
  for (let start = 0; start < bytes.byteLength; ) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.byteLength;
    const line = bytes.subarray(start, end);
    if (!isUtf8(line)) throw new MalformedCsv(reader.row, 'is not valid UTF-8');
    yield line.toString();
    start = end;
  }
}

const mostCells = limits.fields + 1;
/** Others have their turn after this many cells of one row, or characters of them. */
const cellsAtOnce = 10_000;
const charactersAtOnce = 128 * 1_024;
/** A character takes at most two UTF-16 units, also a quote, which is doubled. */
const cellUnits = 2 * limits.cell;

interface Cell {
  readonly value: string;
  readonly end: number;
}

class RowReader {
  readonly #delimiterIn: (text: string) => string;
  #delimiter = ',';
  /** The number of the row that comes next. */
  row = 0;
  /** The cells so far of a row that continues in the next text. */
  #cells: string[] = [];
  /** The unfinished quoted cell of that row, and how far it has been searched for its end. */
  #begun = '';
  #searched = 0;
  #isFirst = true;
  /** Whether the last text has a row that is not read to its end yet. */
  isPaused = false;
  /** How far before the end of that text its line ends. */
  #behindLine = 0;
  /** The line of the row that comes next, and the line feeds in its cells so far. */
  #line = 1;
  #lineFeeds = 0;
  /** The lines of the rows that were read last. */
  #lines: number[] = [];

  constructor(delimiterIn: (text: string) => string) {
    this.#delimiterIn = delimiterIn;
  }

  /** Yields rows that were just read, with `place` at each. */
  *placed(rows: readonly string[][], place: Place): Generator<string[]> {
    const lines = this.#lines;
    for (let index = 0; index < rows.length; index += 1) {
      place.line = lines[index]!;
      yield rows[index]!;
    }
  }

  /** The rows that end in a text of whole lines. */
  rowsOf(lines: string): string[][] {
    this.#lines = [];
    const text = this.#begun + (this.#isFirst ? lines.replace(/^\uFEFF/, '') : lines);
    if (this.#isFirst) this.#delimiter = this.#delimiterIn(text);
    this.#isFirst = false;
    this.#searched = this.isPaused ? 0 : this.#begun.length;
    this.#begun = '';
    const rows: string[][] = [];
    for (let start = 0; start < text.length; ) {
      if (!this.isPaused) start = this.#plainRows(text, start, rows);
      if (start >= text.length) break;
      const end = this.#quotedRow(text, start);
      if (end === undefined) break;
      rows.push(this.#cells);
      this.#cells = [];
      this.row += 1;
      this.#lines.push(this.#line);
      this.#line += this.#lineFeeds + 1;
      this.#lineFeeds = 0;
      start = end + 1;
    }
    return rows;
  }

  /** Takes the rows up to the next line with a quote, and returns where that begins. */
  #plainRows(text: string, from: number, rows: string[][]): number {
    const quote = text.indexOf('"', from);
    const last = quote < 0 ? text.length : quote - 1;
    let start = from;
    for (let end = endOfLine(text, start); start < text.length && end <= last; end = endOfLine(text, start)) {
      const cells = this.#plainRow(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      if (cells) {
        rows.push(cells);
        this.row += 1;
        this.#lines.push(this.#line);
      }
      this.#line += 1;
      start = end + 1;
    }
    return start;
  }

  end(): void {
    if (this.#begun !== '') throw this.#malformed('has a quote that is never closed');
  }

  /** Undefined for a blank line. */
  #plainRow(line: string): string[] | undefined {
    if (line === '') return undefined;
    this.#checkPlain(line);
    const cells = line.split(this.#delimiter, mostCells);
    if (line.length > limits.cell) for (const cell of cells) this.#checkLength(cell);
    return cells;
  }

  /** Gathers the cells of a row and returns where its line ends; undefined when it goes on behind the text. */
  #quotedRow(text: string, start: number): number | undefined {
    let lineEnd = this.isPaused ? text.length - this.#behindLine : start - 1;
    this.isPaused = false;
    let cells = 0;
    for (let position = start; ; ) {
      if (lineEnd < position) lineEnd = endOfLine(text, position);
      const cell = text[position] === '"' ? this.#quotedCell(text, position) : this.#plainCell(text, position, lineEnd);
      if (!cell) {
        this.#begun = text.slice(position);
        return undefined;
      }
      if (this.#cells.length < mostCells) this.#cells.push(cell.value);
      if (text[cell.end] !== this.#delimiter) return cell.end;
      position = cell.end + 1;
      cells += 1;
      const isLong = cells >= cellsAtOnce || position - start >= charactersAtOnce;
      if (!isLong || position >= text.length) continue;
      this.isPaused = true;
      this.#behindLine = text.length - lineEnd;
      this.#begun = text.slice(position);
      return undefined;
    }
  }

  #quotedCell(text: string, start: number): Cell | undefined {
    const most = start + 1 + cellUnits;
    const close = closingQuote(text, Math.max(start + 1, this.#searched), most);
    if (close > most || (close < 0 && text.length > most)) throw this.#tooLong();
    if (close < 0) return undefined;
    const value = text.slice(start + 1, close).replaceAll('""', '"');
    this.#checkLength(value);
    this.#checkText(value);
    if (value.includes('\n')) this.#lineFeeds += value.split('\n').length - 1;
    const end = endOfQuotedCell(text, close + 1, this.#delimiter);
    if (end === undefined) throw this.#malformed('has text behind a closing quote');
    return { value, end };
  }

  #plainCell(text: string, start: number, lineEnd: number): Cell {
    const delimiter = text.slice(start, lineEnd).indexOf(this.#delimiter);
    const end = delimiter < 0 ? lineEnd : start + delimiter;
    const value = text.slice(start, end === lineEnd && text[end - 1] === '\r' ? end - 1 : end);
    if (value.includes('"')) throw this.#malformed('has a quote in a cell that does not begin with one');
    this.#checkPlain(value);
    this.#checkLength(value);
    return { value, end };
  }

  #checkPlain(text: string): void {
    this.#checkText(text);
    if (text.includes('\r')) throw this.#malformed('has a carriage return that ends no line and is not within quotes');
  }

  #checkText(text: string): void {
    if (text.includes('\0')) throw this.#malformed('has a NUL character');
  }

  #checkLength(cell: string): void {
    if (isLongerThan(cell, limits.cell)) throw this.#tooLong();
  }

  #tooLong = () =>
    this.#malformed(`has a cell of more than ${limits.cell} characters, or a quote that is never closed`);

  #malformed = (what: string) => new MalformedCsv(this.row, what);
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** Within quotes, two quotes stand for one. A quote behind `most` is not told from others. */
function closingQuote(text: string, from: number, most: number): number {
  for (let position = from; ; position += 2) {
    if (text.charCodeAt(position) !== quoteUnit) position = text.indexOf('"', position);
    if (position < 0 || position > most || text.charCodeAt(position + 1) !== quoteUnit) return position;
  }
}

/**
 * The end of the quoted cell whose closing quote stands before `position`. A delimiter, a line feed or the end of the
 * text ends a cell. Undefined when something else follows.
 */
function endOfQuotedCell(text: string, position: number, delimiter: string): number | undefined {
  const end = text[position] === '\r' ? position + 1 : position;
  if (end >= text.length || text[end] === '\n') return end;
  return text[position] === delimiter ? position : undefined;
}
