import { sql } from 'kysely';
import type { InboxKind } from '../../../schemas/inbox.ts';
import type { SubjectType } from '../../../schemas/discussions.ts';
import type { Db } from '../../store/tables.ts';
import { readRow } from '../../store/data-tables/data-tables.ts';
import { prepared } from '../../store/prepared.ts';
import { channelIsReadable, everyone } from '../operation/access.ts';
import type { Root } from './shown-in-channel.ts';

/** Why a post or comment concerns somebody. */
type Reason = Extract<InboxKind, 'mention' | 'reply' | 'comment'>;

interface Said {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  /** When it was said, or edited. */
  readonly at: string;
}

/**
 * Puts a post or comment into the inboxes of those whom it mentions and of the owner of its subject. Only
 * people who read the channel now are told. The author is not.
 */
export async function tell(tx: Db, said: Said, mentioned: readonly string[], root?: Root): Promise<void> {
  const reasons = await reasonsOf(tx, said, mentioned, root);
  if (reasons.size > 0) await addTold(tx, said, reasons);
}

/** The same after an edit: people who are newly mentioned are told, and others no longer. */
export async function tellAgain(tx: Db, said: Said, mentioned: readonly string[], root?: Root): Promise<void> {
  const reasons = await reasonsOf(tx, said, mentioned, root);
  for (const { user_id: userId, kind, at } of await findTold(tx, { saidId: said.id })) {
    const reason = reasons.get(userId);
    if (reason !== kind) await removeOne(tx, { saidId: said.id, userId, kind });
    if (reason !== undefined && reason !== kind) await addTold(tx, { ...said, at }, new Map([[userId, reason]]));
    reasons.delete(userId);
  }
  if (reasons.size > 0) await addTold(tx, said, reasons);
}

async function reasonsOf(tx: Db, { authorId }: Said, mentioned: readonly string[], root: Root | undefined) {
  const reasons = new Map<string, Reason>();
  if (root) reasons.set(await ownerOf(tx, root), root.type === 'post' ? 'reply' : 'comment');
  for (const userId of mentioned) reasons.set(userId, 'mention');
  reasons.delete(authorId);
  return reasons;
}

async function ownerOf(tx: Db, { type, id }: Root): Promise<string> {
  const [row] = await findOwner[type](tx, { id });
  return row!.ownerId;
}

const findOwner: Record<SubjectType, (db: Db, by: { id: string }) => Promise<{ ownerId: string }[]>> = {
  post: prepared((db, by) => db.selectFrom('posts').select('author_id as ownerId').where('id', '=', by.id)),
  artifact: prepared((db, by) => db.selectFrom('artifacts').select('created_by as ownerId').where('id', '=', by.id)),
  file: prepared((db, by) => db.selectFrom('files').select('created_by as ownerId').where('id', '=', by.id)),
  session: prepared((db, by) => db.selectFrom('sessions').select('owner_id as ownerId').where('id', '=', by.id)),
  async record(db, { id }) {
    const [place] = await findDataSet(db, { id });
    return [{ ownerId: (await readRow(db, place!.dataSet, id))!.created_by }];
  },
};

/** Each Data Set has its own table. */
const findDataSet = prepared((db, by: { id: string }) =>
  db.selectFrom('records').select('data_set as dataSet').where('id', '=', by.id),
);

const addTold = (tx: Db, { id, channelId, at }: Said, reasons: ReadonlyMap<string, Reason>) =>
  insertTold(tx, { id, channelId, at, reasons: JSON.stringify([...reasons]) });

const insertTold = prepared((db, by: { id: string; channelId: string; at: string; reasons: string }) => ({
  compile: () =>
    sql<never>`insert into inbox_items (user_id, kind, at, said_id, channel_id)
      select users.id, told.value ->> 1, ${by.at}, ${by.id}, channels.id
      from json_each(${by.reasons}) as told
      cross join users on users.id = told.value ->> 0 and users.removed_at is null
      cross join channels on channels.id = ${by.channelId} and channels.organization_id = users.organization_id
      where ${channelIsReadable(everyone)}`.compile(db),
}));

const findTold = prepared((db, by: { saidId: string }) =>
  db.selectFrom('inbox_items').select(['user_id', 'kind', 'at']).where('said_id', '=', by.saidId),
);

const removeOne = prepared((db, by: { saidId: string; userId: string; kind: string }) =>
  db
    .deleteFrom('inbox_items')
    .where('said_id', '=', by.saidId)
    .where('user_id', '=', by.userId)
    .where('kind', '=', by.kind as Reason),
);
