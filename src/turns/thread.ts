import type { Tinypool } from 'tinypool';

const idleMs = 5_000;

/** Does what the function of a module does, one task after the other, in a thread that ends when it has been idle. */
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

/** Loaded with the first task, for most starts have none. */
async function startPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({ minThreads: 0, maxThreads: 1, idleTimeout: idleMs, runtime: 'worker_threads', env: {} });
}
