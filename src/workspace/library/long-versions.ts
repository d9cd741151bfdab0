import { oneAtATime, Turn } from '../../turns/turn.ts';
import type { Context } from '../operation/context.ts';
import { type ArtifactRow, longestOf } from './artifacts-sql.ts';

/** Longer texts are read whole for one piece of work at a time. */
const longBytes = 256 * 1024;

/** Versions of an artifact. `undefined` is the current one. */
interface Versions {
  readonly artifactId: string;
  /** The one that was read already. An everyday change cites it, so its size is looked up once. */
  readonly current?: ArtifactRow;
  readonly versionIds: readonly (string | undefined)[];
}

/**
 * Does work that reads versions whole. A user's works on long ones follow one another, and others go on in between.
 * Hundreds at once would fill the memory.
 */
export async function inLineIfLong<Result>(
  context: Context,
  { artifactId, current, versionIds }: Versions,
  work: () => Promise<Result>,
): Promise<Result> {
  const others = versionIds.filter((id) => id === undefined || id !== current?.version_id);
  const longest =
    others.length === 0 ? 0 : await context.database.read((db) => longestOf(db, context, artifactId, others));
  if (Math.max(longest, current?.size ?? 0) <= longBytes) return work();
  const { userId: subject } = context.caller;
  return oneAtATime(`long versions of ${subject}`, async () => {
    await new Turn({ subject, gone: context.gone() }).pass();
    return work();
  });
}
