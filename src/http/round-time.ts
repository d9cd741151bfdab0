import { turns } from '../store/turn.ts';

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

  spend<Result>(work: () => Result): Result {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - began;
    }
  }
}
