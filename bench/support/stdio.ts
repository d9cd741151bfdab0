import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export const executable = resolve('bin/workspace.js');

/** A server over stdio, asked one thing at a time with as little work on this side as possible. */
export class StdioServer {
  readonly process: ChildProcess;
  #received = '';
  #settle: (line: string) => void = () => {};
  #lastId = 0;

  constructor(...command: string[]) {
    this.process = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdout!.setEncoding('latin1').on('data', (chunk: string) => {
      this.#received += chunk;
      if (!this.#received.endsWith('\n')) return;
      this.#settle(this.#received);
      this.#received = '';
    });
  }

  /** Sends a request and returns the line that answers it, unread. */
  exchange(method: string, params: object): Promise<string> {
    this.#lastId += 1;
    this.process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#lastId, method, params })}\n`);
    return new Promise((settle) => {
      this.#settle = settle;
    });
  }

  async request<Result>(method: string, params: object): Promise<Result> {
    const { result, error } = JSON.parse(await this.exchange(method, params)) as { result: Result; error?: unknown };
    if (error) throw new Error(JSON.stringify(error));
    return result;
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  call(name: string, input: object): Promise<{ structuredContent: unknown }> {
    return this.request('tools/call', { name, arguments: input });
  }

  async stop(): Promise<void> {
    this.process.stdin!.end();
    await once(this.process, 'exit');
  }
}

export const bareServer = () => new StdioServer(resolve('bench/support/bare-sdk.ts'));
export const ourServer = (dataFolder: string) => new StdioServer(executable, 'mcp', '--data', dataFolder);
