import stringWidth from 'string-width';
import { shownOnLine } from '../../../schemas/shown.ts';

const gap = '  ';
const narrowest = 8;

/**
 * Rows below their headings, aligned as a terminal shows them. Where they are wider than that, the widest cells are cut, but no ID,
 * which would then be good for nothing.
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

/** The widest columns give way first, none below what still says something. */
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

/** As much of a text as is so many columns wide. */
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
