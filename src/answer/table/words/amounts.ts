import type { Token } from './words.ts';

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';

/** A number that a question names, and how it wants it compared. */
export interface Amount {
  readonly comparison: Comparison;
  readonly number: number;
  /** The upper bound of `between`. */
  readonly upTo?: number;
  readonly isOrdinal: boolean;
  readonly isDecade: boolean;
  /** Tokens from `from` up to, not including, `to`, with the words that compare. */
  readonly from: number;
  readonly to: number;
}

/** The words before a number; the longest match wins. */
const before: readonly (readonly [words: string, Comparison])[] = [
  ['no less than', 'gte'],
  ['no fewer than', 'gte'],
  ['not less than', 'gte'],
  ['at least', 'gte'],
  ['minimum of', 'gte'],
  ['since', 'gte'],
  ['starting in', 'gte'],
  ['no more than', 'lte'],
  ['not more than', 'lte'],
  ['at most', 'lte'],
  ['up to', 'lte'],
  ['maximum of', 'lte'],
  ['until', 'lte'],
  ['less than', 'lt'],
  ['fewer than', 'lt'],
  ['under', 'lt'],
  ['below', 'lt'],
  ['before', 'lt'],
  ['prior to', 'lt'],
  ['over', 'gt'],
  ['above', 'gt'],
  ['more then', 'gt'],
  ['less then', 'lt'],
  ['exceeding', 'gt'],
  ['exceeds', 'gt'],
  ['exceeded', 'gt'],
  ['exceed', 'gt'],
  ['after', 'gt'],
  ['past', 'gt'],
];

const behind: readonly (readonly [words: string, Comparison])[] = [
  ...['more', 'higher', 'above', 'greater', 'better', 'older', 'later', 'longer'].map(
    (word) => [`or ${word}`, 'gte'] as const,
  ),
  ['and above', 'gte'],
  ['and up', 'gte'],
  ...['less', 'fewer', 'lower', 'below', 'under', 'younger', 'earlier'].map((word) => [`or ${word}`, 'lte'] as const),
];

const fallingComparative = /^(?:low|small|short|young|earl|few|cheap|slow|light|narrow)/;
const fillers = new Set(['the', 'year', 'a', 'of', 'years', 'only', 'just', 'exactly']);

export function amountsIn(tokens: readonly Token[]): Amount[] {
  const amounts: Amount[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { number, isOrdinal = false, isDecade = false } = tokens[at]!;
    if (number === undefined) continue;
    const base = { isOrdinal, isDecade };
    amounts.push({ ...base, comparison: 'eq', number, from: at, to: at + 1 });
    const compared = comparedAmount(tokens, at, number);
    if (compared) amounts.push({ ...base, ...compared });
  }
  return amounts;
}

type Compared = Pick<Amount, 'comparison' | 'number' | 'upTo' | 'from' | 'to'>;

function comparedAmount(tokens: readonly Token[], at: number, number: number): Compared | undefined {
  const word = (index: number) => tokens[index]?.text ?? '';
  const upTo = tokens[at + 2]?.number;
  const joint = word(at + 1);
  if (upTo !== undefined && upTo > number) {
    if (word(at - 1) === 'between' && joint === 'and')
      return { comparison: 'between', number, upTo, from: at - 1, to: at + 3 };
    if (joint === 'to' || joint === 'through') return { comparison: 'between', number, upTo, from: at, to: at + 3 };
  }
  for (const [words, comparison] of behind) {
    if (`${joint} ${word(at + 2)}` === words) return { comparison, number, from: at, to: at + 3 };
  }
  let end = at;
  while (fillers.has(word(end - 1))) end -= 1;
  if (word(end - 1) === 'than' && word(end - 2).endsWith('er')) {
    const comparison = fallingComparative.test(word(end - 2)) ? 'lt' : 'gt';
    if (word(end - 3) !== 'no') return { comparison, number, from: end - 2, to: at + 1 };
  }
  if (word(end - 1) === 'than' && word(end - 2) === 'more' && word(end - 3) !== 'no' && word(end - 3) !== 'not')
    return { comparison: 'gt', number, from: end - 2, to: at + 1 };
  for (const [words, comparison] of before) {
    const length = words.split(' ').length;
    const standing = tokens.slice(Math.max(0, end - length), end).map(({ text }) => text);
    if (standing.join(' ') === words) return { comparison, number, from: end - length, to: at + 1 };
  }
  return undefined;
}
