import { limits } from '../../../schemas/limits.ts';
import { byColumn, deleting } from '../../store/deleting.ts';
import { eachOf, prepared } from '../../store/prepared.ts';

/** Those of these records that were discussed or reacted to, with their channel; `ids` is a JSON array. */
export const saidOfRecords = prepared((db, by: { ids: string; dataSet: number }) =>
  db
    .selectFrom('discussions')
    .innerJoin('data_sets', 'data_sets.channel_id', 'discussions.channel_id')
    .select(['discussions.channel_id as channelId', 'discussions.root_id as id'])
    .where('data_sets.number', '=', by.dataSet)
    .where('discussions.root_id', 'in', eachOf(by.ids))
    .union(
      db
        .selectFrom('reactions')
        .innerJoin('data_sets', 'data_sets.channel_id', 'reactions.channel_id')
        .select(['reactions.channel_id as channelId', 'reactions.subject_id as id'])
        .where('data_sets.number', '=', by.dataSet)
        .where('reactions.subject_id', 'in', eachOf(by.ids)),
    ),
);

/** Deletes some reactions to anything. */
export const someReactions = deleting(
  'reactions',
  ['channel_id', 'subject_id', 'reaction', 'user_id'],
  byColumn('subject_id'),
);

export const someComments = prepared((db, by: { channelId: string; id: string }) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('channel_id', '=', by.channelId)
    .where('root_id', '=', by.id)
    .limit(limits.rowsRemovedAtOnce),
);

/** Takes a deleted post or comment out of every inbox. */
export const untell = prepared((db, by: { saidId: string }) =>
  db.deleteFrom('inbox_items').where('said_id', '=', by.saidId),
);
