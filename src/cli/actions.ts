import { misuse } from './failure.ts';
import type { Context } from './cli.ts';

type Key<Options> = keyof Options & string;

/** One of the things that a command does, chosen by the options that are given. */
export interface Action<Options> {
  /** Options that choose it: the action is taken of whose options most are given. */
  readonly by: readonly Key<Options>[];
  /** Options that must be given too; of several in brackets exactly one. */
  readonly needs?: readonly (Key<Options> | readonly Key<Options>[])[];
  readonly takes?: readonly Key<Options>[];
  readonly run: (context: Context, options: Options) => Promise<void>;
}

/** Options that every action of every command takes. */
const everywhere = new Set(['url', 'data', 'json', 'allowWrite', 'idempotencyKey']);

/** Finds the action that is asked for; what does not go with it is refused, and so is it without what it needs. */
export function chosen<Options extends object>(
  actions: readonly Action<Options>[],
  options: Options,
): Action<Options>['run'] {
  const given = Object.keys(options) as Key<Options>[];
  const action = actions
    .filter(({ by }) => by.every((key) => given.includes(key)))
    .reduce((one, other) => (other.by.length > one.by.length ? other : one));
  const what = action.by.map(flagOf).join(' ') || 'a list';
  const needs = (action.needs ?? []).map((need) => [need].flat() as Key<Options>[]);
  for (const alternatives of needs) {
    const count = alternatives.filter((key) => given.includes(key)).length;
    if (count !== 1)
      throw misuse(`${what} ${count === 0 ? 'needs' : 'takes only'} ${oneOf(alternatives.map(flagOf))}.`);
  }
  const known = new Set<string>([...everywhere, ...action.by, ...needs.flat(), ...(action.takes ?? [])]);
  const stray = given.find((key) => !known.has(key));
  if (stray !== undefined) throw misuse(`${flagOf(stray)} does not go with ${what}.`);
  return action.run;
}

/** An option as it is written. */
export const flagOf = (key: string) => `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const oneOf = (flags: readonly string[]) =>
  flags.length === 1 ? flags[0]! : `one of ${flags.slice(0, -1).join(', ')} or ${flags.at(-1)}`;
