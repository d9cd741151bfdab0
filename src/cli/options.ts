import { type Command, InvalidArgumentError } from 'commander';
import { optionOf } from '../settings/options.ts';

/** Adds the options of every command on a workspace. */
export const onWorkspace = (command: Command): Command =>
  command
    .option(...optionOf('url'))
    .option(...optionOf('data', { help: 'or a data folder of this machine', defaultText: '' }))
    .option('--json', 'print JSON: what the operation answers, as over HTTP');

/** Adds the options of commands that can change something. */
export const changing = (command: Command): Command =>
  onWorkspace(command)
    .option('--allow-write', 'say that the workspace may be changed')
    .option('--idempotency-key <key>', 'makes repeating a change harmless: the same key does it once');

export const paged = (command: Command): Command =>
  command
    .option('--limit <items>', 'items on a page', wholeNumber)
    .option('--cursor <cursor>', 'where a page goes on that ended with nextCursor')
    .option('--all', 'all pages');

export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
  readonly all?: true;
}

export const pageOptions = ['limit', 'cursor', 'all'] as const;

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** Collects the values of a repeatable option; commander passes the earlier ones. */
export const several = (text: string, others: readonly string[] | undefined): readonly string[] => [
  ...(others ?? []),
  text,
];
