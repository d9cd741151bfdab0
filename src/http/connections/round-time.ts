import { FairQueue } from '../../turns/fair-queue.ts';
import { turns } from '../../turns/turn.ts';

/** What all kinds have spent so far; one within another counts once. */
let withinMs = 0;

/** So many milliseconds of each round of the event loop are for one kind of work; none while connections come. */
export class RoundTime {
  readonly #mostMs: number;
  readonly #waiting = new FairQueue<() => void>();
  #isServing = false;
  #round = -1;
  #spentMs = 0;

  constructor(milliseconds: number) {
    this.#mostMs = milliseconds;
  }

  /** Whether work that comes now may be done now. */
  isLeft(): boolean {
    return this.#waiting.size === 0 && this.#hasTime();
  }

  #hasTime(): boolean {
    if (this.#round !== turns.round) [this.#round, this.#spentMs] = [turns.round, 0];
    return !turns.givesWay && this.#spentMs < this.#mostMs;
  }

  /** Does the work in the next round that has time for it. Lines take turns. */
  inLine(line: string, work: () => void): void {
    this.#waiting.add(line, work);
    if (!this.#isServing) void this.#serve();
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (; this.#waiting.size > 0; await turns.nextRound())
      while (this.#waiting.size > 0 && this.#hasTime()) this.#waiting.next()!();
    this.#isServing = false;
  }

  /** Does the work. What another kind spends within it does not count. */
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
