import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from './judging.ts';
import type { Line } from './sending.ts';

/** Asks beside all else who the sender is, again and again. */
export class Probe {
  #isOver = false;
  readonly #running: Promise<number>;

  constructor(line: Line) {
    this.#running = this.#run(line);
    this.#running.catch(() => {});
  }

  async #run(line: Line): Promise<number> {
    let answered = 0;
    for (; !this.#isOver; answered += 1) {
      const { status } = await line.ask({ method: 'GET', path: '/api/workspace/me' });
      ensure(status === 200, `a good request beside all others was answered ${status}`);
      await pause(100);
    }
    return answered;
  }

  /** How often it was answered; throws when it once was not. */
  end(): Promise<number> {
    this.#isOver = true;
    return this.#running;
  }
}
