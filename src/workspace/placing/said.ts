import { clearAll } from '../../store/deleting.ts';
import type { Steps } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { saidOfRecords, someComments, someReactions, untell } from './said-sql.ts';

/** Removes discussions and reactions of records that go, including any added meanwhile. `ids` is a JSON array. */
export async function* removeSaidOfRecords(tx: Db, dataSet: number, ids: string): Steps<void> {
  for (let said; (said = await saidOfRecords(tx, { ids, dataSet })).length > 0; yield)
    for (const { channelId, id } of said) yield* removeSaid(tx, channelId, id);
}

/** Removes the reactions to a record and its discussion in the channel. */
export async function* removeSaid(tx: Db, channelId: string, id: string): Steps<void> {
  yield* clearAll(tx, id, { someReactions });
  yield* removeDiscussion(tx, channelId, id);
}

export async function* removeDiscussion(tx: Db, channelId: string, id: string): Steps<void> {
  for (let comments; (comments = await someComments(tx, { channelId, id })).length > 0; yield) {
    for (const comment of comments) {
      yield* clearAll(tx, comment.id, { someReactions });
      await untell(tx, { saidId: comment.id });
      await tx.deleteFrom('comments').where('id', '=', comment.id).execute();
    }
  }
  await tx.deleteFrom('discussions').where('channel_id', '=', channelId).where('root_id', '=', id).execute();
}
