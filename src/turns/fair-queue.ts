import { Line } from './line.ts';

/** Subjects take turns, each with its own first-in-first-out line. Many waiters of one subject delay nobody else. */
export class FairQueue<Waiting> {
  /** In the order of their turns. */
  readonly #bySubject = new Map<unknown, Line<Waiting>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: unknown): number {
    return this.#bySubject.get(subject)?.length ?? 0;
  }

  add(subject: unknown, waiting: Waiting): void {
    let line = this.#bySubject.get(subject);
    if (!line) this.#bySubject.set(subject, (line = new Line()));
    line.add(waiting);
    this.#size += 1;
  }

  /** The first in turn that may begin. */
  next(mayBegin: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
    for (const [subject, line] of this.#bySubject) {
      if (!mayBegin(line.first!)) continue;
      const next = line.take();
      this.#bySubject.delete(subject);
      if (line.length > 0) this.#bySubject.set(subject, line);
      this.#size -= 1;
      return next;
    }
    return undefined;
  }

  /** Takes out the last waiter of the subject with the most, if that has more than this many. */
  takeLastOfMost(count: number): Waiting | undefined {
    let most: [subject: unknown, line: Line<Waiting>] | undefined;
    for (const one of this.#bySubject) if (one[1].length > (most?.[1].length ?? count)) most = one;
    if (!most) return undefined;
    const [subject, line] = most;
    const last = line.takeLast();
    if (line.length === 0) this.#bySubject.delete(subject);
    this.#size -= 1;
    return last;
  }

  /** Whether it was still waiting. */
  remove(subject: unknown, waiting: Waiting): boolean {
    const line = this.#bySubject.get(subject);
    if (!line?.remove(waiting)) return false;
    if (line.length === 0) this.#bySubject.delete(subject);
    this.#size -= 1;
    return true;
  }
}
