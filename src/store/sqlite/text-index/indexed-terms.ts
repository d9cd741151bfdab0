import { limits } from '../../../../schemas/limits.ts';
import type { IndexedType } from '../../tables.ts';
import { termsIn } from '../../../text/terms.ts';

/** Prefixes terms by the number of their home, so that an occurrence list covers one home only. */
export const prefixOfHome = (home: number): string => home.toString(16).padStart(prefixDigits, '0');
const prefixDigits = 7;

/** Precedes the prefix of words that lists search in titles; not a hexadecimal digit. */
export const titleMark = 't';

/** Types whose lists can be filtered by title words. */
const listed: ReadonlySet<string> = new Set<IndexedType>(['artifact', 'file', 'session']);

/**
 * Replaces a term beyond the counted occurrences, so that later terms keep their positions. It is shorter than any
 * prefix.
 */
const uncounted = '0';

/** A body's text for the full-text index. */
export const indexedBody = (home: number, body: string): string => behind(prefixOfHome(home), termsIn(body));

/** A title's text for the full-text index; listed types repeat it for list filters. */
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
