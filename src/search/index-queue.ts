import type { Db } from '../store/tables.ts';
import { eachOf, prepared } from '../store/prepared.ts';

export type Queued = NonNullable<Awaited<ReturnType<typeof nextQueued>>>;

export async function nextQueued(db: Db) {
  return db.selectFrom('index_queue').selectAll().orderBy('queued_at').limit(1).executeTakeFirst();
}

export async function queueLength(db: Db): Promise<number> {
  const query = db.selectFrom('index_queue').select((eb) => eb.fn.countAll<number>().as('length'));
  return (await query.executeTakeFirstOrThrow()).length;
}

/** From which record on those of a Data Set are still to be indexed; undefined when all of them are. */
export async function queuedRecords(tx: Db, dataSetId: string): Promise<string | undefined> {
  const queued = await tx
    .selectFrom('index_queue')
    .select('version_id')
    .where('resource_id', '=', dataSetId)
    .executeTakeFirst();
  return queued?.version_id;
}

export async function isStillQueued(tx: Db, { resource_id, version_id, next_offset }: Queued): Promise<boolean> {
  const row = await tx
    .selectFrom('index_queue')
    .select('resource_id')
    .where('resource_id', '=', resource_id)
    .where('version_id', '=', version_id)
    .where('next_offset', '=', next_offset)
    .executeTakeFirst();
  return row !== undefined;
}

export async function enqueue(
  tx: Db,
  { type, id, versionId }: { type: Queued['resource_type']; id: string; versionId: string },
  nextOffset: number,
): Promise<void> {
  const row = {
    resource_type: type,
    version_id: versionId,
    next_offset: nextOffset,
    queued_at: new Date().toISOString(),
  };
  await tx
    .insertInto('index_queue')
    .values({ resource_id: id, ...row })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet(row))
    .execute();
}

export async function dequeue(tx: Db, resourceId: string): Promise<void> {
  await tx.deleteFrom('index_queue').where('resource_id', '=', resourceId).execute();
}

export const dequeueEach = prepared((db, by: { ids: string }) =>
  db.deleteFrom('index_queue').where('resource_id', 'in', eachOf(by.ids)),
);
