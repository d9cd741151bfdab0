import { Line } from './line.ts';

/** The most that a subject counts ahead of others. It bounds how long the subject waits for them to catch up. */
const mostAheadMs = 1_000;

/** After this time without waiters, the time that subjects had before no longer counts. */
const calmMs = 250;

/** Beyond this number, subjects that are not ahead of others are forgotten. */
const mostRemembered = 1_000;

/**
 * The subject that has had the least time goes first, so short work never waits behind others' long work. A subject
 * that comes after a while starts with the time of the one that went on last. One subject's waiters go in order.
 * (Start-time fair queueing, Goyal, Vin and Cheng 1996.)
 */
export class TimedQueue<Waiting> {
  readonly #lines = new Map<string, Line<Waiting>>();
  readonly #hadMs = new Map<string, number>();
  /** The time that the last one had had before it went on. */
  #lastHadMs = 0;
  #size = 0;
  /** When the last waiter went on. */
  #calmSince = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: string): number {
    return this.#lines.get(subject)?.length ?? 0;
  }

  add(subject: string, waiting: Waiting): void {
    if (this.#size === 0 && performance.now() - this.#calmSince > calmMs) this.#hadMs.clear();
    let line = this.#lines.get(subject);
    if (!line) this.#lines.set(subject, (line = new Line()));
    line.add(waiting);
    this.#hadMs.set(subject, Math.max(this.#hadMs.get(subject) ?? 0, this.#lastHadMs));
    this.#size += 1;
  }

  /** The first of the subject that has had the least time. */
  next(): { readonly subject: string; readonly waiting: Waiting } | undefined {
    let [least, subject] = [Number.POSITIVE_INFINITY, ''];
    for (const one of this.#lines.keys()) {
      const had = this.#hadMs.get(one)!;
      if (had < least) [least, subject] = [had, one];
    }
    const line = this.#lines.get(subject);
    if (!line) return undefined;
    this.#lastHadMs = least;
    const waiting = line.take()!;
    if (line.length === 0) this.#lines.delete(subject);
    this.#size -= 1;
    if (this.#size === 0) this.#calmSince = performance.now();
    return { subject, waiting };
  }

  /** Whether it was still waiting. */
  remove(subject: string, waiting: Waiting): boolean {
    const line = this.#lines.get(subject);
    if (!line?.remove(waiting)) return false;
    if (line.length === 0) this.#lines.delete(subject);
    this.#size -= 1;
    if (this.#size === 0) this.#calmSince = performance.now();
    return true;
  }

  /** Notes how long a subject has gone on. */
  took(subject: string, milliseconds: number): void {
    const had = (this.#hadMs.get(subject) ?? this.#lastHadMs) + milliseconds;
    this.#hadMs.set(subject, Math.min(had, this.#lastHadMs + mostAheadMs));
    if (this.#hadMs.size > mostRemembered) this.#forget();
  }

  #forget(): void {
    for (const [subject, had] of this.#hadMs)
      if (had <= this.#lastHadMs && !this.#lines.has(subject)) this.#hadMs.delete(subject);
  }
}
