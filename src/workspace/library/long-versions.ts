import { oneAtATime, Turn } from '../../turns/turn.ts';
import type { Context } from '../operation/context.ts';
import { longestOf } from './artifacts-sql.ts';

/** Longer texts are read whole for one piece of work at a time. */
const longBytes = 256 * 1024;

/** Versions of an artifact. `undefined` is the current one. */
interface Versions {
  readonly artifactId: string;
  readonly versionIds: readonly (string | undefined)[];
}

/**
 * Does work that reads versions whole. A user's works on long ones follow one another, and others go on in between.
 * Hundreds at once would fill the memory.
 */
export async function inLineIfLong<Result>(
  context: Context,
  { artifactId, versionIds }: Versions,
  work: () => Promise<Result>,
): Promise<Result> {
  const bytes = await context.database.read((db) => longestOf(db, context, artifactId, versionIds));
  if (bytes <= longBytes) return work();
  const { userId: subject } = context.caller;
  return oneAtATime(`long versions of ${subject}`, async () => {
    await new Turn({ subject, gone: context.gone() }).pass();
    return work();
  });
}
