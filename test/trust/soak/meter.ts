import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodes, WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Machine } from './machine.ts';

/** A run from its beginning, in quarters: the first warms up, and the last is held against the second. */
export class Run {
  readonly #began = performance.now();
  readonly seconds: number;
  #isEnded = false;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  get secondsSoFar(): number {
    return (performance.now() - this.#began) / 1_000;
  }

  get isOver(): boolean {
    return this.#isEnded || this.secondsSoFar >= this.seconds;
  }

  /** Before its time. */
  end(): void {
    this.#isEnded = true;
  }

  /** 0 to 3. */
  get quarter(): number {
    return Math.min(3, Math.floor((4 * this.secondsSoFar) / this.seconds));
  }
}

/** Counts calls by their kind and the quarter in which they began, how long they took, and which were refused. */
export class Meter {
  readonly #run: Run;
  readonly #machine: Machine;
  readonly kinds = new Map<string, readonly Quarter[]>();
  /** Refusals that the asker provoked. */
  readonly refusals = new Map<string, number>();
  /** Calls that were refused while others had the processors, and made again. */
  turnedAway = 0;
  /** Kinds of the calls that are not answered yet. */
  readonly underWay = new Map<symbol, string>();

  constructor(run: Run, machine: Machine) {
    this.#run = run;
    this.#machine = machine;
  }

  /** Times a call. A call that is turned away because the machine is busy is sent again. */
  async timed<Answer>(kind: string, call: () => Promise<Answer>): Promise<Answer> {
    const quarter = this.#quarters(kind)[this.#run.quarter]!;
    const began = performance.now();
    const id = Symbol(kind);
    this.underWay.set(id, kind);
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      if (error.code !== 'unavailable' || !this.#machine.isStarving) {
        this.#count(`${errorCodes[error.code].status} ${error.code}`);
        throw error;
      }
      this.turnedAway += 1;
    } finally {
      this.underWay.delete(id);
      quarter.calls += 1;
      if (!this.#machine.isStarving) quarter.milliseconds.push(performance.now() - began);
    }
    await sleep(limits.mostDelayMs);
    return this.timed(kind, call);
  }

  /** In a quarter, or in all. */
  calls(quarter?: number): number {
    const quarters = [...this.kinds.values()].flatMap((all) => (quarter === undefined ? all : all[quarter]!));
    return quarters.reduce((sum, { calls }) => sum + calls, 0);
  }

  #quarters(kind: string): readonly Quarter[] {
    const known = this.kinds.get(kind);
    if (known) return known;
    const quarters = [0, 1, 2, 3].map((): Quarter => ({ calls: 0, milliseconds: [] }));
    this.kinds.set(kind, quarters);
    return quarters;
  }

  #count(refusal: string): void {
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }
}

interface Quarter {
  calls: number;
  /** Times of calls during which the machine gave the gateway its turns. */
  readonly milliseconds: number[];
}
