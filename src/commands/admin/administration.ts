import { stderr, stdout } from 'node:process';
import type * as z from 'zod';
import type { Workspace } from '../../../schemas/index.ts';
import { type Operation, scopes } from '../../../schemas/operation.ts';
import { jsonOf, shownOnLine } from '../../../schemas/shown.ts';
import { type Config, ConfigError, originOf } from '../../config.ts';
import { type Core, openCore } from '../core.ts';
import { runningGateway } from '../../folder/places/running-gateway.ts';

export interface Printing {
  readonly json: boolean;
}

/** Prints an answer as JSON or as lines. Control characters in it are escaped, so stored text cannot drive the terminal. */
export function print({ json }: Printing, value: unknown, lines: readonly string[]): void {
  stdout.write(json ? `${jsonOf(value)}\n` : lines.map(lineOf).join(''));
}

/** Prints a problem to stderr. */
export const complain = (sentence: string): void => void stderr.write(lineOf(sentence));

const lineOf = (text: string): string => `${shownOnLine(text)}\n`;

/** Prints a list, or a sentence when it is empty. */
export function printList(options: Printing, value: unknown, lines: readonly string[], what: string): void {
  print(options, value, lines.length > 0 ? lines : [`There are no ${what}.`]);
}

/** Opens a data folder for its owner, beside whichever gateways run on it. */
export async function administer(
  config: Config,
  use: (workspace: Workspace, indexer: Core['services']['indexer']) => Promise<void>,
): Promise<void> {
  const address = () => runningGateway(config.dataFolder)?.publicUrl ?? config.publicUrl ?? originOf(config);
  const core = await openCore(config, {
    work: 'own texts',
    asRecorded: true,
    publicUrl: address,
    gatewayUrl: async () => address(),
    onError: (error) => complain(String(error)),
  });
  try {
    const owner = { ...(await core.localCaller('cli')), scopes, ownsFolder: true } as const;
    await use(core.workspaceFor(owner), core.services.indexer);
  } finally {
    await core.close();
  }
}

/** Options as their schema has them; every mistake is named by its flag. */
export function optionsOf<Schema extends z.ZodType>(
  schema: Schema,
  given: object,
  flags: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const nameOf = (path: string) => flags[path] ?? flagOf(path);
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => `${nameOf(String(path[0]))} ${message}`).join('\n'),
  );
}

/** The input of an operation, checked before the folder is opened. */
export function inputFor<Input extends z.ZodType>(
  { input }: Pick<Operation<Input>, 'input'>,
  given: z.input<Input> & object,
  flags?: Readonly<Record<string, string>>,
): z.input<Input> {
  optionsOf(input, given, flags);
  return given;
}

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
