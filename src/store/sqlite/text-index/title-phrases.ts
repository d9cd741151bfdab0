import { termsIn } from '../../../text/terms.ts';

/** 1 for a title that has each of these phrases, whose last terms may be unfinished; `phrases` as JSON, a list of terms for each. */
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
