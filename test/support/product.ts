import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { quickFolder } from './in-memory.ts';
import { type Command, type Outcome, run, runAfterOthers, withOwnCode } from './command-runner.ts';
import { issueToken } from '../../src/commands/token.ts';
import { readConfig } from '../../src/config.ts';
import { placesIn } from '../../src/folder/places/places.ts';

export const executable = resolve(process.env.WORKSPACE_TEST_PROGRAM ?? 'bin/workspace.js');

/**
 * A folder for a workspace, on the engine that the tests are run with: `WORKSPACE_TEST_STORE=postgres` names another.
 */
export async function newDataFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'workspace-test-'));
  if (process.env.WORKSPACE_TEST_STORE === 'postgres') {
    const { freshDatabase } = await import('./postgres.ts');
    await writeFile(placesIn(folder).databaseUrl, await freshDatabase(), { mode: 0o600 });
  }
  return folder;
}

/** The same in memory, where the workspace already has its tables. Its first start makes all else. */
export async function folderWithTables(): Promise<string> {
  const folder = await newDataFolder(quickFolder());
  if (process.env.WORKSPACE_TEST_STORE !== 'postgres') {
    await copyFile(inject('emptyDatabase'), placesIn(folder).database);
    await chmod(placesIn(folder).database, 0o600);
  }
  return folder;
}

/** A folder that is gone when the test is. */
export async function temporaryFolder(): Promise<string> {
  return untilFinished(await newDataFolder());
}

/** The same, whose workspace is in it whatever engine the tests are run with. */
export async function folderOfItsOwn(): Promise<string> {
  return untilFinished(await mkdtemp(join(tmpdir(), 'workspace-test-')));
}

function untilFinished(folder: string): string {
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the product's executable to its end. */
export const runWorkspace = (...args: string[]): Promise<Outcome> => pipeIntoWorkspace('', ...args);

/** The same with something on stdin. */
export const pipeIntoWorkspace = (input: string | Uint8Array, ...args: string[]): Promise<Outcome> =>
  run(commandHere(input, ...args));

/** `workspace serve` that must be refused: that leaves the process of other commands free. */
export const refusedServe = (...args: string[]): Promise<Outcome> => runAfterOthers(commandHere('', 'serve', ...args));

/** A command as the process of the tests would run it. */
export const commandHere = (input: string | Uint8Array, ...args: string[]): Command => ({
  executable,
  args,
  folder: process.cwd(),
  environment: { ...process.env },
  input,
});

/** The output of `workspace token`. */
export async function printedToken(dataFolder: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runWorkspace('token', '--data', dataFolder, ...args);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

const tokenOptions = { user: { type: 'string' }, scope: { type: 'string' }, expires: { type: 'string' } } as const;

/** The same of the command's own code, without a process for it. */
export async function accessToken(dataFolder: string, ...args: string[]): Promise<string> {
  const { user, scope, expires } = parseArgs({ args, options: tokenOptions }).values;
  return issueToken(await readConfig({ data: dataFolder }), { name: undefined, user, scope, expires });
}

export interface Gateway {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its stderr so far. */
  readonly log: () => string;
}

/** `workspace serve` on a free port; stopped when the test is over. */
export async function startGateway(dataFolder: string, ...args: string[]): Promise<Gateway> {
  const child = spawnGateway(dataFolder, ...args);
  onTestFinished(() => stop(child));
  return listening(child);
}

/** `workspace work` with its probes on a free port; stopped when the test is over. */
export async function startWorker(dataFolder: string, ...args: string[]): Promise<Gateway> {
  const child = spawnProduct('work', '--data', dataFolder, '--port', '0', ...args);
  onTestFinished(() => stop(child));
  return listening(child);
}

/** A gateway for whoever stops it otherwise, such as a hook. */
export function spawnGateway(dataFolder: string, ...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  // Tests ask more in a minute than a user may; those of the limit set one.
  const unlimited = ['--port', '0', '--rate-limit', '0'];
  return spawnProduct('serve', '--data', dataFolder, ...unlimited, ...args);
}

/** The product's executable, whose output is read. */
export const spawnProduct = (...args: string[]) =>
  spawn(process.execPath, [executable, ...args], {
    env: withOwnCode(args[0]!, process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The gateway that a process says it is, once it does. */
export async function listening(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Gateway> {
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => Promise.reject(new Error(`it ended: ${log}`))),
  ]);
  return { url: line.slice(line.indexOf('http')), process: child, log: () => log };
}

/** Ends a process, also one that a test has halted, and waits for it. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  child.kill('SIGCONT');
  await once(child, 'exit');
}
