import { discardAbandonedRows } from '../store/pending-rows.ts';
import type { Services } from './context.ts';
import { type RemoveSome, removeInStretches } from '../store/stretches.ts';
import { forgetOldKeys } from './once.ts';
import { isReferenced } from './referenced-blobs.ts';

const firstAfterMs = 60_000;
const everyMs = 60 * 60 * 1_000;

/**
 * Every hour: documents and texts that another process left over are read and indexed, and what has outlived its time is
 * removed: blobs that nothing references, idempotency keys, and the rows of `removals`. Never keeps the process alive.
 */
export function startMaintenance(
  services: Services,
  removals: readonly RemoveSome[],
  onError: (error: unknown) => void,
): () => void {
  const ending = new AbortController();
  const run = () => {
    wake(services);
    services.viewIndexes.refresh();
    void maintain(services, removals, ending.signal).catch(onError);
  };
  const first = setTimeout(run, firstAfterMs).unref();
  const every = setInterval(run, everyMs).unref();
  wake(services);
  return () => {
    ending.abort();
    clearTimeout(first);
    clearInterval(every);
  };
}

function wake({ indexer, extractor }: Services): void {
  indexer.wake();
  extractor.wake();
}

export async function maintain(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  removals: readonly RemoveSome[] = [],
  ended?: AbortSignal,
): Promise<void> {
  await discardAbandonedRows(database);
  for (const removeSome of [forgetOldKeys, ...removals]) await removeInStretches(database, removeSome, ended);
  if (ended?.aborted) return;
  await blobs.sweep((sha256) => database.read((db) => isReferenced(db, sha256)));
}
