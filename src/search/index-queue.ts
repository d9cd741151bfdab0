import type { Selectable } from 'kysely';
import type { Db, Tables } from '../store/tables.ts';
import { eachOf, prepared } from '../store/prepared.ts';

export type Queued = Selectable<Tables['index_queue']>;

const findNext = prepared((db, _by: object) => db.selectFrom('index_queue').selectAll().orderBy('queued_at').limit(1));

export const nextQueued = async (db: Db): Promise<Queued | undefined> => (await findNext(db, {}))[0];

export async function queueLength(db: Db): Promise<number> {
  const query = db.selectFrom('index_queue').select((eb) => eb.fn.countAll<number>().as('length'));
  return (await query.executeTakeFirstOrThrow()).length;
}

const findQueued = prepared((db, by: { id: string }) =>
  db.selectFrom('index_queue').selectAll().where('resource_id', '=', by.id),
);

/** From which record on those of a Data Set are still to be indexed; undefined when all of them are. */
export const queuedRecords = async (tx: Db, dataSetId: string): Promise<string | undefined> =>
  (await findQueued(tx, { id: dataSetId }))[0]?.version_id;

export async function isStillQueued(tx: Db, queued: Queued): Promise<boolean> {
  const [row] = await findQueued(tx, { id: queued.resource_id });
  return row !== undefined && isSameStretch(row, queued);
}

/** Whether the same text is to be indexed from the same place on. */
export const isSameStretch = (one: Queued, other: Queued): boolean =>
  one.resource_id === other.resource_id && one.version_id === other.version_id && one.next_offset === other.next_offset;

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

export const dequeue = (tx: Db, resourceId: string): Promise<void> => dequeueEach(tx, [resourceId]);

export async function dequeueEach(tx: Db, resourceIds: readonly string[]): Promise<void> {
  await removeQueued(tx, { ids: JSON.stringify(resourceIds) });
}

const removeQueued = prepared((db, by: { ids: string }) =>
  db.deleteFrom('index_queue').where('resource_id', 'in', eachOf(by.ids)),
);
