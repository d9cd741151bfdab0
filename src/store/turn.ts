import { setImmediate } from 'node:timers/promises';

const turnMs = 15;

/** Long work in one thread: it goes on for its turn, then lets all others have theirs. */
export class Turn {
  #since = performance.now();

  isOver(): boolean {
    return performance.now() - this.#since > turnMs;
  }

  async pass(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
