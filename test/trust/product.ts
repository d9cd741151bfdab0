import assert from 'node:assert/strict';
import {
  type ChildProcess,
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  execFile,
  spawn,
} from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { connectTo, type Host } from '../support/hosts.ts';
import { executable, type Gateway, listening, stop } from '../support/product.ts';

export interface ProductOptions {
  readonly dataFolder: string;
  /** A program that runs the product, with its arguments. It can thus give the product a file system of its own. */
  readonly through?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The program of another release. */
  readonly program?: string | undefined;
}

type Serving = ChildProcessByStdio<null, Readable, Readable>;

/** The built product on a data folder. */
export class Product {
  readonly dataFolder: string;
  readonly #through: readonly string[];
  #program: string;
  readonly #environment: Record<string, string>;
  readonly #spawned = new Set<ChildProcess>();
  readonly #hosts = new Set<Host>();
  readonly #logs: (() => string)[] = [];

  constructor({ dataFolder, through = [], environment = {}, program = executable }: ProductOptions) {
    this.dataFolder = dataFolder;
    this.#through = through;
    this.#program = program;
    this.#environment = { ...(process.env as Record<string, string>), ...environment };
  }

  get isOfThisRelease(): boolean {
    return this.#program === executable;
  }

  /** From now on its gateways are of this release. */
  update(): void {
    this.#program = executable;
  }

  get #command(): readonly [string, ...string[]] {
    return [...this.#through, process.execPath, this.#program] as unknown as [string, ...string[]];
  }

  /** `workspace serve` that takes as many requests as come. */
  async serve(...args: string[]): Promise<Gateway> {
    const gateway = await listening(this.spawnServe(...args));
    this.#logs.push(gateway.log);
    return gateway;
  }

  /** The same, of which nobody has heard yet. */
  spawnServe(...args: string[]): Serving {
    const [command, ...before] = this.#command;
    const options = ['--data', this.dataFolder, '--port', '0', '--rate-limit', '0'];
    const serving = spawn(command, [...before, 'serve', ...options, ...args], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#keep(serving);
    return serving;
  }

  /** `workspace mcp`, to be spoken to byte by byte. */
  spawnHost(): ChildProcessWithoutNullStreams {
    const [command, ...before] = this.#command;
    const host = spawn(command, [...before, 'mcp', '--data', this.dataFolder], { env: this.#environment });
    this.#keep(host);
    return host;
  }

  /** An agent host over stdio, with every tool. */
  async host(): Promise<Host> {
    const [command, ...before] = this.#command;
    const args = [...before, 'mcp', '--data', this.dataFolder, '--tools', 'all'];
    const host = await connectTo({ command, args, env: this.#environment });
    this.#hosts.add(host);
    this.#logs.push(host.log);
    return host;
  }

  /** Whatever still runs of it when its trial is over, as after a failure, ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#sayDefects();
    await Promise.all([...this.#spawned].map((each) => stop(each, 'SIGKILL')));
    await Promise.all([...this.#hosts].map(({ client }) => client.close()));
  }

  async token(): Promise<string> {
    return (await this.#run('token', '--expires', '24h')).trim();
  }

  /** Expects that `workspace admin check` finds nothing. */
  async expectSound(): Promise<void> {
    const { ok, problems } = JSON.parse(await this.#run('admin', 'check', '--json')) as {
      ok: boolean;
      problems: string[];
    };
    assert.deepEqual({ ok, problems }, { ok: true, problems: [] });
  }

  /** Prints internal errors from the logs, because answers do not tell them. */
  #sayDefects(): void {
    const lines = this.#logs.flatMap((log) => log().split('\n'));
    for (const line of lines)
      if (line.includes('"request failed"') && !line.includes('"code":"unavailable"')) console.error(line);
  }

  #keep(process: ChildProcess): void {
    this.#spawned.add(process.once('exit', () => this.#spawned.delete(process)));
  }

  async #run(...args: string[]): Promise<string> {
    const [command, ...before] = this.#command;
    const options = { env: this.#environment, maxBuffer: 64 * 1024 * 1024 };
    const running = promisify(execFile)(command, [...before, ...args, '--data', this.dataFolder], options);
    return (await running.catch((error: { stdout: string; stderr: string }) => Promise.reject(told(args, error))))
      .stdout;
  }
}

const told = (args: readonly string[], { stdout, stderr }: { stdout: string; stderr: string }) =>
  new Error(`workspace ${args.join(' ')}: ${stdout}${stderr}`);
