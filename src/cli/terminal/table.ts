import stringWidth from 'string-width';
import { shownOnLine } from '../../../schemas/shown.ts';

const gap = '  ';
const narrowest = 8;

/**
 * Aligns rows below their headings. If they exceed the width, the widest columns are cut. IDs are never cut, because a
 * partial ID is useless.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], width = Infinity): string[] {
  const lines = [headings, ...rows].map((line) => line.map(shownOnLine));
  const natural = headings.map((_heading, column) => Math.max(...lines.map((line) => stringWidth(line[column]!))));
  const mayNarrow = headings.map((heading) => !/\bID$/.test(heading));
  const widths = narrowed(natural, mayNarrow, width - gap.length * (headings.length - 1));
  return lines.map((line) =>
    line
      .map((cell, column) => padded(cut(cell, widths[column]!), widths[column]!))
      .join(gap)
      .trimEnd(),
  );
}

/** Narrows the widest columns first, but none below `narrowest`. */
function narrowed(widths: readonly number[], mayNarrow: readonly boolean[], room: number): number[] {
  const left = [...widths];
  const total = () => left.reduce((sum, width) => sum + width, 0);
  while (total() > room) {
    const most = Math.max(...left.filter((_width, column) => mayNarrow[column]));
    if (most <= narrowest) break;
    const widest = left.findIndex((width, column) => mayNarrow[column] && width === most);
    left[widest]! -= 1;
  }
  return left;
}

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
