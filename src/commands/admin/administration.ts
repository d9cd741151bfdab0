import type * as z from 'zod';
import { scopes } from '../../../schemas/operation.ts';
import { jsonOf, shownOnLine } from '../../../schemas/shown.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Caller } from '../../workspace/operation/context.ts';
import { type OpenWorkspace, openWorkspace } from '../../folder/open.ts';
import { localUser } from '../../workspace/people/users.ts';

export interface Printing {
  readonly json: boolean;
}

/** Prints an answer as JSON or as lines. Control characters in it are escaped, so stored text cannot drive the terminal. */
export function print({ json }: Printing, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${jsonOf(value)}\n` : lines.map(lineOf).join(''));
}

/** Prints a problem to stderr. */
export const complain = (sentence: string): void => void process.stderr.write(lineOf(sentence));

const lineOf = (text: string): string => `${shownOnLine(text)}\n`;

/** Prints a list, or a sentence when it is empty. */
export function printList(options: Printing, value: unknown, lines: readonly string[], what: string): void {
  print(options, value, lines.length > 0 ? lines : [`There are no ${what}.`]);
}

/** A data folder that is open for its operator, beside whichever gateways run on it. */
export interface Administration extends OpenWorkspace {
  /** Acts as the user of this machine. */
  readonly operator: Caller;
}

export async function administer(config: Config, use: (folder: Administration) => Promise<void>): Promise<void> {
  const workspace = await openWorkspace({ ...config, onError: (error) => complain(String(error)) });
  try {
    const user = await workspace.database.read(localUser);
    await use({ ...workspace, operator: { ...user, scopes, interface: 'cli' } });
  } finally {
    await workspace.close();
  }
}

/** Options as their schema has them; every mistake is named by its flag. */
export function optionsOf<Schema extends z.ZodType>(schema: Schema, given: object): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => `${flagOf(String(path[0]))} ${message}`).join('\n'),
  );
}

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
