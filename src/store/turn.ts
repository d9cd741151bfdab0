import { setImmediate } from 'node:timers/promises';

/** Long work in one thread: it goes on for its turn of so many milliseconds, then lets all others have theirs. */
export class Turn {
  readonly #milliseconds: number;
  #since = performance.now();

  constructor(milliseconds = 15) {
    this.#milliseconds = milliseconds;
  }

  isOver(): boolean {
    return performance.now() - this.#since > this.#milliseconds;
  }

  async pass(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }

  /** Lets others have theirs when it is over. */
  async yield(): Promise<void> {
    if (this.isOver()) await this.pass();
  }
}
