import { termsIn } from '../../../text/terms.ts';

/**
 * Returns 1 if the title has every phrase, whose last terms may be unfinished. `phrases` is a JSON array of term lists.
 */
export function holdsPhrases(title: string, phrases: string): 0 | 1 {
  const terms = termsIn(title);
  const holds = (phrase: readonly string[]) => terms.some((_term, place) => isAt(terms, place, phrase));
  return (JSON.parse(phrases) as string[][]).every(holds) ? 1 : 0;
}

function isAt(terms: readonly string[], place: number, phrase: readonly string[]): boolean {
  const last = phrase.length - 1;
  return phrase.every((term, at) =>
    at < last ? terms[place + at] === term : (terms[place + at]?.startsWith(term) ?? false),
  );
}
