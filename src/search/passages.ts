/** About two hundred words: long enough to judge by, short enough to show. */
const passageCharacters = 1_200;

/**
 * Cuts a text into passages at blank lines where there are any, else at lines, else at blanks.
 * Only white space around a passage is lost.
 */
export function* passagesOf(text: string): Iterable<string> {
  let start = 0;
  while (start < text.length) {
    const end = endOfPassage(text, start);
    const passage = text.slice(start, end).trim();
    if (passage) yield passage;
    start = end;
  }
}

function endOfPassage(text: string, start: number): number {
  const most = start + passageCharacters;
  if (most >= text.length) return text.length;
  const least = start + passageCharacters / 3;
  for (const separator of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(separator, most);
    if (at >= least) return at + separator.length;
  }
  return isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
