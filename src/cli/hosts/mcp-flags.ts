import { resolve } from 'node:path';
import { namesIn, of, type SettingIn, type SettingName, settings } from '../../settings/table.ts';
import { flagOf } from '../actions.ts';
import { misuse } from '../failure.ts';

/** The given options of `workspace mcp`. */
export interface McpFlags extends McpSettings {
  readonly url?: string;
  readonly tools?: string;
  readonly readOnly?: boolean;
  readonly sample?: boolean;
}

type McpSettings = {
  readonly [Name in SettingIn<'folder' | 'file' | 'workspace' | 'database' | 'blobs' | 'agent'>]?: string;
};

const anywhere = ['url', 'config', 'tools', 'readOnly', 'as', 'logLevel'] as const;

/** Settings of a workspace opened here. A gateway's operator sets these there. */
const ofFolder = [
  'data',
  'sample',
  ...namesIn('workspace', 'database', 'blobs').filter((name) => name !== 'logLevel'),
] as const;

/** Throws on options that a gateway would ignore. */
export function refuseStray(flags: McpFlags): void {
  const stray = flags.url === undefined ? undefined : ofFolder.find((name) => isGiven(flags[name]));
  if (stray !== undefined)
    throw misuse(`${flagOf(stray)} is of a workspace on this machine, and does not go with --url.`);
}

/** The options as arguments that work in any folder. */
export const wordsOf = (flags: McpFlags): string[] =>
  [...anywhere, ...ofFolder].flatMap((name) => {
    const value = flags[name];
    if (!isGiven(value)) return [];
    if (value === true) return [flagOf(name)];
    return [flagOf(name), isPath(name) ? anywhereOnDisk(value) : value];
  });

const isGiven = (value: string | boolean | undefined): value is string | true => value !== undefined && value !== false;

const isPath = (name: string): boolean => Object.hasOwn(settings, name) && of(name as SettingName).isPath === true;

const anywhereOnDisk = (path: string) => (/^~(\/|$)/.test(path) ? path : resolve(path));
