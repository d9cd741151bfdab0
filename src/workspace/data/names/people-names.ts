import { foldedEmail } from '../../../../schemas/accounts.ts';
import { mistakeLimits } from '../../../../schemas/limits.ts';
import { mistaken } from '../../../../schemas/mistakes.ts';
import type { FieldError, ProblemExtras } from '../../../../schemas/problem-extras.ts';
import type { Db } from '../../../store/tables.ts';
import { folded } from '../../../text/folding.ts';
import { Turn } from '../../../turns/turn.ts';
import type { Context } from '../../operation/context.ts';
import { candidatesOf, mayBeName } from '../../operation/names/names.ts';
import { peopleNamedLike } from '../../operation/names/people-sql.ts';
import { mayBeLabel } from './field-names.ts';
import { peopleNamed, type PersonNamed } from './people-named-sql.ts';
import { ambiguousAt } from './refusals.ts';

/** Where the names of a request are looked up. */
export interface LookUp {
  readonly organizationId: string;
  /** Undefined in a transaction, which others wait for. */
  readonly subject?: string;
  read<Found>(find: (db: Db) => Promise<Found>): Promise<Found>;
}

export const lookUpIn = (tx: Db, { caller: { organizationId } }: Context): LookUp => ({
  organizationId,
  read: (find) => find(tx),
});

export const lookUpBy = ({ caller: { organizationId, userId }, database }: Context): LookUp => ({
  organizationId,
  subject: userId,
  read: (find) => database.read(find),
});

type Code = 'invalid_request' | 'invalid_values';

/** The people whom a request names by e-mail address or name. They are looked up together. */
export class PeopleNames {
  readonly #asked = new Set<string>();
  readonly #found = new Map<string, readonly PersonNamed[]>();
  readonly #unknown: { readonly given: string; readonly code: Code; readonly mistake: FieldError }[] = [];

  get areAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** The ID of the only person of a name. A text that names nobody stays; so does a name until it is looked up. */
  idOf(given: string, path: string, code: Code): string {
    if (given === '' || !isPersonName(given)) return given;
    const found = this.#found.get(given);
    if (!found) this.#asked.add(given);
    else if (found.length === 0) this.#tellUnknown(given, code, path);
    else if (found.length > 1) throw ambiguousAt(path, severalPeople, candidatesOf(found));
    return found?.[0]?.id ?? given;
  }

  /** A refusal names no more of them. */
  #tellUnknown(given: string, code: Code, path: string): void {
    if (this.#unknown.length < mistakeLimits.mistakes)
      this.#unknown.push({ given, code, mistake: { path, message: unknown } });
  }

  async lookUp({ organizationId, subject, read }: LookUp): Promise<void> {
    const asked = [...this.#asked];
    const turn = new Turn(subject === undefined ? {} : { subject });
    for (let from = 0; from < asked.length; from += askedAtOnce) {
      const some = asked.slice(from, from + askedAtOnce);
      const addresses = JSON.stringify(some.map(foldedEmail));
      const names = JSON.stringify([...new Set(some.map(folded))]);
      const people = await read((db) => peopleNamed(db, { organizationId, addresses, names }));
      this.#keep(some, people);
      await turn.yield();
    }
  }

  #keep(asked: readonly string[], people: readonly PersonNamed[]): void {
    const byAddress = new Map(people.map((person) => [person.key, person]));
    const byName = Map.groupBy(people, ({ name }) => folded(name));
    for (const given of asked) {
      const addressee = byAddress.get(foldedEmail(given));
      this.#found.set(given, addressee ? [addressee] : (byName.get(folded(given)) ?? []));
    }
  }

  /** The names that nobody has. The candidates have names that begin like the first. Refuses those in filters. */
  async unknownIn({ organizationId, read }: LookUp): Promise<UnknownPeople> {
    const [first] = this.#unknown;
    if (!first) return nobodyUnknown;
    const candidates = candidatesOf(await read((db) => peopleNamedLike(db, { organizationId, name: first.given })));
    const mistakes = this.#unknown.map(({ mistake }) => mistake);
    const extras = candidates.length > 0 ? { candidates } : {};
    if (this.#unknown.some(({ code }) => code === 'invalid_request'))
      throw mistaken('invalid_request', mistakes, extras);
    return { mistakes, extras };
  }
}

export interface UnknownPeople {
  readonly mistakes: readonly FieldError[];
  readonly extras: ProblemExtras;
}

export const nobodyUnknown: UnknownPeople = { mistakes: [], extras: {} };

export const isPersonName = (text: string): boolean => mayBeName(text) && mayBeLabel(text) && !identifier.test(text);

/** An ID of any kind. It is not looked up as a name. */
const identifier = /^[a-z]+_[0-9a-z]{26}$/;

const askedAtOnce = 200;
const unknown = 'is the ID, e-mail address or name of nobody in this organisation';
const severalPeople = `is the name of several people; give the ID or e-mail address of one of the candidates`;
