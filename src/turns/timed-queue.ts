import { Line } from './line.ts';

/** The most that a subject counts ahead of others. It bounds how long the subject waits for them to catch up. */
const mostAheadMs = 1_000;

/** Beyond this number, subjects that are not ahead of others are forgotten. */
const mostRemembered = 1_000;

/** The waiters of one subject. */
interface Waiters<Waiting> {
  readonly first: Line<Waiting>;
  readonly others: Line<Waiting>;
  /** How many of the first have gone on since one of the others has. */
  ahead: number;
}

/**
 * The subject that has had the least time goes first, so short work never waits behind others' long work. A subject
 * that comes after a while starts with the time of the one that went on last. One subject's waiters go in order.
 * Waiters put first precede the others, up to a bound. (Start-time fair queueing, Goyal, Vin and Cheng 1996.)
 */
export class TimedQueue<Waiting> {
  readonly #lines = new Map<string, Waiters<Waiting>>();
  readonly #hadMs = new Map<string, number>();
  /** The time that the last one had had before it went on. */
  #lastHadMs = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: string): number {
    const line = this.#lines.get(subject);
    return line ? line.first.length + line.others.length : 0;
  }

  add(subject: string, waiting: Waiting): void {
    this.#lineOf(subject).others.add(waiting);
  }

  /** It goes on before all of its subject that were not put first. */
  addFirst(subject: string, waiting: Waiting): void {
    this.#lineOf(subject).first.add(waiting);
  }

  #lineOf(subject: string): Waiters<Waiting> {
    let line = this.#lines.get(subject);
    if (!line) this.#lines.set(subject, (line = { first: new Line(), others: new Line(), ahead: 0 }));
    this.#hadMs.set(subject, Math.max(this.#hadMs.get(subject) ?? 0, this.#lastHadMs));
    this.#size += 1;
    return line;
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
    const waiting = takeNext(line);
    if (this.sizeOf(subject) === 0) this.#lines.delete(subject);
    this.#size -= 1;
    return { subject, waiting };
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

/** After this many waiters that were put first, one of the others goes on. */
const mostInFront = 8;

function takeNext<Waiting>(line: Waiters<Waiting>): Waiting {
  const isOfFirst = line.first.length > 0 && (line.others.length === 0 || line.ahead < mostInFront);
  line.ahead = isOfFirst ? line.ahead + 1 : 0;
  return (isOfFirst ? line.first : line.others).take()!;
}
