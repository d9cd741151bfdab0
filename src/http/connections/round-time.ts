import { FairQueue } from '../../turns/fair-queue.ts';
import { turns } from '../../turns/turn.ts';

/** Time spent by all kinds of work, in ms. Nested work counts once. */
let withinMs = 0;

/**
 * Gives one kind of work a number of milliseconds in each round of the event loop. Rounds that only accept connections
 * give it none.
 */
export class RoundTime {
  readonly #mostMs: number;
  readonly #waiting = new FairQueue<() => void>();
  #isServing = false;
  #round = -1;
  #spentMs = 0;

  constructor(milliseconds: number) {
    this.#mostMs = milliseconds;
  }

  /** Whether new work may run now. */
  isLeft(): boolean {
    return this.#waiting.size === 0 && this.#hasTime();
  }

  #hasTime(): boolean {
    if (this.#round !== turns.round) [this.#round, this.#spentMs] = [turns.round, 0];
    return !turns.givesWay && this.#spentMs < this.#mostMs;
  }

  /** Runs the work behind earlier work, in the first round that has time for it. Lines take turns. */
  inLine(line: string, work: () => void): void {
    this.#waiting.add(line, work);
    this.#goOn();
    if (this.#waiting.size > 0 && !this.#isServing) void this.#serve();
  }

  #goOn(): void {
    while (this.#waiting.size > 0 && this.#hasTime()) this.#waiting.next()!();
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (; this.#waiting.size > 0; this.#goOn()) await turns.nextRound();
    this.#isServing = false;
  }

  /** Runs the work and counts its time. Time of another kind nested in it does not count. */
  spend<Result>(work: () => Result): Result {
    const [began, before] = [performance.now(), withinMs];
    try {
      return work();
    } finally {
      const took = performance.now() - began;
      this.#spentMs += took - (withinMs - before);
      withinMs = before + took;
    }
  }
}
