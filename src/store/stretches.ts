import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../schemas/limits.ts';
import type { Database, Db } from './database.ts';

/** Removes at most `limits.rowsRemovedAtOnce` rows, and returns how many. */
export type RemoveSome = (tx: Db) => Promise<number>;

const pauseMs = 10;

/** Removes rows in short transactions until none is left, or until `ended`. Other writers take their turns in between. */
export async function removeInStretches(
  database: Database,
  removeSome: RemoveSome,
  ended?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (ended?.aborted) return;
    if ((await database.write('background', removeSome)) < limits.rowsRemovedAtOnce) return;
    await pause(pauseMs, undefined, { ref: false });
  }
}
