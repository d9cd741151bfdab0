import { WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';

/** Each user has one import under way; further ones wait for it, and too many are refused. */
export class ImportTurns {
  /** By user, the last import and how many there are. */
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  async take<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(userId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > limits.waitingImportsEach) throw tooMany();
    this.#lines.set(userId, line);
    line.length += 1;
    const turn = line.last.then(work);
    line.last = turn
      .catch(() => {})
      .then(() => {
        line.length -= 1;
        if (line.length === 0) this.#lines.delete(userId);
      });
    return turn;
  }
}

const tooMany = () =>
  new WorkspaceError(
    'unavailable',
    'Too many imports of yours are waiting for their turn; nothing was imported. Try again when one of them has ended.',
  );
