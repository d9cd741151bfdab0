import { limits } from '../../schemas/limits.ts';
import { composed } from '../text/composing.ts';
import { type AskedTerm, phraseOf, termsOf, words } from '../store/sqlite/text-index/fulltext.ts';
import { isStopWord } from './stop-words.ts';

/** What a search looks for. */
export interface AskedWords {
  /** As the index knows them, the first of them. */
  readonly terms: readonly AskedTerm[];
  /** Terms of words that were asked for as one: in quotation marks, or joined as those of a code, an address or a number are. */
  readonly phrases: readonly string[][];
}

/** In quotation marks, or what blanks and apostrophes do not part. */
const pieces = /["“„«]([^"“”„«»]*)["”“»]|[^\s"“”„«»'’]+/gu;

/**
 * Reads the text of a search. Stop words do not count, unless there are no others or they are in quotation marks; a word
 * counts by the root of how often it is there.
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
