import { misuse } from './failure.ts';
import type { Context } from './cli.ts';

type Key<Options> = keyof Options & string;

/** One action of a command, selected by the given options. */
export interface Action<Options> {
  /** Options that select it. If several actions match, the one with the most options wins. */
  readonly by: readonly Key<Options>[];
  /** Options that are required too; of a nested list, exactly one. */
  readonly needs?: readonly (Key<Options> | readonly Key<Options>[])[];
  readonly takes?: readonly Key<Options>[];
  readonly run: (context: Context, options: Options) => Promise<void>;
}

/** Options that every action accepts. */
const everywhere = new Set(['url', 'data', 'json', 'allowWrite', 'idempotencyKey']);

/** Selects the action. Throws if an option does not fit it, or if a required one is missing. */
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

/** The flag of an option. */
export const flagOf = (key: string) => `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const oneOf = (flags: readonly string[]) =>
  flags.length === 1 ? flags[0]! : `one of ${flags.slice(0, -1).join(', ')} or ${flags.at(-1)}`;
