import { discardAbandonedRows } from '../store/pending-rows.ts';
import type { Services } from './context.ts';
import { forgetOldKeys } from './once.ts';
import { isReferenced } from './referenced-blobs.ts';

const firstAfterMs = 60_000;
const everyMs = 60 * 60 * 1_000;

/** Now and then: documents and texts that another process left over are read and indexed, blobs that nothing references go, and idempotency keys that have outlived their promise. Never keeps the process alive. */
export function startMaintenance(services: Services, onError: (error: unknown) => void): () => void {
  const run = () => {
    wake(services);
    services.viewIndexes.refresh();
    void maintain(services).catch(onError);
  };
  const first = setTimeout(run, firstAfterMs).unref();
  const every = setInterval(run, everyMs).unref();
  wake(services);
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

function wake({ indexer, extractor }: Services): void {
  indexer.wake();
  extractor.wake();
}

export async function maintain({ database, blobs }: Pick<Services, 'database' | 'blobs'>): Promise<void> {
  await discardAbandonedRows(database);
  await database.write('background', forgetOldKeys);
  await blobs.sweep((sha256) => database.read((db) => isReferenced(db, sha256)));
}
