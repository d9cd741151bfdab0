import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../schemas/limits.ts';
import type { Product } from '../product.ts';
import type { Random } from '../../support/random.ts';

const patienceMs = 60_000;
const create = JSON.stringify({
  jsonrpc: '2.0',
  id: 'cut',
  method: 'tools/call',
  params: { name: 'workspace_artifact_create', arguments: { kind: 'markdown', title: 'Cut', content: 'cut' } },
});

/**
 * A host sends lines that are none, of any bytes and any length: the server goes on. It ends in the middle of a line: the server
 * does too, without a fault, and has done nothing.
 */
export async function sendBadLines(product: Product, random: Random, times: number): Promise<void> {
  const lines: readonly (() => string | Uint8Array)[] = [
    () => Buffer.from(Array.from({ length: random.between(1, 5_000) }, () => random.between(0, 255))),
    () => create.slice(0, random.between(1, create.length - 1)),
    () => '['.repeat(random.between(1, 200_000)),
    () => '\r\n\n\0\n',
    () => Buffer.from(create, 'utf16le'),
  ];
  const server = new StdioServer(product);
  await server.initialize();
  for (let time = 0; time < times; time += 1) {
    server.send(random.pick(lines)(), '\n');
    await server.expectAnswer();
  }
  server.send(Buffer.alloc(limits.mcpMessageBytes + 1, ' '), create, '\n');
  await server.expectAnswer();
  server.send(create.slice(0, random.between(1, create.length)));
  await server.expectEnd();
}

/** `workspace mcp`, spoken to byte by byte. */
class StdioServer {
  readonly #process;
  readonly #ended: Promise<unknown[]>;
  readonly #answers = new Map<number, (answer: object) => void>();
  #log = '';
  #lastId = 0;

  constructor(product: Product) {
    this.#process = product.spawnHost();
    this.#ended = once(this.#process, 'exit');
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    // Where it has ended, whoever waits for its answer says so.
    this.#process.stdin.on('error', () => {});
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as { id: number | null };
      if (answer.id !== null) this.#answers.get(answer.id)?.(answer);
    });
  }

  send(...pieces: readonly (string | Uint8Array)[]): void {
    for (const piece of pieces) this.#process.stdin.write(piece);
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bytes', version: '1.0.0' };
    await this.#ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  async expectAnswer(): Promise<void> {
    await this.#ask('tools/list', {});
  }

  async expectEnd(): Promise<void> {
    this.#process.stdin.end();
    assert.deepEqual(await this.#ended, [0, null], this.#log);
    assert.doesNotMatch(this.#log, /^\s+at /m, 'it ends without a fault');
  }

  async #ask(method: string, params: object): Promise<void> {
    this.#lastId += 1;
    const { promise, resolve } = Promise.withResolvers<object>();
    this.#answers.set(this.#lastId, resolve);
    this.send(`${JSON.stringify({ jsonrpc: '2.0', id: this.#lastId, method, params })}\n`);
    const ended = this.#ended.then(() => 'its end');
    const answer = await Promise.race([promise, ended, sleep(patienceMs, 'silence', { ref: false })]);
    assert.ok(typeof answer === 'object' && 'result' in answer, `${method}: ${JSON.stringify(answer)} ${this.#log}`);
  }
}
