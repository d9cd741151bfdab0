import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../../schemas/errors.ts';
import { oneAtATime } from '../../../turns/turn.ts';
import { closing } from '../refusals.ts';

/** A user changes tables again after this many times as long as the schema took to read. */
const restsFor = 20;

/** The rest that a user may put off, so that some changes may follow one another at once, in ms. */
const mostPutOffMs = 500;

/** The longest rest after one change, in ms. The schema takes long to read where the machine is busy. */
const longestRestMs = 2_000;

/** The writes of a user that may wait. Each holds what was sent in memory. */
const mostWaiting = 100;

const tooManyWait = () =>
  new WorkspaceError(
    'unavailable',
    'Too many of your writes wait behind your changes of Data Sets; wait for their answers, then send it again.',
  );

/**
 * Limits how often each user changes tables. After a change all connections read the whole schema again: 25 ms
 * each for 40,000 columns. They do it on the event loop, and nothing interrupts them.
 */
export class SchemaPace {
  /** When each user has rested for all changes. */
  readonly #restedAt = new Map<string, number>();
  /** How many writes of each user wait. */
  readonly #waiting = new Map<string, number>();
  readonly #closing = new AbortController();

  /** Writes at once, or one by one when the user has rested. Refuses the user's writes when too many wait. */
  async write<Result>(userId: string, write: () => Promise<Result>): Promise<Result> {
    if (this.#waitFor(userId) === 0) return write();
    const waiting = this.#waiting.get(userId) ?? 0;
    if (waiting >= mostWaiting) throw tooManyWait();
    this.#waiting.set(userId, waiting + 1);
    try {
      return await oneAtATime(`writes of ${userId}`, async () => {
        await this.#rested(userId);
        return write();
      });
    } finally {
      this.#endWaiting(userId);
    }
  }

  async #rested(userId: string): Promise<void> {
    try {
      await sleep(this.#waitFor(userId), undefined, { signal: this.#closing.signal });
    } catch {
      throw closing();
    }
  }

  #endWaiting(userId: string): void {
    const left = this.#waiting.get(userId)! - 1;
    if (left > 0) this.#waiting.set(userId, left);
    else this.#waiting.delete(userId);
  }

  /** Notes that a user changed tables, and how long a connection took to read the schema again. */
  changed(userId: string, milliseconds: number): void {
    const now = performance.now();
    for (const [user, restedAt] of this.#restedAt) if (restedAt < now) this.#restedAt.delete(user);
    const rest = Math.min(restsFor * milliseconds, longestRestMs);
    this.#restedAt.set(userId, (this.#restedAt.get(userId) ?? now) + rest);
  }

  /** Refuses all that wait. */
  close(): void {
    this.#closing.abort();
  }

  #waitFor(userId: string): number {
    const rest = (this.#restedAt.get(userId) ?? Number.NEGATIVE_INFINITY) - performance.now();
    return Math.max(0, rest - mostPutOffMs);
  }
}
