/** Those who wait take turns by subject, and those of one subject come in their order: many of one hold up nobody else. */
export class FairQueue<Waiting> {
  /** In the order of their turns. */
  readonly #bySubject = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: string): number {
    return this.#bySubject.get(subject)?.length ?? 0;
  }

  add(subject: string, waiting: Waiting): void {
    const line = this.#bySubject.get(subject);
    if (line) line.push(waiting);
    else this.#bySubject.set(subject, [waiting]);
    this.#size += 1;
  }

  next(): Waiting | undefined {
    const [turn] = this.#bySubject;
    if (!turn) return undefined;
    const [subject, line] = turn;
    const next = line.shift();
    this.#bySubject.delete(subject);
    if (line.length > 0) this.#bySubject.set(subject, line);
    this.#size -= 1;
    return next;
  }
}
