import { WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { Candidate } from '../../../../schemas/problem-extras.ts';
import { notFound } from '../access.ts';

/** Something whose name begins with a given one, and whether that is all of it. */
export interface Named {
  readonly id: string;
  /** Its slug, key or address. */
  readonly key: string | null;
  readonly name: string;
  readonly isExact: 0 | 1;
}

/** Begins as an ID does. No names are searched for one, so an unknown ID costs no more than a known one. */
const identifier = /^(?:ch|ot|usr|view)_\w*$/;

export const mayBeName = (given: string): boolean => !identifier.test(given);

/** Finds what has a name that begins so, in this order and at most one more than a refusal shows. */
type Find = (name: string) => Promise<readonly Named[]>;

/** The ID of the only thing that has a name, among what the caller can see. Several are `ambiguous`. */
export async function theOnly(what: string, given: string, find: Find): Promise<string> {
  if (!mayBeName(given)) throw notFound(what);
  const found = await find(given);
  const exact = found.filter(({ isExact }) => isExact === 1);
  if (exact.length === 1) return exact[0]!.id;
  throw exact.length > 1 ? ambiguous(what, given, exact) : unknown(what, found, 'have names that begin so');
}

/** The same for things of one channel. They are few enough to name some where none is meant. */
export async function theOnlyIn(what: string, given: string, find: Find): Promise<string> {
  try {
    return await theOnly(what, given, find);
  } catch (error) {
    const isBare = error instanceof WorkspaceError && error.code === 'not_found' && !error.extras.candidates;
    throw isBare ? unknown(what, await find(''), 'are some that there are') : error;
  }
}

function unknown(what: string, found: readonly Named[], which: string): WorkspaceError {
  const refusal = notFound(what);
  if (found.length === 0) return refusal;
  const candidates = candidatesOf(found);
  return new WorkspaceError('not_found', `${refusal.message} The candidates ${which}.`, { candidates });
}

function ambiguous(what: string, given: string, found: readonly Named[]): WorkspaceError {
  const detail = `The name ${JSON.stringify(given)} fits more than one ${what}; give the ID of one of the candidates.`;
  return new WorkspaceError('ambiguous', detail, { candidates: candidatesOf(found) });
}

export const candidatesOf = (found: readonly Omit<Named, 'isExact'>[]): Candidate[] =>
  found.slice(0, limits.candidates).map(({ id, key, name }) => ({ id, ...(key !== null && { key }), name }));
