import { FairQueue } from '../../turns/fair-queue.ts';
import { untilTurn } from '../../turns/leaving.ts';
import type { Gone, WriteScope } from '../database.ts';
import { leftWaiting } from '../refusals.ts';

interface Waiting {
  readonly group: string;
  readonly begin: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Users take turns. Those of one organization write one after the other. Otherwise they would hold all connections while
 * they wait for its lock.
 */
export class WriteTurns {
  readonly #most: number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #writing = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size + this.#writing.size;
  }

  async take<Result>(scope: WriteScope, gone: Gone | undefined, use: () => Promise<Result>): Promise<Result> {
    const group = groupOf(scope);
    const subject = typeof scope === 'string' ? scope : scope.userId;
    const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { group, begin, refuse };
    this.#waiting.add(subject, waiting);
    this.#beginNext();
    const leave = () => this.#waiting.remove(subject, waiting);
    await untilTurn(begun, gone?.(), { leave, refusal: leftWaiting });
    try {
      return await use();
    } finally {
      this.#writing.delete(group);
      this.#beginNext();
    }
  }

  /** Refuses all of a group that wait. Another process let the first wait too long, and each would wait as long. */
  refuseWaiting(scope: WriteScope, error: unknown): void {
    const group = groupOf(scope);
    const next = () => this.#waiting.next((waiting) => waiting.group === group);
    for (let waiting = next(); waiting; waiting = next()) waiting.refuse(error);
  }

  #beginNext(): void {
    if (this.#writing.size >= this.#most) return;
    const next = this.#waiting.next(({ group }) => !this.#writing.has(group));
    if (!next) return;
    this.#writing.add(next.group);
    next.begin();
    this.#beginNext();
  }
}

const groupOf = (scope: WriteScope): string => (typeof scope === 'string' ? scope : scope.organizationId);
