import type { Filters } from '../../../schemas/queries.ts';
import type { Line } from '../plain/line.ts';
import { negation, negationBehind } from './lexicon.ts';

const mostWords = 6;

const textOf = (line: Line, from: number, to: number): string =>
  line.words
    .slice(Math.max(0, from), to)
    .map(({ folded }) => folded)
    .join(' ');

/** Whether the words before a place leave out what stands there: "not from", "which are neither". */
export function isNegatedAt(line: Line, at: number): boolean {
  const from = Math.max(0, at - mostWords);
  const match = negation.exec(textOf(line, from, at));
  if (!match) return false;
  const count = match[0].trim().split(' ').length;
  return !/\b(?:not only|no matter)\b/u.test(match[0]) && !isDouble(line, at - count, at);
}

/** "Not counting" says no to what follows, whereas "not without" says yes. */
const isDouble = (line: Line, from: number, to: number): boolean =>
  /\b(?:not|never) (?:without)\b/u.test(textOf(line, from, to));

export const isNegatedBehind = (line: Line, to: number): boolean =>
  negationBehind.test(`${textOf(line, to, to + mostWords)} `);

/** Whether only joining words stand between two places. */
export const joinsOnly = (line: Line, from: number, to: number): boolean =>
  to >= from &&
  line.words
    .slice(from, to)
    .every(({ folded }) => /^(?:and|or|nor|the|a|an|from|for|by|to|with|in|without)$/u.test(folded));

const positives = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  is_empty: 'is_not_empty',
  has_none_of: 'has_any_of',
} as const;

/** The condition that keeps the records which this one leaves out. */
export function positive(filter: Filters[number]): Filters[number] | undefined {
  if ('or' in filter) return undefined;
  if (!('field' in filter)) return undefined;
  const operator = positives[filter.operator as keyof typeof positives];
  return operator ? { ...filter, operator } : filter;
}
