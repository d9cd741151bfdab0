/** Subjects take turns, each with its own first-in-first-out line. Many waiters of one subject delay nobody else. */
export class FairQueue<Waiting> {
  /** In the order of their turns. */
  readonly #bySubject = new Map<unknown, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: unknown): number {
    return this.#bySubject.get(subject)?.length ?? 0;
  }

  add(subject: unknown, waiting: Waiting): void {
    const line = this.#bySubject.get(subject);
    if (line) line.push(waiting);
    else this.#bySubject.set(subject, [waiting]);
    this.#size += 1;
  }

  /** The first in turn that may begin. */
  next(mayBegin: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
    for (const [subject, line] of this.#bySubject) {
      const [next] = line as [Waiting];
      if (!mayBegin(next)) continue;
      this.#bySubject.delete(subject);
      if (line.length > 1) this.#bySubject.set(subject, line.slice(1));
      this.#size -= 1;
      return next;
    }
    return undefined;
  }

  /** Whether it was still waiting. */
  remove(subject: unknown, waiting: Waiting): boolean {
    const line = this.#bySubject.get(subject) ?? [];
    const place = line.indexOf(waiting);
    if (place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.#bySubject.delete(subject);
    this.#size -= 1;
    return true;
  }
}
