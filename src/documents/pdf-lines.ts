import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** From one line to the next, in heights of their letters, where a paragraph ends. */
const paragraphGap = 1.8;

/** The text of a page in reading order, with a blank line between two paragraphs. */
export function textOfPage({ items }: TextContent): string {
  let text = '';
  let above: TextItem | undefined;
  for (const line of linesOf(items)) {
    const [first] = line;
    if (first && above && isParagraphBetween(above, first)) text += '\n';
    text += `${inReadingOrder(line)
      .map(({ str }) => str)
      .join('')}\n`;
    above = first ?? above;
  }
  return text;
}

function* linesOf(items: TextContent['items']): Iterable<TextItem[]> {
  let line: TextItem[] = [];
  for (const item of items) {
    if (!('str' in item)) continue;
    if (item.str !== '') line.push(item);
    if (item.hasEOL) {
      yield line;
      line = [];
    }
  }
  if (line.length > 0) yield line;
}

const place = ({ transform }: TextItem) => ({ x: Number(transform[4]), y: Number(transform[5]) });

const isParagraphBetween = (above: TextItem, below: TextItem) =>
  place(above).y - place(below).y > paragraphGap * Math.max(above.height, below.height);

/**
 * The pieces of a line come as they were drawn: mostly left to right, even in right-to-left scripts. The letters within
 * a piece are in order.
 */
function inReadingOrder(line: TextItem[]): TextItem[] {
  const leftwards = line.filter(({ dir }) => dir === 'rtl');
  const [first, last] = [leftwards[0], leftwards.at(-1)];
  if (!first || !last || place(first).x >= place(last).x) return line;
  const isMostlyLeftwards = 2 * lettersOf(leftwards) > lettersOf(line);
  return isMostlyLeftwards ? withRunsReversed(line.toReversed(), 'ltr') : withRunsReversed(line, 'rtl');
}

const lettersOf = (items: readonly TextItem[]) => items.reduce((sum, { str }) => sum + str.trim().length, 0);

/** Reverses neighbours that are read in this direction, blanks between them included. */
function withRunsReversed(items: readonly TextItem[], direction: string): TextItem[] {
  const result = [...items];
  const isIn = (item: TextItem | undefined) => item?.dir === direction && item.str.trim() !== '';
  const isBlank = (item: TextItem | undefined) => item?.str.trim() === '';
  for (let start = 0; start < items.length; start += 1) {
    if (!isIn(items[start])) continue;
    let end = start;
    for (let at = start; isIn(items[at]) || isBlank(items[at]); at += 1) if (isIn(items[at])) end = at;
    for (let at = start; at <= end; at += 1) result[at] = items[start + end - at]!;
    start = end;
  }
  return result;
}
