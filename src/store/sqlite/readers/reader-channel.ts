import type { TinypoolChannel } from 'tinypool';
import type { ScannedRow } from '../../scan.ts';
import { gather, type Piece, piecesOf } from './pieces.ts';
import { Turn } from '../../../turns/turn.ts';

/** Signals that a reader can take the parameters of its task. */
export const asksForParameters = 'parameters';

/** Carries the parameters of a statement to a reader, and its rows back. */
export class ReaderChannel implements TinypoolChannel {
  readonly #parameters: readonly unknown[];
  readonly #values: unknown[] = [];
  #send: (piece: Piece) => void = () => {};
  #isClosed = false;

  constructor(parameters: readonly unknown[]) {
    this.#parameters = parameters;
  }

  onMessage(send: (piece: Piece) => void): void {
    this.#send = send;
  }

  postMessage(message: Piece | typeof asksForParameters): void {
    if (message === asksForParameters) void this.#sendParameters();
    else gather(this.#values, message);
  }

  /** Stops sending to a reader that may have ended. */
  close(): void {
    this.#isClosed = true;
  }

  /** Splits the received values into `count` rows of equal length. Call it once. */
  takeRows(count: number): ScannedRow[] {
    const values = this.#values.splice(0) as (string | number | null)[];
    const columns = values.length / count;
    return Array.from({ length: count }, (_, row) => values.slice(row * columns, (row + 1) * columns));
  }

  /** A reader waits for the parameters, so sending continues in the next round, ahead of other work. */
  async #sendParameters(): Promise<void> {
    const turn = new Turn();
    for (const piece of piecesOf(this.#parameters)) {
      if (this.#isClosed) return;
      this.#send(piece);
      if (turn.isOver()) await turn.pass();
    }
  }
}
