import { limits } from '../../../../schemas/limits.ts';
import { termsIn } from '../../../text/terms.ts';

/** Begins the words of a home, so that the index looks up those of one home only. */
export const prefixOfHome = (home: number): string => `${home.toString(36)}.`;

/** The index refuses words of more than 2,046 bytes. */
const longestTerm = 400;

/** A word of the index, quoted as in vectors and queries. */
export const lexeme = (prefix: string, term: string): string =>
  `'${`${prefix}${shortened(term)}`.replaceAll(/['\\]/g, '$&$&')}'`;

export const shortened = (term: string): string =>
  term.length > longestTerm ? term.slice(0, longestTerm).toWellFormed() : term;

/** No phrase goes from the title over to the body. */
const gap = 100;

interface Held {
  titles: number;
  bodies: number;
  readonly places: string[];
}

interface Texts {
  readonly home: number;
  readonly title: string;
  readonly body: string;
}

/**
 * The vector of a passage: its words by home, those of the title with weight A. Beside it are the counts of the words
 * that it does not hold exactly once, in its body.
 */
export function indexedTerms({ home, title, body }: Texts): { readonly terms: string; readonly counts: string | null } {
  const held = new Map<string, Held>();
  const titleTerms = termsIn(title);
  titleTerms.forEach((term, place) => note(held, term, 'titles', `${place + 1}A`));
  termsIn(body).forEach((term, place) => note(held, term, 'bodies', String(titleTerms.length + gap + place)));
  const prefix = prefixOfHome(home);
  const terms = Array.from(held, ([term, { places }]) => `${lexeme(prefix, term)}:${places.join(',')}`).join(' ');
  const counts = [...held].flatMap(([term, { titles, bodies }]) =>
    titles === 0 && bodies === 1 ? [] : [[term, titles * countBase + titles + bodies] as const],
  );
  return { terms, counts: counts.length === 0 ? null : JSON.stringify(Object.fromEntries(counts)) };
}

/** A count holds the one in the title, and that of all. */
export const countBase = 1_000;

function note(held: Map<string, Held>, said: string, where: 'titles' | 'bodies', place: string): void {
  const term = shortened(said);
  let one = held.get(term);
  if (!one) held.set(term, (one = { titles: 0, bodies: 0, places: [] }));
  if (one[where] === limits.termOccurrences) return;
  one[where] += 1;
  one.places.push(place);
}
