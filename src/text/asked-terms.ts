import { composed } from './composing.ts';
import { isOneCharacter, segmentsOf } from './segmenting.ts';
import { termOf, termsIn } from './terms.ts';

/** A term or prefix to search, and its weight. */
export interface AskedTerm {
  readonly term: string;
  readonly isBeginning: boolean;
  readonly weight: number;
}

/** The words of a question or query; empty if it holds only punctuation. */
export const words = (text: string): string[] => composed(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** The first `most` distinct terms of the words. Each weighs the square root of its count. */
export function termsOf(words: readonly string[], most: number): AskedTerm[] {
  const mentions = new Map<string, { isBeginning: boolean; count: number }>();
  for (const segment of words.flatMap(segmentsOf)) {
    const term = termOf(segment);
    const known = term === undefined ? undefined : mentions.get(term);
    if (known) known.count += 1;
    else if (term !== undefined && mentions.size < most)
      mentions.set(term, { isBeginning: isOneCharacter(segment), count: 1 });
  }
  return Array.from(mentions, ([term, { isBeginning, count }]) => ({ term, isBeginning, weight: Math.sqrt(count) }));
}

/** The terms of consecutive words. */
export const phraseOf = (words: readonly string[]): string[] =>
  words.flatMap(segmentsOf).flatMap((segment) => termOf(segment) ?? []);

/** The asked terms that a passage has. A prefix is replaced by the passage's terms that begin with it. */
export function termsHeld(
  asked: readonly AskedTerm[],
  passage: { readonly title: string; readonly body: string },
): string[] {
  const whole = asked.flatMap(({ term, isBeginning }) => (isBeginning ? [] : [term]));
  const beginnings = asked.flatMap(({ term, isBeginning }) => (isBeginning ? [term] : []));
  if (beginnings.length === 0) return whole;
  const there = new Set([...termsIn(passage.title), ...termsIn(passage.body)]);
  return [...whole, ...[...there].filter((term) => beginnings.some((beginning) => term.startsWith(beginning)))];
}
