/** Nobody counts as further ahead of the others than this, so nobody waits longer for them to catch up. */
const mostAheadMs = 1_000;

/** So many subjects are remembered before those are forgotten who are ahead of nobody. */
const mostRemembered = 1_000;

/** Those of one subject who wait. */
interface Line<Waiting> {
  readonly first: Waiting[];
  readonly others: Waiting[];
  /** How many of the first have gone on since one of the others has. */
  ahead: number;
}

/**
 * Those who wait go on by subject: first the one that has had the least time, so that whoever needs little never waits behind
 * others who need much. One who comes after a while has had as much as the one who went on last. Those of one subject come in
 * their order, behind those who were put first, but not for ever. (Start-time fair queueing, Goyal, Vin and Cheng 1996.)
 */
export class TimedQueue<Waiting> {
  readonly #lines = new Map<string, Line<Waiting>>();
  readonly #hadMs = new Map<string, number>();
  /** What the one who went on last had had until then. */
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
    this.#lineOf(subject).others.push(waiting);
  }

  /** It goes on before all of its subject that were not put first. */
  addFirst(subject: string, waiting: Waiting): void {
    this.#lineOf(subject).first.push(waiting);
  }

  #lineOf(subject: string): Line<Waiting> {
    let line = this.#lines.get(subject);
    if (!line) this.#lines.set(subject, (line = { first: [], others: [], ahead: 0 }));
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

/** So many that were put first go on before one of the others, which are not to wait for ever. */
const mostInFront = 8;

function takeNext<Waiting>(line: Line<Waiting>): Waiting {
  const isOfFirst = line.first.length > 0 && (line.others.length === 0 || line.ahead < mostInFront);
  line.ahead = isOfFirst ? line.ahead + 1 : 0;
  return (isOfFirst ? line.first : line.others).shift()!;
}
