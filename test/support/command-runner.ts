import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as everyoneAsked } from 'node:timers/promises';
import type { Asked } from './command-process.ts';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command, and what it takes from its process. */
export type Command = Omit<Asked, 'end'>;

type Environment = Asked['environment'];

let underWay = 0;

/**
 * Runs a command of the built program to its end. It reuses a process that has run others, because a start is most of
 * the cost. Commands that are asked for at once run at once, each in a process of its own.
 */
export async function run(command: Command): Promise<Outcome> {
  underWay += 1;
  try {
    await everyoneAsked();
    return await (underWay === 1 && !readsItsProcess(command) ? runAfterOthers(command) : runApart(command));
  } finally {
    underWay -= 1;
  }
}

/** Commands that need a process of their own. Some run until they are stopped. A process reads the options of Node.js once. */
const readsItsProcess = ({ args: [name, ...more], environment }: Command): boolean =>
  environment.NODE_OPTIONS !== undefined ||
  (['serve', 'mcp'].includes(name!) && !more.includes('--help') && more[0] !== 'config');

/** `serve` sets flags of V8. It would refuse the code that other commands have compiled, and replace it by its own. */
export const withOwnCode = (name: string, environment: Environment): Environment =>
  name === 'serve' && environment.NODE_COMPILE_CACHE
    ? { ...environment, NODE_COMPILE_CACHE: `${environment.NODE_COMPILE_CACHE}-to-serve` }
    : environment;

function runApart({ executable, args, folder, environment, input }: Command): Promise<Outcome> {
  const env = withOwnCode(args[0]!, environment);
  const child = spawn(process.execPath, [executable, ...args], { cwd: folder, env, stdio: 'pipe' });
  child.stdin.on('error', () => {}).end(input);
  return outcomeOf(child);
}

export async function outcomeOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Outcome> {
  const [chunks, errors]: Buffer[][] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => chunks!.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors!.push(chunk));
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout: Buffer.concat(chunks!).toString(), stderr: Buffer.concat(errors!).toString() };
}

let running: ChildProcess | undefined;

/** Also for `serve`, if it is refused: that leaves the process free. */
export async function runAfterOthers(command: Command): Promise<Outcome> {
  const child = (running ??= start());
  const end = `\0${crypto.randomUUID()}`;
  const left = new AbortController();
  const ends = ['message', 'exit'].map((event) => once(child, event, left) as Promise<[number]>);
  const ended = Promise.race(ends);
  void Promise.allSettled(ends);
  const output = Promise.all([textUntil(end, child.stdout as Socket), textUntil(end, child.stderr as Socket)]);
  for (const handle of handlesOf(child)) handle?.ref();
  child.send({ ...command, end } satisfies Asked);
  const [[status], [stdout, stderr]] = await Promise.all([ended, output]);
  left.abort();
  for (const handle of handlesOf(child)) handle?.unref();
  return { status, stdout, stderr };
}

/** They keep the process of the tests running only while a command is under way. */
const handlesOf = (child: ChildProcess) => [child, child.channel, child.stdout as Socket, child.stderr as Socket];

/** It ends with the process of the tests, and a command may end it sooner. */
function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'command-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.once('exit', () => (running = undefined));
  return child;
}

/** The text of a stream up to the end of a command or of its process. */
function textUntil(end: string, stream: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let tail = Buffer.alloc(0);
  return new Promise((resolve) => {
    const finish = () => {
      stream.off('data', take).off('close', finish);
      const text = Buffer.concat(chunks).toString();
      resolve(text.endsWith(end) ? text.slice(0, -end.length) : text);
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      tail = Buffer.concat([tail, chunk]).subarray(-end.length);
      if (tail.equals(Buffer.from(end))) finish();
    };
    stream.on('data', take).on('close', finish);
  });
}
