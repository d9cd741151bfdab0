import type { Services } from './context.ts';
import { forgetOldKeys } from './once.ts';

const firstAfterMs = 60_000;
const everyMs = 60 * 60 * 1_000;

/** Now and then: texts that another process left over are indexed, blobs that nothing references go, and idempotency keys that have outlived their promise. Never keeps the process alive. */
export function startMaintenance(services: Services, onError: (error: unknown) => void): () => void {
  const run = () => {
    services.indexer.wake();
    services.viewIndexes.refresh();
    void maintain(services).catch(onError);
  };
  const first = setTimeout(run, firstAfterMs).unref();
  const every = setInterval(run, everyMs).unref();
  services.indexer.wake();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

export async function maintain({ database, blobs }: Pick<Services, 'database' | 'blobs'>): Promise<void> {
  await database.write(forgetOldKeys);
  await blobs.sweep((sha256) =>
    database.read(async (db) => {
      const file = await db.selectFrom('files').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst();
      return file !== undefined;
    }),
  );
}
