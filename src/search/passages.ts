/** About two hundred words: long enough to judge by, short enough to show. */
const passageCharacters = 1_200;

/**
 * Cuts a text into passages at blank lines, else at lines, else at blanks, else between words. It drops only the white
 * space around a passage.
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
  return betweenWords(text, least, most);
}

/** The last place up to `most` where a word ends, or `most` itself in a word that long. */
function betweenWords(text: string, least: number, most: number): number {
  for (let at = most; at >= least; at -= 1) if (!wordCharacter.test(text.charAt(at - 1))) return at;
  return most;
}

/** Halves of surrogate pairs count as parts of a word, so that no pair is cut. */
const wordCharacter = /[\p{L}\p{N}\p{M}\p{Cs}]/u;
