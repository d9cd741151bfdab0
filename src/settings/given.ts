import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { labelOf, of, type SettingName, settings, type ValueOf, variableOf } from './table.ts';

/** A setting as a flag, a variable or a file gives it. */
export interface Given {
  readonly value: unknown;
  /** The name of the setting in messages. */
  readonly label: string;
  /** A mistake that its rule does not find. */
  readonly mistake?: string;
  /** The end of a refusal, which says how such a value is written. */
  readonly form?: string;
}

export type Givens = { readonly [Name in SettingName]?: Given };

export type Flags = { readonly [Name in SettingName]?: unknown };

export type Environment = Readonly<Record<string, string | undefined>>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads flags, and variables where no flag is. An empty variable counts as absent. */
export function givenBy(flags: Flags, environment: Environment): Givens {
  const given: { [Name in SettingName]?: Given } = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const flag = of(name).hasNoFlag ? undefined : flags[name];
    const value = flag ?? (environment[variableOf(name)] || undefined);
    if (value === undefined) continue;
    const form = of(name).kind.isList ? ', separated by commas' : '';
    given[name] = {
      value: valueOf(name, value),
      label: labelOf(name),
      form,
      ...(flag !== undefined && seen(name, flag)),
    };
  }
  return given;
}

/** A secret in the arguments of a process. */
function seen(name: SettingName, flag: unknown): Pick<Given, 'mistake'> {
  if (!of(name).isSecret?.(flag)) return {};
  const mistake = `must hold no password, because every user of this machine sees arguments; use ${variableOf(name)} or a file`;
  return { mistake };
}

function valueOf(name: SettingName, value: unknown): unknown {
  return located(name, isText(value) ? of(name).kind.ofText(value) : value, process.cwd());
}

/** A path as an absolute one; any other value as it is. */
export const located = (name: SettingName, value: unknown, folder: string): unknown =>
  of(name).isPath && isText(value) && value !== '' ? resolve(folder, expandHome(value)) : value;

const expandHome = (path: string) => (path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path);

/** Returns the value of a setting, or its default. Adds a sentence to `mistakes` if the value is wrong. */
export function checked<Name extends SettingName>(
  name: Name,
  given: Given | undefined,
  mistakes: string[],
): ValueOf<Name> {
  if (given === undefined) return of(name).default as ValueOf<Name>;
  const { data, error } = of(name).kind.rule.safeParse(given.value);
  const said = given.mistake ?? error?.issues[0]?.message;
  if (said !== undefined) mistakes.push(`${given.label} ${said}${given.form ?? ''}`);
  return data as ValueOf<Name>;
}
