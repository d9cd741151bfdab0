import { folded } from '../../../text/folding.ts';
import { numberWords, ordinalWords, timesWords } from '../../language/lexicon/numbers.ts';
import { stemOf } from '../../language/stems.ts';

/** A word or a number of a text, and where it stands there. */
export interface Token {
  /** Without case and diacritics; a number without its thousands separators. */
  readonly text: string;
  /** The word's stem, or the text of a numeral. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** The value of a numeral or a number word. */
  readonly number?: number | undefined;
  /** `third`, `3rd`. */
  readonly isOrdinal?: boolean;
  /** `1990s`. */
  readonly isDecade?: boolean;
}

const pattern = /\d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+/gu;
const possessive = /['’]/;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const [raw] = match;
    if (raw === 's' && possessive.test(text.charAt(match.index - 1))) continue;
    tokens.push(tokenOf(raw, match.index));
  }
  return tokens;
}

function tokenOf(raw: string, start: number): Token {
  const end = start + raw.length;
  const word = folded(raw);
  const numeral = /^(\d+(?:[.,]\d+)*)(st|nd|rd|th|s)?$/.exec(word);
  if (!numeral) {
    const number = numberWords.get(word) ?? timesWords.get(word) ?? ordinalWords.get(word);
    return { text: word, stem: stemOf(word), start, end, number, isOrdinal: ordinalWords.has(word) };
  }
  const [, digits = '', ending] = numeral;
  const plain = digits.replaceAll(/,(?=\d{3}(?!\d))/g, '');
  const value = Number(plain);
  const text = ending === undefined ? plain : plain + ending;
  const number = Number.isFinite(value) ? value : undefined;
  return {
    text,
    stem: text,
    start,
    end,
    number,
    isOrdinal: /^(st|nd|rd|th)$/.test(ending ?? ''),
    isDecade: ending === 's',
  };
}
