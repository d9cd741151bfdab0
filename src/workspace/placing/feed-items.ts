import { sql } from 'kysely';
import type { FeedType } from '../../../schemas/discussions.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Database, Steps, WriteScope } from '../../store/database.ts';
import type { Db, LinkedType } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { prepared, preparedInsert } from '../../store/prepared.ts';
import type { ViaColumns } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';

/*
 * Feed items are written here, in the transaction of the change that they show. A version shown in very many channels
 * is written in several transactions. An item keeps its place. A resource that leaves a channel loses its items there.
 */

const insertItem = preparedInsert('feed_items');

interface Change {
  readonly at: string;
  readonly actorId: string;
  readonly via: ViaColumns;
}

/** A post is in the feed of its channel. */
export async function showPost(tx: Db, channelId: string, postId: string, change: Change): Promise<void> {
  await addItem(tx, { channelId, type: 'post', subjectId: postId, versionId: null, ...change });
}

/**
 * Shows a version of an artifact in the feeds of its home channel and of other channels it is in. It writes to
 * the home channel and the first others. `showEverywhere` writes to the rest.
 */
export async function showVersion(tx: Db, artifactId: string, versionId: string, change: Change): Promise<void> {
  const [places] = await findPlaces(tx, { artifactId });
  const home = places!.home;
  if (home !== null)
    await addItem(tx, { channelId: home, type: 'artifact', subjectId: artifactId, versionId, ...change });
  if (!places!.isAttached) return;
  await insertUnshown(tx, { version_id: versionId, shown_to: '' });
  await showToSome(tx, versionId);
}

const findPlaces = prepared((db, by: { artifactId: string }) =>
  db
    .selectFrom('artifacts')
    .select([
      'channel_id as home',
      sql<
        0 | 1
      >`exists (select 1 from links where links.resource_id = artifacts.id and links.target_type = 'channel')`.as(
        'isAttached',
      ),
    ])
    .where('id', '=', by.artifactId),
);

const insertUnshown = preparedInsert('unshown_versions');

/** Shows a version in the feeds that it is not in yet, a few in a transaction. */
export async function showEverywhere(database: Database, scope: WriteScope, versionId: string): Promise<void> {
  const rest = await database.read((db) => findUnshown(db, { versionId }));
  if (rest.length === 0) return;
  await showRest(database, scope, versionId);
}

/** Shows what a process left that ended before it had. */
export async function showLeftVersions(database: Database): Promise<void> {
  const left = await database.read((db) => db.selectFrom('unshown_versions').select('version_id').execute());
  for (const { version_id: versionId } of left) await showRest(database, 'background', versionId);
}

const showRest = (database: Database, scope: WriteScope, versionId: string): Promise<void> =>
  database.writeInStretches(scope, async function* (tx) {
    while (await showToSome(tx, versionId)) yield;
  });

/** Shows a version in the feeds of the next channels; whether there are more. */
async function showToSome(tx: Db, versionId: string): Promise<boolean> {
  const channels = await findNextChannels(tx, { versionId });
  const last = channels.at(-1)?.channelId;
  if (last !== undefined) await insertItems(tx, { versionId, last });
  const isMore = channels.length === limits.feedsAtOnce;
  if (isMore) await noteShown(tx, { versionId, last: last! });
  else await deleteUnshown(tx, { versionId });
  return isMore;
}

/** Shows all versions of an artifact that are not shown everywhere yet, a few in a transaction. */
export async function* showLeftOf(tx: Db, artifactId: string): Steps<void> {
  for (let left; (left = (await findUnshownOf(tx, { artifactId }))[0]); )
    while (await showToSome(tx, left.versionId)) yield;
}

const findUnshownOf = prepared((db, by: { artifactId: string }) =>
  db
    .selectFrom('unshown_versions as unshown')
    .crossJoin('artifact_versions as version')
    .select('version.id as versionId')
    .whereRef('version.id', '=', 'unshown.version_id')
    .where('version.artifact_id', '=', by.artifactId)
    .limit(1),
);

const findUnshown = prepared((db, by: { versionId: string }) =>
  db.selectFrom('unshown_versions').select('version_id').where('version_id', '=', by.versionId),
);

const deleteUnshown = prepared((db, by: { versionId: string }) =>
  db.deleteFrom('unshown_versions').where('version_id', '=', by.versionId),
);

const noteShown = prepared((db, by: { versionId: string; last: string }) =>
  db.updateTable('unshown_versions').set({ shown_to: by.last }).where('version_id', '=', by.versionId),
);

const unshownLinks = (db: Db, versionId: string) =>
  db
    .selectFrom('unshown_versions as unshown')
    .crossJoin('artifact_versions as version')
    .crossJoin('artifacts')
    .crossJoin('links')
    .where('unshown.version_id', '=', versionId)
    .whereRef('version.id', '=', 'unshown.version_id')
    .whereRef('artifacts.id', '=', 'version.artifact_id')
    .whereRef('links.resource_id', '=', 'artifacts.id')
    .where('links.target_type', '=', 'channel')
    .whereRef('links.target_id', '>', 'unshown.shown_to');

const findNextChannels = prepared((db, by: { versionId: string }) =>
  unshownLinks(db, by.versionId)
    .select('links.target_id as channelId')
    .orderBy('links.target_id')
    .limit(limits.feedsAtOnce),
);

/** Skips channels to which the artifact was attached since, because they have the item already. */
const insertItems = prepared((db, by: { versionId: string; last: string }) =>
  db
    .insertInto('feed_items')
    .columns(['channel_id', 'at', 'id', 'type', 'subject_id', 'version_id', 'actor_id', 'interface', 'agent'])
    .expression(
      unshownLinks(db, by.versionId)
        .select([
          'links.target_id',
          'version.created_at',
          sql<string>`'feed_' || substr(version.id, -26)`.as('id'),
          sql.lit('artifact').as('type'),
          'artifacts.id as subject_id',
          'version.id as version_id',
          'version.created_by',
          'version.interface',
          'version.agent',
        ])
        .where('links.target_id', '<=', by.last)
        .whereRef('links.target_id', 'is distinct from', 'artifacts.channel_id')
        .where(
          sql<boolean>`not exists (select 1 from feed_items as shown where shown.subject_id = artifacts.id
            and shown.channel_id = links.target_id and shown.at = links.created_at and shown.version_id = version.id)`,
        ),
    ),
);

/**
 * Shows a resource in the feed of a channel that it was attached to. An artifact is shown in its current version,
 * unless the channel is its home.
 */
export async function showAttached(
  tx: Db,
  type: LinkedType,
  subjectId: string,
  channelId: string,
  change: Change,
): Promise<void> {
  const [artifact] = type === 'artifact' ? await findArtifact(tx, { id: subjectId }) : [];
  if (artifact?.channel_id === channelId) return;
  await addItem(tx, { channelId, type, subjectId, versionId: artifact?.current_version_id ?? null, ...change });
}

export const findArtifact = prepared((db, by: { id: string }) =>
  db.selectFrom('artifacts').select(['channel_id', 'current_version_id']).where('id', '=', by.id),
);

/** Shows the current version of an artifact in the feed of the channel that it has moved to. */
export async function showMoved(tx: Db, subjectId: string, channelId: string, change: Change): Promise<void> {
  const [artifact] = await findArtifact(tx, { id: subjectId });
  await addItem(tx, { channelId, type: 'artifact', subjectId, versionId: artifact!.current_version_id, ...change });
}

/** Removes a resource's items from the feed of a channel that it has left. */
export async function hideFromFeed(tx: Db, subjectId: string, channelId: string): Promise<void> {
  const [artifact] = await findArtifact(tx, { id: subjectId });
  if (artifact?.channel_id === channelId) return;
  const turn = new Turn();
  const all = { subjectId, channelId, kept: 0 };
  while ((await removeOldestItems(tx, all)).length === limits.rowsRemovedAtOnce) await turn.yield();
}

/** Removes the oldest of very many items before the resource leaves a channel. Returns whether there may be more. */
export async function thinFeed(tx: Db, subjectId: string, channelId: string): Promise<boolean> {
  const kept = limits.rowsRemovedAtOnce;
  return (await removeOldestItems(tx, { subjectId, channelId, kept })).length > 0;
}

/** Removes some of its items, unless there are only as many as are kept. */
const removeOldestItems = prepared((db, by: { subjectId: string; channelId: string; kept: number }) =>
  db
    .deleteFrom('feed_items')
    .where('channel_id', '=', by.channelId)
    .where(({ exists, selectFrom, val }) =>
      exists(
        selectFrom('feed_items')
          .select('id')
          .where('subject_id', '=', by.subjectId)
          .where('channel_id', '=', by.channelId)
          .limit(1)
          .offset(val(by.kept)),
      ),
    )
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('at', 'id'),
        'in',
        selectFrom('feed_items')
          .select(['at', 'id'])
          .where('subject_id', '=', by.subjectId)
          .where('channel_id', '=', by.channelId)
          .orderBy('at')
          .orderBy('id')
          .limit(limits.rowsRemovedAtOnce)
          .$asTuple('at', 'id'),
      ),
    )
    .returning('id'),
);

interface NewItem extends Change {
  readonly channelId: string;
  readonly type: FeedType;
  readonly subjectId: string;
  readonly versionId: string | null;
}

async function addItem(tx: Db, item: NewItem): Promise<void> {
  await insertItem(tx, {
    channel_id: item.channelId,
    at: item.at,
    id: newId('feed'),
    type: item.type,
    subject_id: item.subjectId,
    version_id: item.versionId,
    actor_id: item.actorId,
    ...item.via,
  });
}
