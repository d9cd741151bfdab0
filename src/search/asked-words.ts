import { limits } from '../../schemas/limits.ts';
import { type AskedTerm, phraseOf, termsOf, words } from '../text/asked-terms.ts';
import { composed } from '../text/composing.ts';
import { isStopWord } from './stop-words.ts';

/** The words that a search looks for. */
export interface AskedWords {
  /** The first terms of the search, as the index knows them. */
  readonly terms: readonly AskedTerm[];
  /**
   * Terms that must follow one another. They were in quotation marks, or joined as in a code, an address or a number.
   */
  readonly phrases: readonly string[][];
}

/** In quotation marks, or what blanks and apostrophes do not part. */
const pieces = /["“„«]([^"“”„«»]*)["”“»]|[^\s"“”„«»'’]+/gu;

/**
 * Reads the text of a search. Stop words do not count, unless they are alone or in quotation marks. A word counts by
 * the square root of its number of occurrences.
 */
export function askedWords(text: string): AskedWords {
  const read = Array.from(composed(text).matchAll(pieces), ([piece, quoted]) => {
    const said = words(quoted ?? piece);
    return { said, counting: quoted === undefined ? said.filter((word) => !isStopWord(word)) : said };
  });
  const counting = read.flatMap((piece) => piece.counting);
  const phrases = read.filter(({ said, counting }) => said.length > 1 && counting.length > 0).map(({ said }) => said);
  return {
    terms: termsOf(counting.length > 0 ? counting : read.flatMap(({ said }) => said), limits.searchWords),
    phrases: phrases.slice(0, limits.searchPhrases).map(phraseOf),
  };
}

/** The same while it is typed: its last word is the beginning of one. */
export function unfinishedWords(text: string): AskedWords {
  const asked = askedWords(text);
  const last = endsInWord.test(text) ? words(text).at(-1)! : '';
  if (last.length < limits.searchBeginning || isStopWord(last)) return asked;
  const begun = termsOf([last], 1).map((term) => ({ ...term, isBeginning: true }));
  const others = asked.terms.filter(({ term }) => term !== begun[0]?.term);
  return { ...asked, terms: [...others, ...begun].slice(-limits.searchWords) };
}

const endsInWord = /[\p{L}\p{N}\p{M}]$/u;
