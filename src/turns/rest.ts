const restMs = 60_000;

/** The time after a fault in which work does not begin again by itself. Storage may be out of reach. */
export class Rest {
  #until = 0;

  begin(): void {
    this.#until = performance.now() + restMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }
}
