import { limits } from '../../schemas/limits.ts';
import type { Db } from './tables.ts';
import type { LongWork } from './database.ts';

/** Removes at most `limits.rowsRemovedAtOnce` rows, and returns how many. */
export type RemoveSome = (tx: Db) => Promise<number>;

/** Removes rows in batches until none is left, as work for `Database.writeInStretches`. Others write in between. */
export const removingAll = (removeSome: RemoveSome): LongWork<void> =>
  async function* (tx) {
    while ((await removeSome(tx)) >= limits.rowsRemovedAtOnce) yield;
  };
