import { type Command, Option } from 'commander';
import { flagOf, type Group, isOnByDefault, namesIn, of, type SettingName, variableOf } from './table.ts';

/** Adds the options of these settings to a command. */
export function addSettings(command: Command, ...groups: readonly Group[]): Command {
  for (const name of namesIn(...groups).filter((name) => !of(name).hasNoFlag)) {
    const [flags, description] = optionOf(name);
    // Without a flag it is not given, so that a variable may say otherwise.
    if (isOnByDefault(name)) command.addOption(new Option(flags, description).default(null));
    else if (of(name).kind.isList) command.option(flags, description, joinedBy(','));
    else command.option(flags, description);
  }
  return command;
}

/** The option of a setting. A command may describe it in its own words. */
export function optionOf(
  name: SettingName,
  { help = of(name).help, defaultText = defaultOf(name) } = {},
): readonly [flags: string, description: string] {
  const { value, also } = of(name);
  const variable = value === undefined ? `${variableOf(name)}=${!isOnByDefault(name)}` : variableOf(name);
  const notes = [variable, defaultText && `; default: ${defaultText}`, also && `, ${also}`];
  return [`${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`, `${help} (${notes.filter(Boolean).join('')})`];
}

/** Words for the default of a setting. */
export function defaultOf(name: SettingName): string {
  const { default: value, defaultText = '' } = of(name);
  return defaultText === '' && (typeof value === 'string' || typeof value === 'number') ? String(value) : defaultText;
}

/** An option that is given again adds to its list. */
export const joinedBy = (separator: string) => (list: string, earlier: string | undefined) =>
  earlier === undefined ? list : earlier + separator + list;
