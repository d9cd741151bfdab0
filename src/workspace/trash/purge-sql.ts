import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { prepared } from '../../store/prepared.ts';
import { byColumn, deleting } from '../../store/deleting.ts';
import { someReactions } from '../placing/said-sql.ts';

const isTarget = (type: string) => (id: RawBuilder<unknown>) =>
  sql`target_type = ${sql.lit(type)} and target_id = ${id}`;

const feedItem = ['channel_id', 'at', 'id'] as const;
const link = ['resource_id', 'target_type', 'target_id'] as const;
const trashedLink = ['record_id', 'resource_id'] as const;

/** Belongings of an artifact, a file or a session wherever it is. */
export const placesOf = {
  links: deleting('links', link, byColumn('resource_id')),
  trashedLinks: deleting('trashed_links', trashedLink, byColumn('resource_id')),
  feedItems: deleting('feed_items', feedItem, byColumn('subject_id')),
  reactions: someReactions,
};

/** Contents of a session, apart from its questions. */
export const contentsOfSession = {
  links: deleting('links', link, isTarget('session')),
  messages: deleting('messages', ['id'], byColumn('session_id')),
};

/** Contents of a channel, apart from its posts, artifacts and Data Sets. */
export const contentsOfChannel = {
  links: deleting('links', link, isTarget('channel')),
  feedItems: deleting('feed_items', feedItem, byColumn('channel_id')),
  reactions: deleting('reactions', ['channel_id', 'subject_id', 'reaction', 'user_id'], byColumn('channel_id')),
  inboxItems: deleting('inbox_items', ['user_id', 'kind', 'at', 'said_id'], byColumn('channel_id')),
  comments: deleting('comments', ['id'], byColumn('channel_id')),
  discussions: deleting('discussions', ['channel_id', 'root_id'], byColumn('channel_id')),
  members: deleting('channel_members', ['channel_id', 'user_id'], byColumn('channel_id')),
};

export const versionsOfView = deleting('view_versions', ['id'], byColumn('view_id'));

export const trashedLinksOf = deleting('trashed_links', trashedLink, byColumn('record_id'));

/** Empties a reference in at most `limits.rowsRemovedAtOnce` rows of a table, and returns one row for each. */
const emptying = (table: 'feedback' | 'queries', reference: 'query_id' | 'view_id') => {
  const [rows, column] = [sql.table(table), sql.ref(reference)];
  return prepared((db, by: { id: string }) => ({
    compile: () =>
      sql<{ one: 1 }>`update ${rows} set ${column} = null where id in (
        select id from ${rows} where ${column} = ${by.id} limit ${limits.rowsRemovedAtOnce})
        returning 1 as one`.compile(db),
  }));
};

/** Questions about a View that is purged are about nothing in particular. */
export const questionsAbout = emptying('queries', 'view_id');

/** Feedback on a question that is purged is about none. */
export const feedbackOn = emptying('feedback', 'query_id');

export const someQueries = prepared((db, by: { sessionId: string }) =>
  db.selectFrom('queries').select('id').where('session_id', '=', by.sessionId).limit(limits.rowsRemovedAtOnce),
);

export const deleteQuery = prepared((db, by: { id: string }) => db.deleteFrom('queries').where('id', '=', by.id));

export const findVersion = prepared((db, by: { artifactId: string }) =>
  db
    .selectFrom('artifact_versions')
    .select('id')
    .where('artifact_id', '=', by.artifactId)
    .orderBy('number', 'desc')
    .limit(1),
);

const postsAtOnce = 20;

/** Some posts of a channel, deleted ones last. */
export const somePosts = {
  there: prepared((db, by: { id: string }) =>
    db
      .selectFrom('posts')
      .select('id')
      .where('channel_id', '=', by.id)
      .where('deleted_at', 'is', null)
      .limit(postsAtOnce),
  ),
  deleted: prepared((db, by: { id: string }) =>
    db
      .selectFrom('posts')
      .select('id')
      .where('channel_id', '=', by.id)
      .where('deleted_at', 'is not', null)
      .limit(postsAtOnce),
  ),
};

export const nextArtifactAt = prepared((db, by: { channelId: string }) =>
  db
    .selectFrom('artifacts')
    .select('id')
    .where('channel_id', '=', by.channelId)
    .where('trashed_at', 'is', null)
    .limit(1),
);

export const nextDataSetAt = prepared((db, by: { channelId: string }) =>
  db.selectFrom('data_sets').select(['id', 'number']).where('channel_id', '=', by.channelId).limit(1),
);

export const nextViewOf = prepared((db, by: { dataSet: number }) =>
  db.selectFrom('views').select('id').where('data_set', '=', by.dataSet).limit(1),
);

/** The next entry of the trash that belongs to a channel, or to a Data Set. */
export const nextEntryAt = prepared((db, by: { channelId: string }) =>
  db.selectFrom('trash').selectAll().where('channel_id', '=', by.channelId).where('id', '<>', by.channelId).limit(1),
);
export const nextEntryOf = prepared((db, by: { dataSet: number; id: string }) =>
  db.selectFrom('trash').selectAll().where('data_set', '=', by.dataSet).where('id', '<>', by.id).limit(1),
);
