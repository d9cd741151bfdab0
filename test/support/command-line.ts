import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { needsItsOwnProcess, type Outcome, runAfterOthers } from './command-runner.ts';
import { executable, temporaryFolder } from './product.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Somebody's machine: what they signed in to is kept in a folder of their own. */
export interface CommandLine {
  readonly home: string;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Outcome>;
  /** What a command that must not fail answers with `--json`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Which answer it is depends on the command.
  json(...args: string[]): Promise<any>;
  /** Starts one, for whoever talks to it. */
  start(...args: string[]): ChildProcessByStdio<Writable, Readable, Readable>;
}

export async function commandLine(environment: Environment = {}): Promise<CommandLine> {
  const home = await temporaryFolder();
  const env = { ...bare, HOME: home, XDG_CONFIG_HOME: `${home}/config`, WORKSPACE_KEYCHAIN: 'false', ...environment };
  const start: CommandLine['start'] = (...args) =>
    spawn(process.execPath, [executable, ...args], { cwd: home, env, stdio: 'pipe' });
  const run: CommandLine['run'] = async (...args) => {
    const command = { executable, args, folder: home, environment: env, input: '' };
    if (!needsItsOwnProcess(command)) return runAfterOthers(command);
    const child = start(...args);
    child.stdin.end();
    return outcomeOf(child);
  };
  const json: CommandLine['json'] = async (...args) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as unknown;
  };
  return { home, run, json, start };
}

const bare = { PATH: process.env.PATH };

export async function outcomeOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Outcome> {
  const [chunks, errors]: Buffer[][] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => chunks!.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors!.push(chunk));
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout: Buffer.concat(chunks!).toString(), stderr: Buffer.concat(errors!).toString() };
}
