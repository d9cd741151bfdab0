import { joinedBy, optionOf } from '../settings/options.ts';

/** Options whose values are lists: given again, an option adds to its list. */
export const commaList = (flags: string, description: string) => [flags, description, joinedBy(',')] as const;
export const scopeList = (description: string) => ['--scope <scopes>', description, joinedBy(' ')] as const;

/** Options of every command on a data folder. */
export const data = optionOf('data');
export const config = optionOf('config');
export const json = ['--json', 'print JSON', false] as const;
