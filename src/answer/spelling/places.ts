import { listed } from '../language/listed.ts';
import { comparatives } from '../language/lexicon/forms.ts';
import { isOneLetterAway } from '../language/typing.ts';
import { highestWords, lowestWords, superlatives } from '../language/lexicon/meanings.ts';
import { months, shortMonths } from '../language/lexicon/numbers.ts';
import type { Word } from '../language/words.ts';

const asking: readonly string[] = listed('how what which who when where whose');
const ordering = listed('show list count');
const behindHow = listed('many much long often old far big large high tall');
const being = listed('is are was were');
const ofKind = (ending: string) => [...comparatives.keys()].filter((word) => word.endsWith(ending));
const comparing = [...listed('more less fewer greater'), ...ofKind('er')];
/** Words before a month. */
const dating = /^(?:in|of|during|since|until|before|after|from|to)$/u;
const leastOfRanking = 4;
/** A longer word is hardly another one than that of its place. */
const sureLength = 5;
/** Words before the word that asks. */
const leading = /^(?:in|on|at|by|for|from|to|of|with|since|until|and|or|but|so|know|me|us)$/u;

/** Words that ask for an end or a figure, with "the" before them. */
export const ranking: ReadonlySet<string> = new Set([
  ...highestWords,
  ...lowestWords,
  ...superlatives.keys(),
  ...ofKind('est'),
  ...listed('best worst total average median sum most least fewest first last latest newest earliest'),
]);

/** Words that a question has at a place. */
interface Place {
  readonly words: readonly string[];
  /** Whether any letter may be wrong there. Elsewhere another word may stand, and only fingers make it one of these. */
  readonly isSure: boolean;
}

/** Whether a word asks, and stands where a question begins. */
export const asks = (word: string): boolean => asking.includes(word);

/** The words that questions have at the place of a word. Undefined where anything may stand there. */
export function placeOf(words: readonly Word[], at: number): Place | undefined {
  const [before, word, next] = [words[at - 1], words[at]!, words[at + 1]];
  const isLong = word.folded.length >= sureLength;
  const starts = before === undefined || before.end + 1 < word.start;
  if (starts) return beginning([...asking, ...ordering], next, isLong);
  if (before.folded === 'how') return { words: behindHow, isSure: true };
  if (next?.folded === 'than') return { words: comparing, isSure: true };
  if (next !== undefined && ranking.has(next.folded)) return { words: ['the'], isSure: true };
  if (next !== undefined && /^th\p{L}$/u.test(word.folded)) return { words: ['the'], isSure: true };
  if (next !== undefined && isYear(next) && dating.test(before.folded))
    return { words: [...months, ...shortMonths], isSure: true };
  if (before.folded === 'the') return { words: rankingLike(word), isSure: true };
  if (leading.test(before.folded)) return beginning(asking, next, isLong);
  if (asks(before.folded) && next?.folded === 'the') return { words: being, isSure: true };
  if (next !== undefined && being.includes(before.folded)) return { words: ['not'], isSure: true };
  return undefined;
}

/** Words that ask for an end, with the letter that a word begins with. Shorter words may be any. */
const rankingLike = ({ folded: word }: Word): readonly string[] =>
  word.length < leastOfRanking ? [] : [...ranking].filter((one) => one[0] === word[0]);

const isYear = ({ text }: Word): boolean => /^(?:19|20)\d\d$/u.test(text);

const beginning = (words: readonly string[], next: Word | undefined, isLong: boolean): Place => ({
  words: next !== undefined && /^(?:many|much)$/u.test(next.folded) ? ['how'] : words,
  isSure: isLong || next?.kind === 'stop' || behindHow.includes(next?.folded ?? ''),
});

/** Whether a word stands behind "how" in place of one that belongs there: "how man deals". */
export const isMisplaced = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.folded === 'how' &&
  !behindHow.includes(words[at]!.folded) &&
  behindHow.some((one) => isOneLetterAway(words[at]!.folded, one));
