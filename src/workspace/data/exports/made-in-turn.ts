import { WorkspaceError } from '../../../../schemas/errors.ts';
import type { MadeContent } from '../../../../schemas/exports.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { Context } from '../../operation/context.ts';

/** Exports under way, by user. Each holds some records in memory for as long as its reader takes. */
const underWay = new Map<string, number>();

/** Content that counts as under way from its opening to its end, or until the caller has left. */
export function madeInTurn({ caller, gone }: Context, make: () => Promise<AsyncIterable<Uint8Array>>): MadeContent {
  return {
    async open() {
      const { userId } = caller;
      if ((underWay.get(userId) ?? 0) >= limits.exportsEach) throw tooMany();
      const end = begin(userId);
      const left = gone();
      left.addEventListener('abort', end, { once: true });
      try {
        left.throwIfAborted();
        return untilEnd(await make(), end);
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** Counts one more; the result takes it back, once. */
function begin(userId: string): () => void {
  underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    const left = underWay.get(userId)! - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}

async function* untilEnd(bytes: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    end();
  }
}

const tooMany = () =>
  new WorkspaceError('unavailable', 'Too many exports of yours are under way; try again when one has ended.');
