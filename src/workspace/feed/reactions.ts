import { Reaction, type Reactions } from '../../../schemas/posts.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Reader } from '../operation/access.ts';

/** The reactions to each of these roots or comments of a channel, in the order of their enumeration. */
export async function reactionsTo(
  db: Db,
  { userId }: Reader,
  channelId: string,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => Reactions> {
  if (subjectIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('reactions')
    .select(({ eb, fn }) => [
      'subject_id',
      'reaction',
      fn.countAll<number>().as('count'),
      fn.max<number>(eb.case().when('user_id', '=', userId).then(1).else(0).end()).as('reacted'),
    ])
    .where('channel_id', '=', channelId)
    .where('subject_id', 'in', eachOf(JSON.stringify(subjectIds)))
    .groupBy(['subject_id', 'reaction'])
    .execute();
  const bySubject = Map.groupBy(rows, (row) => row.subject_id);
  const place = (row: { reaction: Reaction }) => Reaction.options.indexOf(row.reaction);
  return (subjectId) =>
    (bySubject.get(subjectId) ?? [])
      .sort((one, other) => place(one) - place(other))
      .map(({ reaction, count, reacted }) => ({ reaction, count, reacted: reacted === 1 }));
}

interface OneReaction {
  readonly channelId: string;
  readonly subjectId: string;
  readonly reaction: Reaction;
}

/** Brings about that somebody reacts so, or does not; false when it was so already. */
export async function setReaction(tx: Db, by: OneReaction & { userId: string }, active: boolean): Promise<boolean> {
  const row = { channel_id: by.channelId, subject_id: by.subjectId, reaction: by.reaction, user_id: by.userId };
  if (active) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reactions')
      .values({ ...row, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numDeletedRows } = await tx
    .deleteFrom('reactions')
    .where((eb) => eb.and(row))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How many people react so. */
export async function countReactions(db: Db, by: OneReaction): Promise<number> {
  const [row] = await counted(db, { ...by });
  return row!.count;
}

const counted = prepared((db, by: { channelId: string; subjectId: string; reaction: Reaction }) =>
  db
    .selectFrom('reactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('channel_id', '=', by.channelId)
    .where('subject_id', '=', by.subjectId)
    .where('reaction', '=', by.reaction),
);
