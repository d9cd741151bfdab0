import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Context } from '../operation/context.ts';

/**
 * Notes that the caller was given answers to questions of theirs, so that the inbox tells them no longer. Where this
 * cannot be noted, as on a full disk, the answers are given all the same.
 */
export async function noteGiven({ caller, database }: Context, queryIds: readonly string[]): Promise<void> {
  if (queryIds.length === 0) return;
  const given = { ids: JSON.stringify(queryIds), at: new Date().toISOString() };
  await database.write(caller, (tx) => markGiven(tx, given)).catch(() => {});
}

const markGiven = prepared((db, by: { ids: string; at: string }) =>
  db
    .updateTable('queries')
    .set({ given_at: by.at })
    .where('id', 'in', eachOf(by.ids))
    .where('completed_at', 'is not', null)
    .where('given_at', 'is', null),
);

/** The caller's questions that some messages answer, if the caller was not given these answers before. */
export async function newlyAnswered(db: Db, { caller }: Context, messages: readonly { id: string }[]) {
  const messageIds = JSON.stringify(messages.map(({ id }) => id));
  const found = await findNew(db, { userId: caller.userId, messageIds });
  return found.map(({ id }) => id);
}

const findNew = prepared((db, by: { userId: string; messageIds: string }) =>
  db
    .selectFrom('queries')
    .select('id')
    .where('answer_message_id', 'in', eachOf(by.messageIds))
    .where('user_id', '=', by.userId)
    .where('given_at', 'is', null),
);
