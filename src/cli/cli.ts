import type { Command } from 'commander';
import type { Workspace } from '../../schemas/index.ts';
import { type OpenFolder, openWorkspace, type Settings } from './connection.ts';
import { fail } from './failure.ts';
import { Output } from './terminal/output.ts';
import { typedPlace } from './typed-places.ts';

/** Options of every command that works on a workspace. */
export interface CommonOptions {
  readonly url?: string;
  readonly data?: string;
  readonly json?: true;
  readonly allowWrite?: true;
}

/** The tools of a command. */
export interface Context {
  readonly workspace: Workspace;
  readonly output: Output;
  /** The arguments, without options. */
  readonly args: readonly string[];
  /** Aborts when the command is interrupted. */
  readonly signal: AbortSignal;
}

export interface CliOptions {
  readonly readSettings: (flags: Pick<CommonOptions, 'url' | 'data'>) => Settings;
  readonly openFolder: OpenFolder;
}

type Action = (...given: unknown[]) => Promise<void>;

/** Adapts commands to commander: opens and closes the workspace, and reports errors. */
export class Cli {
  readonly settingsOf: CliOptions['readSettings'];
  readonly #openFolder: OpenFolder;

  constructor({ readSettings, openFolder }: CliOptions) {
    this.settingsOf = readSettings;
    this.#openFolder = openFolder;
  }

  /** Wraps a command on a workspace. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The command knows what commander makes of its options.
  on<Options extends CommonOptions>(
    run: (context: Context, options: Options) => Promise<void>,
    { stores = false } = {},
  ): Action {
    return this.local<Options>(async (output, options, args) => {
      await interruptible(async (signal) => {
        const intent = { allowWrite: options.allowWrite === true, stores, signal };
        const { workspace, close, explained } = await openWorkspace(this.settingsOf(options), this.#openFolder, intent);
        try {
          await run({ workspace, output, args, signal }, options);
        } catch (error) {
          throw explained(error);
        } finally {
          await close();
        }
      });
    });
  }

  /** Wraps a command that needs only this machine. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- As above.
  local<Options extends { readonly json?: true }>(
    run: (output: Output, options: Options, args: readonly string[]) => Promise<void>,
  ): Action {
    return async (...given) => {
      const command = given.at(-1) as Command;
      const options = command.opts<Options>();
      try {
        await run(new Output(options.json === true), options, command.args);
      } catch (error) {
        fail(error, { json: options.json === true, placeOf: (path) => typedPlace(command, path) });
      }
    };
  }
}

/** The time an interrupted command has to clean up. */
const leavingMs = 2_000;

/** Ctrl-C, a terminating process manager, and a closed terminal. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command. After an interruption it exits as signals do, once the command has cleaned up. */
async function interruptible(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  let exit: (() => never) | undefined;
  const interrupt = (_name: NodeJS.Signals, signal: number) => {
    exit = () => process.exit(128 + signal);
    setTimeout(exit, leavingMs).unref();
    interrupted.abort();
    process.stdin.destroy();
  };
  for (const name of interruptions) process.once(name, interrupt);
  try {
    await run(interrupted.signal);
  } catch (error) {
    exit?.();
    throw error;
  } finally {
    for (const name of interruptions) process.off(name, interrupt);
  }
}
