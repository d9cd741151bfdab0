import { FairQueue } from './fair-queue.ts';

/** So long short works may follow one another before the event loop has its turn. */
const turnMs = 15;

/** Short works of many subjects in this thread: between them the event loop turns, and subjects take turns. */
export class LocalTurns {
  readonly #waiting = new FairQueue<() => void>();
  #spentMs = 0;
  #isPaused = false;

  run<Result>(subject: string, work: () => Result): Promise<Result> {
    if (!this.#isPaused) return this.#timed(work);
    return new Promise((resolve) => this.#waiting.add(subject, () => resolve(this.#timed(work))));
  }

  async #timed<Result>(work: () => Result): Promise<Result> {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - began;
      if (this.#spentMs > turnMs) this.#pause();
    }
  }

  #pause(): void {
    this.#isPaused = true;
    setImmediate(() => {
      this.#isPaused = false;
      this.#spentMs = 0;
      while (!this.#isPaused) {
        const next = this.#waiting.next();
        if (!next) return;
        next();
      }
    });
  }
}
