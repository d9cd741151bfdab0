import { limits } from '../../../../schemas/limits.ts';
import { termsIn } from '../../../text/terms.ts';

/** Terms and phrases to count in a text without the index, each with its place among a ranking's sources. */
export interface CountedFor {
  readonly terms: readonly (readonly [source: number, term: string, isBeginning: boolean])[];
  readonly phrases: readonly (readonly [source: number, terms: readonly string[]])[];
}

/** Counts as the index would. Returns JSON: a list of source, count in the title, and total count. */
export function countedTerms(title: string, body: string, asked: string): string {
  const { terms, phrases } = parsed(asked);
  const texts = [termsIn(title), termsIn(body)] as const;
  const counts: (readonly [number, number, number])[] = [];
  const count = (source: number, timesIn: (text: readonly string[]) => number) => {
    const [titles, bodies] = [timesIn(texts[0]), timesIn(texts[1])];
    if (titles + bodies > 0) counts.push([source, titles, titles + bodies]);
  };
  for (const [source, term, isBeginning] of terms) count(source, (text) => occurrencesOf(term, isBeginning, text));
  for (const [source, phrase] of phrases) count(source, (text) => (holds(text, phrase) ? 1 : 0));
  return JSON.stringify(counts);
}

/** Each distinct term counts up to `limits.termOccurrences`, as in the index. */
function occurrencesOf(asked: string, isBeginning: boolean, text: readonly string[]): number {
  const times = new Map<string, number>();
  for (const term of text)
    if (isBeginning ? term.startsWith(asked) : term === asked) times.set(term, (times.get(term) ?? 0) + 1);
  return times.values().reduce((sum, count) => sum + Math.min(count, limits.termOccurrences), 0);
}

const holds = (text: readonly string[], phrase: readonly string[]): boolean =>
  text.some((_term, start) => phrase.every((term, place) => text[start + place] === term));

let last: { readonly json: string; readonly asked: CountedFor } | undefined;

/** Cached, because one statement asks the same of every passage. */
function parsed(json: string): CountedFor {
  if (last?.json !== json) last = { json, asked: JSON.parse(json) as CountedFor };
  return last.asked;
}
