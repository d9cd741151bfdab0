import { styleText } from 'node:util';
import { jsonOf, shownOnLine } from '../../schemas/shown.ts';
import { table } from './table.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours what goes to a terminal, unless NO_COLOR asks for none. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, text, { stream });

/** What a command answers: one JSON value, or lines for people. */
export class Output {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** `lines` must be fit for a terminal: see `shown`. */
  answer(value: unknown, lines: () => readonly string[]): void {
    const text = this.#json ? [jsonOf(value, process.stdout.isTTY ? 2 : 0)] : lines();
    process.stdout.write(text.map((line) => `${line}\n`).join(''));
  }

  /** A list, or that there is none of what it would list. `nextCursor` is where it goes on. */
  list<Item>(value: { nextCursor?: string | undefined }, items: readonly Item[], columns: Columns<Item>, what: string) {
    this.answer(value, () => (items.length > 0 ? tableOf(items, columns) : [`There are no ${what}.`]));
    this.more(value, ' (or --all)');
  }

  /** Where a page goes on. JSON says so itself. */
  more({ nextCursor }: { nextCursor?: string | undefined }, alternative = ''): void {
    if (this.#json || nextCursor === undefined) return;
    process.stderr.write(`More: --cursor ${shownOnLine(nextCursor)}${alternative}\n`);
  }
}

export type Columns<Item> = Readonly<Record<string, (item: Item) => unknown>>;

export function tableOf<Item>(items: readonly Item[], columns: Columns<Item>): string[] {
  const rows = items.map((item) => Object.values(columns).map((cell) => textOf(cell(item))));
  const [headings = '', ...lines] = table(Object.keys(columns), rows, process.stdout.columns);
  return [styled('bold', headings), ...lines];
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A moment in the time zone of this machine, to the minute. */
export function moment(timestamp: string): string {
  const at = new Date(timestamp);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), 3);
  return `${(bytes / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}
