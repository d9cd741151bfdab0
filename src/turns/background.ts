/** Work in the background, one step after another. A step says whether there may be more to do. */
export class Background {
  readonly #step: () => Promise<boolean>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #again = false;

  constructor(step: () => Promise<boolean>, onError: (error: unknown) => void) {
    this.#step = step;
    this.#onError = onError;
  }

  /** Starts the work; work that is under way looks once more before it ends. */
  wake(): void {
    if (this.#isClosed) return;
    this.#again = true;
    this.#running ??= this.#work();
  }

  /** Resolves when no work is under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Ends after the step under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  /** An error ends the work until it is woken again. */
  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#isClosed) {
        this.#again = false;
        if (await this.#step()) this.#again = true;
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#running = undefined;
      if (this.#again) this.wake();
    }
  }
}
