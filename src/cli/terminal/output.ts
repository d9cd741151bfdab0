import { styleText } from 'node:util';
import { jsonOf, shown, shownOnLine } from '../../../schemas/shown.ts';
import { table } from './table.ts';

type Style = Parameters<typeof styleText>[0];

/** A string is always printed on one line; prose may span several. */
export type Line = string | { readonly text: string; readonly style?: Style; readonly isProse?: true };

export const prose = (text: string): Line => ({ text, isProse: true });

/** A styled line; plain outside a terminal or with NO_COLOR. */
export const styled = (style: Style, text: string): Line => ({ style, text });

/** The only way of text to a terminal. Control characters in it are made harmless. */
export function print(lines: readonly Line[], stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(lines.map((line) => `${printable(line, stream)}\n`).join(''));
}

/** Prints to stderr. */
export const tell = (...lines: readonly Line[]): void => print(lines, process.stderr);

/** Prints a question to stderr. Its answer is typed on the same line. */
export const question = (text: string): void => void process.stderr.write(`${shownOnLine(text)} `);

function printable(line: Line, stream: NodeJS.WriteStream): string {
  if (typeof line === 'string') return shownOnLine(line);
  const text = line.isProse ? shown(line.text) : shownOnLine(line.text);
  return line.style === undefined ? text : styleText(line.style, text, { stream });
}

/** Prints a command's answer as one JSON value or as lines for people. */
export class Output {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** Whether the answer is printed as JSON, and so needs nothing that only people are shown. */
  get isJson(): boolean {
    return this.#json;
  }

  answer(value: unknown, lines: () => readonly Line[]): void {
    print(this.#json ? [prose(jsonOf(value, process.stdout.isTTY ? 2 : 0))] : lines());
  }

  /** Prints a list, or that it is empty, and its `nextCursor`. */
  list<Item>(value: { nextCursor?: string | undefined }, items: readonly Item[], columns: Columns<Item>, what: string) {
    const none = value.nextCursor === undefined ? `There are no ${what}.` : `This page holds no ${what}.`;
    this.answer(value, () => (items.length > 0 ? tableOf(items, columns) : [none]));
    this.more(value, ' (or --all)');
  }

  /** Prints the cursor of the next page. JSON contains it already. */
  more({ nextCursor }: { nextCursor?: string | undefined }, alternative = ''): void {
    if (this.#json || nextCursor === undefined) return;
    tell(`More: --cursor ${nextCursor}${alternative}`);
  }
}

export type Columns<Item> = Readonly<Record<string, (item: Item) => unknown>>;

export function tableOf<Item>(items: readonly Item[], columns: Columns<Item>): Line[] {
  const rows = items.map((item) => Object.values(columns).map((cell) => textOf(cell(item))));
  return headed(Object.keys(columns), rows);
}

/** Formats rows below their headings, in the given order. */
export function headed(headings: readonly string[], rows: readonly (readonly string[])[]): Line[] {
  const lines = table(headings, rows, process.stdout.columns);
  return lines.map(({ text, isHeading }) => (isHeading ? styled('bold', text) : text));
}

/** The columns of the terminal; of a file or pipe, what a terminal has at least. */
export const terminalWidth = (): number => process.stdout.columns || 80;

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A timestamp in the machine's time zone, to the minute. A terminal is shown the time of today, or the day. */
export function moment(timestamp: string): string {
  const [day, time] = dayAndTime(new Date(timestamp));
  if (!process.stdout.isTTY) return `${day} ${time}`;
  return day === dayAndTime(new Date())[0] ? time : day;
}

function dayAndTime(at: Date): [day: string, time: string] {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return [day, `${two(at.getHours())}:${two(at.getMinutes())}`];
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), 3);
  return `${(bytes / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}
