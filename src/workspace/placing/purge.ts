import { sql } from 'kysely';
import type { TrashedType } from '../../../schemas/trash.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Database, LongWork, Steps, WriteScope } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { deleteEntry, findOutdated, findPurge, findPurging, insertPurged, startPurge } from './trash-sql.ts';

/** Marks what has been in the trash for longer than these days, and purges it. Finishes the purges of dead processes. */
export async function purgeOutdated(database: Database, days: number): Promise<void> {
  const before = new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();
  await database.writeInStretches('background', markOutdated(before));
  await finishPurges(database);
}

const markOutdated = (before: string): LongWork<void> =>
  async function* (tx) {
    for (;;) {
      const outdated = await findOutdated(tx, before);
      for (const { id, organization_id, trashed_by } of outdated) {
        await startPurge(tx, { id });
        await insertPurged(tx, { id, organization_id, purged_by: trashed_by });
      }
      if (outdated.length === 0) return;
      yield;
    }
  };

/** Deletes the rows of everything that is being purged. Several processes may do so at once. */
const finishPurges = (database: Database): Promise<void> =>
  database.writeInStretches('background', async function* (tx) {
    for (let next; (next = (await findPurging(tx, {}))[0]); yield) yield* purge[next.type](tx, next.id);
  });

/** The same of one resource, for the user who purges it. */
export const finishPurge = (database: Database, scope: WriteScope, id: string): Promise<void> =>
  database.writeInStretches(scope, async function* (tx) {
    const [entry] = await findPurge(tx, { id });
    if (entry) yield* purge[entry.type](tx, id);
  });

/** A resource's own row goes last, so a purge that was cut off can go on. */
const purge: Record<TrashedType, (tx: Db, id: string) => Steps<void>> = {
  async *artifact(tx, id) {
    yield* purgePlaces(tx, id);
    while (await deleteVersion(tx, id)) yield;
    await tx.deleteFrom('artifacts').where('id', '=', id).execute();
    await deleteEntry(tx, { id });
  },
};

/** Deletes a resource's links, feed items and discussions. */
async function* purgePlaces(tx: Db, id: string): Steps<void> {
  while ((await deleteLinks(tx, { id })).length > 0) yield;
  while ((await deleteFeedItems(tx, { id })).length > 0) yield;
  while ((await deleteReactions(tx, { id })).length > 0) yield;
  const discussed = await tx.selectFrom('discussions').select('channel_id').where('root_id', '=', id).execute();
  for (const { channel_id: channelId } of discussed) {
    for (;;) {
      const comments = await someComments(tx, { channelId, id });
      if (comments.length === 0) break;
      for (const comment of comments) {
        while ((await deleteReactions(tx, comment)).length > 0) yield;
        await deleteComment(tx, comment);
      }
      yield;
    }
    await tx.deleteFrom('discussions').where('channel_id', '=', channelId).where('root_id', '=', id).execute();
    yield;
  }
}

/** One at a time, because each may take megabytes. */
async function deleteVersion(tx: Db, artifactId: string): Promise<boolean> {
  const [version] = await findVersion(tx, { artifactId });
  if (!version) return false;
  await forgetUnshown(tx, version);
  await deleteVersionNamed(tx, version);
  return true;
}

const findVersion = prepared((db, by: { artifactId: string }) =>
  db
    .selectFrom('artifact_versions')
    .select('id')
    .where('artifact_id', '=', by.artifactId)
    .orderBy('number', 'desc')
    .limit(1),
);

const forgetUnshown = prepared((db, by: { id: string }) =>
  db.deleteFrom('unshown_versions').where('version_id', '=', by.id),
);

const deleteVersionNamed = prepared((db, by: { id: string }) =>
  db.deleteFrom('artifact_versions').where('id', '=', by.id),
);

const deleteLinks = prepared((db, by: { id: string }) =>
  db
    .deleteFrom('links')
    .where(
      sql<number>`rowid`,
      'in',
      db
        .selectFrom('links')
        .select(sql<number>`rowid`.as('rowid'))
        .where('resource_id', '=', by.id)
        .limit(limits.rowsRemovedAtOnce),
    )
    .returning('resource_id'),
);

const deleteFeedItems = prepared((db, by: { id: string }) =>
  db
    .deleteFrom('feed_items')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('channel_id', 'at', 'id'),
        'in',
        selectFrom('feed_items')
          .select(['channel_id', 'at', 'id'])
          .where('subject_id', '=', by.id)
          .limit(limits.rowsRemovedAtOnce)
          .$asTuple('channel_id', 'at', 'id'),
      ),
    )
    .returning('id'),
);

const deleteReactions = prepared((db, by: { id: string }) =>
  db
    .deleteFrom('reactions')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('channel_id', 'subject_id', 'reaction', 'user_id'),
        'in',
        selectFrom('reactions')
          .select(['channel_id', 'subject_id', 'reaction', 'user_id'])
          .where('subject_id', '=', by.id)
          .limit(limits.rowsRemovedAtOnce)
          .$asTuple('channel_id', 'subject_id', 'reaction', 'user_id'),
      ),
    )
    .returning('subject_id'),
);

const someComments = prepared((db, by: { channelId: string; id: string }) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('channel_id', '=', by.channelId)
    .where('root_id', '=', by.id)
    .limit(limits.rowsRemovedAtOnce),
);

const deleteComment = prepared((db, by: { id: string }) => db.deleteFrom('comments').where('id', '=', by.id));
