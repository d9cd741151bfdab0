import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const executable = resolve('bin/workspace.js');
const clockTicksPerSecond = 100;

/** A server over stdio, spoken to with as little work on this side as possible. */
export class StdioServer {
  readonly process: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #lastId = 0;

  constructor(...command: string[]) {
    this.process = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.process.stdout! }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line) as { id: number; result?: unknown; error?: unknown };
      if (error) throw new Error(JSON.stringify(error));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  async request<Result>(method: string, params: object): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<unknown>((settle) => this.#waiting.set(id, settle));
    this.process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return (await answered) as Result;
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  call(name: string, input: object): Promise<{ structuredContent?: Record<string, never>; isError?: boolean }> {
    return this.request('tools/call', { name, arguments: input });
  }

  /** CPU time of the process so far, in microseconds (Linux). */
  cpuMicroseconds(): number {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond) * 1e6;
  }

  async stop(): Promise<void> {
    this.process.stdin!.end();
    await once(this.process, 'exit');
  }
}

export const bareServer = () => new StdioServer(resolve('bench/support/bare-sdk.ts'));
export const ourServer = (dataFolder: string) => new StdioServer(executable, 'mcp', '--data', dataFolder);
