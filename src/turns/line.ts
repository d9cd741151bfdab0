/** Waiters in their order. Taking the first costs the same however many wait. */
export class Line<Waiting> {
  #waiting: Waiting[] = [];
  /** How many at the beginning have been taken. */
  #taken = 0;

  get length(): number {
    return this.#waiting.length - this.#taken;
  }

  get first(): Waiting | undefined {
    return this.#waiting[this.#taken];
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  take(): Waiting | undefined {
    if (this.length === 0) return undefined;
    const first = this.first;
    this.#taken += 1;
    if (2 * this.#taken > this.#waiting.length) this.#forgetTaken();
    return first;
  }

  takeLast(): Waiting | undefined {
    return this.length === 0 ? undefined : this.#waiting.pop();
  }

  /** Whether it was still waiting. */
  remove(waiting: Waiting): boolean {
    const place = this.#waiting.indexOf(waiting, this.#taken);
    if (place >= 0) this.#waiting.splice(place, 1);
    return place >= 0;
  }

  #forgetTaken(): void {
    this.#waiting = this.#waiting.slice(this.#taken);
    this.#taken = 0;
  }
}
