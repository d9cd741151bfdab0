import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '../../turns/turn.ts';

/** A user changes tables again after this many times as long as the schema took to read. */
const restsFor = 20;

/** The rest that a user may put off, so that some changes may follow one another at once, in ms. */
const mostPutOffMs = 500;

/** The longest rest after one change, in ms. The schema takes long to read where the machine is busy. */
const longestRestMs = 2_000;

/**
 * Limits how often each user changes tables. After a change all connections read the whole schema again: 25 ms
 * each for 40,000 columns. They do it on the event loop, and nothing interrupts them.
 */
export class SchemaPace {
  /** When each user has rested for all changes. */
  readonly #restedAt = new Map<string, number>();
  readonly #closing = new AbortController();

  /** Writes at once, or one by one when the user has rested. */
  write<Result>(userId: string, write: () => Promise<Result>): Promise<Result> {
    if (this.#waitFor(userId) === 0) return write();
    return oneAtATime(`writes of ${userId}`, async () => {
      await sleep(this.#waitFor(userId), undefined, { signal: this.#closing.signal }).catch(() => {});
      return write();
    });
  }

  /** Notes that a user changed tables, and how long a connection took to read the schema again. */
  changed(userId: string, milliseconds: number): void {
    const now = performance.now();
    for (const [user, restedAt] of this.#restedAt) if (restedAt < now) this.#restedAt.delete(user);
    const rest = Math.min(restsFor * milliseconds, longestRestMs);
    this.#restedAt.set(userId, (this.#restedAt.get(userId) ?? now) + rest);
  }

  /** All that wait write now. */
  close(): void {
    this.#closing.abort();
  }

  #waitFor(userId: string): number {
    const rest = (this.#restedAt.get(userId) ?? Number.NEGATIVE_INFINITY) - performance.now();
    return Math.max(0, rest - mostPutOffMs);
  }
}
