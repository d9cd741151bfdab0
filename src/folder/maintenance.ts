import { limits } from '../../schemas/limits.ts';
import { discardAbandonedRows, longestClaimMs } from '../store/data-tables/pending-rows.ts';
import { type RemoveSome, removingAll } from '../store/stretches.ts';
import type { Services } from '../workspace/operation/context.ts';
import { purgeOutdated } from '../workspace/trash/purge.ts';
import { showLeftVersions } from '../workspace/placing/feed-items.ts';
import { forgetEndedHistories } from '../workspace/data/record-history.ts';
import { forgetEndedWebhooks } from '../workspace/webhooks/webhooks-sql.ts';
import { forgetOldKeys } from '../workspace/operation/idempotency.ts';
import { isReferenced } from './referenced-blobs.ts';

const firstAfterMs = 60_000;
/** By then the leases of processes that died before this start have expired. */
const rowsAfterMs = longestClaimMs + 1_000;
const everyMs = 60 * 60 * 1_000;
/** How often it looks for texts that other processes left. */
const lookEveryMs = 1_000;

/**
 * Continues the work of dead processes: extraction and indexing within seconds, feeds at the start and every hour.
 * Every hour it also deletes expired data: the outdated trash, unreferenced blobs and idempotency keys. It deletes
 * versions of deleted records and the rows of `removals`, too. Then it merges the parts of the text index. Its timers never keep the process alive.
 */
export function startMaintenance(
  services: Services,
  removals: readonly RemoveSome[],
  trashDays: number,
  onError: (error: unknown) => void,
): () => void {
  let isOver = false;
  /** Closing cuts work short, which the next start continues. */
  const failed = (error: unknown) => {
    if (!isOver) onError(error);
  };
  const doWhatIsLeft = () => {
    services.indexer.wake();
    services.extractor.wake();
    void showLeftVersions(services.database).catch(failed);
  };
  const run = () => {
    doWhatIsLeft();
    services.dataIndexes.refresh();
    void maintain(services, removals, trashDays).catch(failed);
  };
  const look = () => {
    void services.indexer.look().catch(failed);
    void services.extractor.look().catch(failed);
  };
  const looks = setInterval(look, lookEveryMs).unref();
  const rows = setTimeout(() => void discardAbandonedRows(services.database).catch(failed), rowsAfterMs).unref();
  const first = setTimeout(run, firstAfterMs).unref();
  const every = setInterval(run, everyMs).unref();
  doWhatIsLeft();
  return () => {
    isOver = true;
    clearInterval(looks);
    clearTimeout(rows);
    clearTimeout(first);
    clearInterval(every);
  };
}

export async function maintain(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  removals: readonly RemoveSome[] = [],
  trashDays: number = limits.trashDays,
): Promise<void> {
  await discardAbandonedRows(database);
  await purgeOutdated(database, trashDays);
  for (const removeSome of [forgetOldKeys, forgetEndedHistories, forgetEndedWebhooks, ...removals])
    await database.writeInStretches('background', removingAll(removeSome));
  await database.file?.mergeTextIndex();
  await blobs.sweep(async (sha256, tx) =>
    tx ? isReferenced(tx, sha256) : database.read((db) => isReferenced(db, sha256)),
  );
}
