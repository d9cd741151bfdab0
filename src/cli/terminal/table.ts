import stringWidth from 'fast-string-width';
import { shownOnLine } from '../../../schemas/shown.ts';

const gap = '  ';
const indentation = '  ';
/** Texts are cut to no less before the columns of a row share several lines. */
const readable = 24;
/** The rest of a line that suffices for any text. */
const wide = 40;

/** Columns that a line of the terminal holds, with their widths. */
interface Layout {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
}

export interface TableLine {
  readonly text: string;
  readonly isHeading: boolean;
}

/**
 * Aligns rows below their headings. If they exceed the width, long texts are cut. If these would be too short to read,
 * the columns of each row continue on indented lines. IDs and slugs are never cut, because a part of one is useless.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): TableLine[] {
  const lines = [headings, ...rows].map((line) => line.map(shownOnLine));
  const natural = headings.map((_heading, column) => Math.max(...lines.map((line) => stringWidth(line[column]!))));
  const least = natural.map((most, column) => (isKept(lines, column) ? most : Math.min(most, readable)));
  const layout = onOneLine(natural, least, width) ?? onSeveral(natural, least, width);
  return lines.flatMap((line, row) =>
    layout.map(({ columns, widths }, place) => {
      const cells = columns.map((column, at) => padded(cut(line[column]!, widths[at]!), widths[at]!));
      return { text: `${place === 0 ? '' : indentation}${cells.join(gap)}`.trimEnd(), isHeading: row === 0 };
    }),
  );
}

const isKept = (lines: readonly (readonly string[])[], column: number): boolean =>
  /\b(id|slug)$/i.test(lines[0]![column]!) || lines.some((line) => /^[a-z]+_[0-9a-z]{26}$/.test(line[column]!));

/** All columns beside each other, the widest narrowed first. Undefined if their least widths exceed the room. */
function onOneLine(natural: readonly number[], least: readonly number[], width: number): Layout[] | undefined {
  const room = width - gap.length * (natural.length - 1);
  const widths = [...natural];
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const widest = Math.max(...widths.filter((each, column) => each > least[column]!));
    const column = widths.findIndex((each, at) => each === widest && each > least[at]!);
    if (column === -1) return undefined;
    widths[column]! -= 1;
  }
  return [{ columns: natural.map((_width, column) => column), widths }];
}

/** As many columns on each line as fit, in their order. A long text is cut to the rest of its line, if that is wide. */
function onSeveral(natural: readonly number[], least: readonly number[], width: number): Layout[] {
  const layout: { columns: number[]; widths: number[] }[] = [];
  let room = 0;
  for (const [column, most] of natural.entries()) {
    room -= gap.length;
    const isWide = room >= wide && least[column]! <= readable;
    if (layout.length === 0 || (most > room && !isWide)) {
      room = layout.length === 0 ? width : width - indentation.length;
      layout.push({ columns: [], widths: [] });
    }
    const taken = Math.min(most, room);
    layout.at(-1)!.columns.push(column);
    layout.at(-1)!.widths.push(taken);
    room -= taken;
  }
  return layout;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Cuts a text to a width in terminal columns. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) >= width) break;
    kept += segment;
  }
  return `${kept}…`;
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));
