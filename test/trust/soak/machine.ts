import { limits } from '../../../schemas/limits.ts';
import { unlessGone, waitedMsOf } from './processes.ts';

const tickMs = 250;
const lookBackMs = 2_000;
const catchUpMs = 10_000;

interface Look {
  readonly at: number;
  /** How long the gateway was ready to run so far, and was not let. */
  readonly waitedMs: number;
}

/**
 * Tells whether the machine gives the gateway its turns (Linux). It does not when it is suspended or others have the
 * processors. The gateway then rightly turns requests away until it has caught up. Times say nothing about it
 * meanwhile.
 */
export class Machine {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #looks: readonly Look[];
  #starvedAt = Number.NEGATIVE_INFINITY;
  secondsStarved = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#looks = [{ at: performance.now(), waitedMs: waitedMsOf(pid) }];
    this.#timer = setInterval(() => this.#look(), tickMs);
  }

  get isStarving(): boolean {
    if (performance.now() - this.#looks.at(-1)!.at > tickMs) this.#look();
    return performance.now() - this.#starvedAt < catchUpMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** This process has not had its own turn, or the gateway hardly any. */
  #look(): void {
    const before = this.#looks.at(-1)!;
    const now = { at: performance.now(), waitedMs: unlessGone(() => waitedMsOf(this.#pid), before.waitedMs) };
    this.#looks = [...this.#looks.filter(({ at }) => at > now.at - lookBackMs), now];
    const stoodStill = now.at - before.at > tickMs + limits.mostDelayMs;
    const waited = now.waitedMs - this.#looks[0]!.waitedMs;
    if (!stoodStill && waited < limits.mostDelayMs) return;
    this.secondsStarved += (now.at - before.at) / 1_000;
    this.#starvedAt = now.at;
  }
}
