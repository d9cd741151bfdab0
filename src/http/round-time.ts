import { turns } from '../store/turn.ts';

/** The time of all kinds that are within the one being told. */
let withinMs = 0;

/** How long some kind of work may take of a round of the event loop, whatever else goes on in it; a quarter while work gives way to connections. */
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

  /** What is spent of another kind within it does not count. */
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
