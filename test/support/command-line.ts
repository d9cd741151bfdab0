import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Outcome, run as runCommand } from './command-runner.ts';
import { executable, folderOfItsOwn } from './product.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Somebody's machine: what they signed in to is kept in a folder of their own. */
export interface CommandLine {
  readonly home: string;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Outcome>;
  /** The answer with `--json` of a command that must not fail. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Which answer it is depends on the command.
  json(...args: string[]): Promise<any>;
  /** Starts a command that the test then talks to. */
  start(...args: string[]): ChildProcessByStdio<Writable, Readable, Readable>;
}

export async function commandLine(environment: Environment = {}): Promise<CommandLine> {
  const home = await folderOfItsOwn();
  const env = { ...bare, HOME: home, XDG_CONFIG_HOME: `${home}/config`, WORKSPACE_KEYCHAIN: 'false', ...environment };
  const start: CommandLine['start'] = (...args) =>
    spawn(process.execPath, [executable, ...args], { cwd: home, env, stdio: 'pipe' });
  const run: CommandLine['run'] = (...args) =>
    runCommand({ executable, args, folder: home, environment: env, input: '' });
  const json: CommandLine['json'] = async (...args) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as unknown;
  };
  return { home, run, json, start };
}

const bare = { PATH: process.env.PATH };
