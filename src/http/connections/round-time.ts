import { turns } from '../../turns/turn.ts';

/** What all kinds have spent so far; one within another counts once. */
let withinMs = 0;

/** So many milliseconds of each round of the event loop are for one kind of work; a quarter of them while connections come. */
export class RoundTime {
  readonly #mostMs: number;
  #round = -1;
  #spentMs = 0;

  constructor(milliseconds: number) {
    this.#mostMs = milliseconds;
  }

  isLeft(): boolean {
    if (this.#round !== turns.round) [this.#round, this.#spentMs] = [turns.round, 0];
    return this.#spentMs < (turns.givesWay ? this.#mostMs / 4 : this.#mostMs);
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
