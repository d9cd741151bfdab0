import { folded } from '../../../text/folding.ts';
import { numberWords, ordinalWords } from './number-words.ts';

/** A word or a number of a text, and where it stands there. */
export interface Token {
  /** Without case and diacritics; a number without its thousands separators. */
  readonly text: string;
  /** The common part of a word family: `attended` and `attendance` both have `attend`. */
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
    const number = numberWords.get(word) ?? ordinalWords.get(word);
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

const irregular = new Map(
  Object.entries({
    win: 'won winning winner winners wins win',
    lose: 'lost loses losing loser losers loss losses lose',
    die: 'died dies death deaths dying dead',
    bear: 'born birth births',
    long: 'length lengths longest longer long',
    high: 'height heights highest higher high',
    tall: 'tallest taller tall',
    person: 'people persons person',
    child: 'children child',
    man: 'men man',
    woman: 'women woman',
    score: 'scored scores scoring score',
    lead: 'led leads leading leader leaders lead',
    hold: 'held holds holding hold',
    run: 'ran runs running runner runners run',
    write: 'wrote written writer writers writing writes write',
    sing: 'sang sung singer singers song songs',
    build: 'built builds building buildings build',
    begin: 'began begun beginning begins begin',
    take: 'took taken takes taking take',
    give: 'gave given gives giving give',
    pay: 'paid pays paying payment payments pay',
    spend: 'spent spends spending spend',
    sell: 'sold sells selling seller sale sales sell',
    meet: 'met meets meeting meetings meet',
  }).flatMap(([stem, words]) => words.split(' ').map((word) => [word, stem] as const)),
);

const endings =
  /(?:ances?|ences?|ations?|ated|ates?|ings?|ers?|ors?|ied|ies|iest|ier|est|ed|ality|ity|als?|ments?|ions?|ives?|ly|es|s|y|e)$/;

const longestEnding = 'ations'.length;

/** A rough stem: one ending less, never fewer than three letters. */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  for (let from = Math.max(3, word.length - longestEnding); from < word.length; from += 1) {
    if (endings.exec(word.slice(from))?.index === 0) return undoubled(word.slice(0, from));
  }
  return word;
}

const undoubled = (stem: string): string => (/([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem);

/** Words that say nothing about a table by themselves. */
export const functionWords: ReadonlySet<string> = new Set(
  `a an the of in on at by for from to with without as is are was were be been being am do does did doing have has had having
  and or nor but not no than then that this these those there their they them he she it its his her him who whom whose which
  what when where why how many much any some all each every only other another same both between among more most less least
  fewer fewest first last next previous before after during since until above below over under about total number amount count
  average sum difference many times time ever also list listed name named give tell me us can could would should will may might
  i you we my your our so such if out up down into per one ones get got come came go went make made take took show shown
  according table chart`.split(/\s+/),
);
