import type { SubjectType } from '../../schemas/discussions.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { prepared, preparedInsert } from '../store/prepared.ts';
import type { LinkedType } from '../store/tables.ts';

/*
 * What the feeds of channels show is written here, in the transaction of the change that makes it. An item stands where it
 * was put; what is taken out of a channel takes its items along.
 */

const insertItem = preparedInsert('feed_items');

interface Change {
  readonly at: string;
  readonly actorId: string;
}

/** A post is in the feed of its channel. */
export async function showPost(tx: Db, channelId: string, postId: string, change: Change): Promise<void> {
  await addItem(tx, { channelId, type: 'post', subjectId: postId, versionId: null, ...change });
}

/** A version of an artifact is in the feeds of its home channel and of those that it is attached to. */
export async function showVersion(tx: Db, artifactId: string, versionId: string, change: Change): Promise<void> {
  for (const { channelId } of await findChannelsOf(tx, { artifactId })) {
    await addItem(tx, { channelId, type: 'artifact', subjectId: artifactId, versionId, ...change });
  }
}

const findChannelsOf = prepared((db, by: { artifactId: string }) =>
  db
    .selectFrom('artifacts')
    .select((eb) => eb.ref('channel_id').$notNull().as('channelId'))
    .where('id', '=', by.artifactId)
    .where('channel_id', 'is not', null)
    .union(
      db
        .selectFrom('links')
        .select('target_id as channelId')
        .where('resource_id', '=', by.artifactId)
        .where('target_type', '=', 'channel'),
    ),
);

/** What is attached to a channel is in its feed: an artifact as it stands then, unless it is at home there anyway. */
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

/** What is no longer in a channel is no longer in its feed. */
export async function hideFromFeed(tx: Db, subjectId: string, channelId: string): Promise<void> {
  const [artifact] = await findArtifact(tx, { id: subjectId });
  if (artifact?.channel_id === channelId) return;
  await tx.deleteFrom('feed_items').where('subject_id', '=', subjectId).where('channel_id', '=', channelId).execute();
}

interface NewItem extends Change {
  readonly channelId: string;
  readonly type: SubjectType;
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
  });
}
