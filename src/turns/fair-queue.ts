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

  /** Whether it was still waiting. */
  remove(subject: unknown, waiting: Waiting): boolean {
    const line = this.#bySubject.get(subject);
    if (!line?.remove(waiting)) return false;
    if (line.length === 0) this.#bySubject.delete(subject);
    this.#size -= 1;
    return true;
  }
}
