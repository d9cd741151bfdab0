/** Quote marks, then perhaps the mark of a list item, and a box to tick. */
const start = /^((?: {0,3}> ?)*)(?:([ \t]*)([-*+]|\d{1,9}[.)])([ \t]{1,4})(\[[ xX]\] )?)?/;

export interface Continuation {
  /** Begins the line after it. Undefined ends the list, and the line loses its mark. */
  readonly next: string | undefined;
  /** The characters of the line that are a mark. */
  readonly length: number;
}

/** How a list or quote goes on behind this line; undefined if the line is part of neither. */
export function continuationOf(line: string): Continuation | undefined {
  const [whole, quote = '', indent = '', mark, space = '', box] = start.exec(line)!;
  if (whole.trim() === '') return undefined;
  const { length } = whole;
  if (line.slice(length).trim() === '') return { next: undefined, length };
  const list = mark === undefined ? '' : indent + nextMark(mark) + space + (box === undefined ? '' : '[ ] ');
  return { next: quote + list, length };
}

function nextMark(mark: string): string {
  const number = Number.parseInt(mark, 10);
  return Number.isNaN(number) ? mark : `${number + 1}${mark.at(-1)!}`;
}
