import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../schemas/limits.ts';
import { placeOf, scheduledMs, stolenMs, unlessGone, waitedMsOf } from '../soak/processes.ts';
import { apiRequest, Client } from './client.ts';

const [lookEveryMs, lookBackMs] = [5, 2_000];
/** The machine stalls when an answer of the control comes more than this long after it was due. */
const promptMs = 10;

/** Waiting ends after this many times the wanted time, because the machine may be too slow. */
const slowest = 4;

/** Resolves when the gateway had this much time in which the machine let it work. */
export async function served(machine: Machine, milliseconds: number): Promise<void> {
  const began = performance.now();
  while (machine.servedSince(began) < milliseconds && performance.now() - began < slowest * milliseconds)
    await sleep(20);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Look {
  readonly at: number;
  /** How long the gateway has run so far. */
  readonly ranMs: number;
  /** How long it and this process were ready to run, and were not let. */
  readonly waitedMs: number;
  /** How long the host has kept each processor. */
  readonly stolenMs: ReadonlyMap<number, number>;
  /** How long it has kept the gateway's while the gateway was to run. */
  readonly stolenFromIt: number;
}

const nothingSeen = { ranMs: 0, waitedMs: 0, stolenFromIt: 0 };

/**
 * Tells how long the whole machine kept somebody waiting (Linux). An idle server that answers late is a sign. So is a
 * gateway or test process that waits for a processor. So is a virtual machine that lost the gateway's processor to its
 * host.
 */
export class Machine {
  readonly #pid: number;
  readonly #control: Client;
  readonly #stalls: Stretch[] = [];
  readonly #looks: Look[] = [];
  #isOver = false;
  readonly #ended: Promise<void>;

  constructor(gatewayPid: number, controlUrl: string) {
    this.#pid = gatewayPid;
    this.#control = new Client(controlUrl);
    this.#look();
    this.#ended = this.#watch();
  }

  /**
   * Milliseconds since that moment that the machine is to blame for. The time in which the gateway ran is not excused.
   */
  excusedSince(from: number): number {
    this.#look();
    const [before, now] = [this.#lookAt(from), this.#looks.at(-1)!];
    const stalled = this.#stalls.reduce((sum, stall) => sum + overlap(stall, { from, to: now.at }), 0);
    const idle = Math.max(0, now.at - from - (now.ranMs - before.ranMs));
    const [waited, stolen] = [now.waitedMs - before.waitedMs, now.stolenFromIt - before.stolenFromIt];
    return Math.min(idle, Math.max(stalled, waited, stolen));
  }

  /** Milliseconds since that moment that the machine is not to blame for. */
  servedSince(from: number): number {
    return performance.now() - from - this.excusedSince(from);
  }

  /** Whether others held the processors for longer than the delay at which the gateway turns requests away. */
  get isStarving(): boolean {
    const now = performance.now();
    return this.excusedSince(now - lookBackMs) >= limits.mostDelayMs;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    this.#control.close();
  }

  async #watch(): Promise<void> {
    for (let due = performance.now(); !this.#isOver; due = performance.now() + lookEveryMs) {
      await sleep(Math.max(0, due - performance.now()));
      await this.#control.send(apiRequest('GET /'));
      const to = performance.now();
      if (to - due > promptMs) this.#stalls.push({ from: due, to });
      this.#look();
    }
  }

  #look(): void {
    const stolen = stolenMs();
    const before = this.#looks.at(-1) ?? { ...nothingSeen, stolenMs: stolen };
    const seen = unlessGone(() => {
      const [ranMs, waitedMs] = scheduledMs(this.#pid);
      const { processor, isRunnable } = placeOf(this.#pid);
      const stolenNow = isRunnable ? (stolen.get(processor) ?? 0) - (before.stolenMs.get(processor) ?? 0) : 0;
      return { ranMs, waitedMs: waitedMs + waitedMsOf(process.pid), stolenFromIt: before.stolenFromIt + stolenNow };
    }, before);
    this.#looks.push({ ...seen, stolenMs: stolen, at: performance.now() });
  }

  /** The last before that moment. */
  #lookAt(moment: number): Look {
    return this.#looks.findLast(({ at }) => at <= moment) ?? this.#looks[0]!;
  }
}

const overlap = (one: Stretch, other: Stretch) =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
