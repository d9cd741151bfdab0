import { WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';

/** Each user has one import under way; further ones wait for it, and too many are refused. */
export class ImportTurns {
  /** By user, the last import and how many there are. */
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Work whose turn nobody waits for any more leaves the line, and rejects with the reason. */
  async take<Result>(userId: string, work: () => Promise<Result>, gone?: AbortSignal): Promise<Result> {
    gone?.throwIfAborted();
    const line = this.#lines.get(userId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > limits.waitingImportsEach) throw tooMany();
    this.#lines.set(userId, line);
    line.length += 1;
    const before = line.last;
    const turn = (gone ? orGone(before, gone) : before).then(work).finally(() => {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(userId);
    });
    line.last = Promise.allSettled([before, turn]);
    return turn;
  }
}

async function orGone(waited: Promise<unknown>, gone: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(gone.reason);
  gone.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([waited, promise]);
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

const tooMany = () =>
  new WorkspaceError(
    'unavailable',
    'Too many imports of yours are waiting for their turn; nothing was imported. Try again when one of them has ended.',
  );
