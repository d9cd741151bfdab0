import { setImmediate as nextRound } from 'node:timers/promises';

const waiting: (() => void)[] = [];

/** Of several that wait, one goes on in each round of the event loop: together they hold it no longer than one alone. */
function inLine(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

interface TurnOptions {
  readonly milliseconds?: number;
  /** Goes on in the next round, though others wait: they may be waiting for what it holds. */
  readonly isFirst?: boolean;
}

/** Long work in one thread: it goes on for its turn of so many milliseconds, then lets all others have theirs. */
export class Turn {
  readonly #milliseconds: number;
  readonly #isFirst: boolean;
  #since = performance.now();

  constructor({ milliseconds = 15, isFirst = false }: TurnOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#isFirst = isFirst;
  }

  isOver(): boolean {
    return performance.now() - this.#since > this.#milliseconds;
  }

  async pass(): Promise<void> {
    await (this.#isFirst ? nextRound() : inLine());
    this.#since = performance.now();
  }

  /** Lets others have theirs when it is over. */
  async yield(): Promise<void> {
    if (this.isOver()) await this.pass();
  }
}

/** What is made of each of many, in turns with all others. */
export async function mapInTurns<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const turn = new Turn();
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    if (turn.isOver()) await turn.pass();
  }
  return made;
}
