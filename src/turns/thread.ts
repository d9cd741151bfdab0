import type { Tinypool } from 'tinypool';

const idleMs = 5_000;

/** Runs a module's function on one task at a time, in a thread that ends when idle. */
export class Thread {
  readonly #module: string;
  #pool: Promise<Tinypool> | undefined;

  constructor(module: URL) {
    this.#module = module.href;
  }

  async run(task: unknown, transferList: readonly ArrayBuffer[] = []): Promise<unknown> {
    this.#pool ??= startPool();
    return (await this.#pool).run(task, { filename: this.#module, transferList: [...transferList] });
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
  }
}

/** Imports Tinypool with the first task, because most starts have none. */
async function startPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({ minThreads: 0, maxThreads: 1, idleTimeout: idleMs, runtime: 'worker_threads', env: {} });
}
