import { eachOf, prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';

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

/** Removes what was said of records that are deleted for good. */
export async function removeSaidOfRecords(tx: Db, dataSet: number, ids: string): Promise<void> {
  for (const { channelId, id } of await saidOfRecords(tx, { ids, dataSet })) {
    const comments = tx
      .selectFrom('comments')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('root_id', '=', id);
    await tx
      .deleteFrom('reactions')
      .where('channel_id', '=', channelId)
      .where((eb) => eb.or([eb('subject_id', '=', id), eb('subject_id', 'in', comments)]))
      .execute();
    await tx.deleteFrom('inbox_items').where('said_id', 'in', comments).execute();
    await tx.deleteFrom('comments').where('channel_id', '=', channelId).where('root_id', '=', id).execute();
    await tx.deleteFrom('discussions').where('channel_id', '=', channelId).where('root_id', '=', id).execute();
  }
}
