import { limits } from '../../../../schemas/limits.ts';
import type { IndexedType } from '../../tables.ts';
import { termsIn } from '../../../text/terms.ts';

/** A term is indexed behind the number of its home, so that a list of occurrences is of one home alone. */
export const prefixOfHome = (home: number): string => home.toString(16).padStart(prefixDigits, '0');
const prefixDigits = 7;

/** Before the prefix of a word by which a list finds titles; no hexadecimal digit. */
export const titleMark = 't';

/** Types that are listed by words of their titles. */
const listed: ReadonlySet<string> = new Set<IndexedType>(['artifact', 'file', 'session']);

/** Stands where a term is that is counted no more, so that all others keep their places; shorter than any prefix. */
const uncounted = '0';

/** A body as the full-text index takes it. */
export const indexedBody = (home: number, body: string): string => behind(prefixOfHome(home), termsIn(body));

/** A title, and for lists once more. */
export function indexedTitle(home: number, type: string, title: string): string {
  const terms = termsIn(title);
  const prefix = prefixOfHome(home);
  const counted = behind(prefix, terms);
  return listed.has(type) ? `${counted} ${behind(titleMark + prefix, terms)}` : counted;
}

function behind(prefix: string, terms: readonly string[]): string {
  const most = limits.termOccurrences;
  if (terms.length - new Set(terms).size < most) return terms.map((term) => prefix + term).join(' ');
  const left = new Map<string, number>();
  const indexed = terms.map((term) => {
    const places = left.get(term) ?? most;
    left.set(term, places - 1);
    return places > 0 ? prefix + term : uncounted;
  });
  return indexed.join(' ');
}
