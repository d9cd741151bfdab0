import { sql } from 'kysely';
import type { Comment, Said } from '../../../schemas/posts.ts';
import { pathInChannel } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { newIdAfter } from '../../store/ids.ts';
import { prepared, valuesOf } from '../../store/prepared.ts';
import { selectAgent, viaColumns } from '../../store/via.ts';
import { authorize, notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import { writableChannel } from '../channels/channels.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { checkMentions, mentionsOf, visibleMentions } from './mentions.ts';
import { orNamed } from './named-in-text.ts';
import { once } from '../operation/idempotency.ts';
import { type Page, withinRoom } from '../operation/paging.ts';
import { reactionsTo } from './reactions.ts';
import { saidBy } from '../operation/said.ts';
import { type ChannelPlace, type Root, rootIn } from './shown-in-channel.ts';
import { tell } from './told-sql.ts';

/** Adds a comment to the discussion of a root. The caller must see the root and may write to its channel. */
export const addComment = (
  context: Context,
  { idempotencyKey, channelId, ...comment }: Said & { channelId: string },
  root: Root,
) =>
  once(context, idempotencyKey, { channelId, root, comment }, async (tx) => {
    const { caller } = context;
    const channel = await writableChannel(tx, context, channelId);
    await rootIn(tx, context, channel, root);
    await checkMentions(tx, caller, channel.id, comment);
    const named = await orNamed(tx, caller, { channelId: channel.id, body: comment.body, given: comment });
    const mentions = mentionsOf(named.mentions);
    await countComment(tx, channel.id, root, 1);
    const id = newIdAfter(await lastCommentOf(tx, channel.id, root.id), 'cmt');
    const now = new Date().toISOString();
    await tx
      .insertInto('comments')
      .values({
        id,
        channel_id: channel.id,
        root_id: root.id,
        author_id: caller.userId,
        body: comment.body,
        mentions: JSON.stringify(mentions),
        ...(await viaColumns(tx, caller, comment.clientApp)),
        client_app: comment.clientApp ?? null,
        created_at: now,
      })
      .execute();
    const said = { id, channelId: channel.id, authorId: caller.userId, at: now };
    await tell(tx, said, mentions.mentionedUserIds, root);
    await audit(tx, caller, 'comment.created', id, { subjectId: root.id, clientApp: comment.clientApp });
    return { ...(await presentOne(tx, context, channel, id)), notMentioned: named.notMentioned };
  });

/** Pages go by ID, so that of a comment follows the last one, whatever the clock of its gateway says. */
async function lastCommentOf(tx: Db, channelId: string, rootId: string): Promise<string | null> {
  const [last] = await findLast(tx, { channelId, rootId });
  return last?.id ?? null;
}

const findLast = prepared((db, { channelId, rootId }: { channelId: string; rootId: string }) =>
  db
    .selectFrom('comments')
    .select((eb) => eb.fn.max<string | null>('id').as('id'))
    .where('channel_id', '=', channelId)
    .where('root_id', '=', rootId)
    .where('deleted_at', 'is', null),
);

/** Counted as it changes, so that no page of a feed counts it again. */
export async function countComment(tx: Db, channelId: string, { type, id }: Root, more: 1 | -1): Promise<void> {
  await tx
    .insertInto('discussions')
    .values({ channel_id: channelId, root_id: id, root_type: type, comment_count: more })
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'root_id'])
        .doUpdateSet((eb) => ({ comment_count: eb('discussions.comment_count', '+', more) })),
    )
    .execute();
}

export type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number];

const commentRows = (db: Db, channelId: string, ids: readonly string[]) =>
  db
    .selectFrom(valuesOf(JSON.stringify(ids)))
    .crossJoin('comments')
    .innerJoin('users as author', 'author.id', 'comments.author_id')
    .innerJoin('discussions', (join) =>
      join
        .onRef('discussions.channel_id', '=', 'comments.channel_id')
        .onRef('discussions.root_id', '=', 'comments.root_id'),
    )
    .select([
      'comments.id',
      'comments.root_id',
      'comments.author_id',
      'comments.body',
      'comments.mentions',
      'comments.interface',
      selectAgent('comments.agent'),
      'comments.client_app',
      'comments.created_at',
      'comments.edited_at',
      'comments.deleted_at',
      'author.name as author_name',
      'discussions.root_type',
    ])
    .whereRef('comments.id', '=', 'asked.value')
    .where('comments.channel_id', '=', channelId);

/** A page of a discussion, oldest first. */
export async function commentsOf(db: Db, context: Context, channel: ChannelPlace, root: Root, page: Page) {
  const found = await findLengths(db, {
    channelId: channel.id,
    rootId: root.id,
    after: String(page.after?.[0] ?? ''),
    take: page.take,
  });
  const { rows: fitting, isCut } = withinRoom(found);
  const { rows, nextCursor } = page.close(fitting, (row) => [row.id], { isCut });
  return { comments: await presentAll(db, context, channel, await commentsNamed(db, channel, rows)), nextCursor };
}

interface AskedComments {
  readonly channelId: string;
  readonly rootId: string;
  readonly after: string;
  readonly take: number;
}

const findLengths = prepared((db, { channelId, rootId, after, take }: AskedComments) =>
  db
    .selectFrom('comments')
    .select(['id', sql<number>`octet_length(body)`.as('bytes')])
    .where('channel_id', '=', channelId)
    .where('root_id', '=', rootId)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(take),
);

/** One may have been deleted since its length was read. */
const commentsNamed = (db: Db, channel: ChannelPlace, comments: readonly { id: string }[]) =>
  commentRows(
    db,
    channel.id,
    comments.map(({ id }) => id),
  )
    .where('comments.deleted_at', 'is', null)
    .orderBy('comments.id')
    .execute();

/** A comment of a channel, deleted ones too, whatever may be seen of its root. */
export async function anyComment(db: Db, channel: ChannelPlace, commentId: string): Promise<CommentRow> {
  const row = await commentRows(db, channel.id, [commentId]).executeTakeFirst();
  if (!row) throw notFound('comment in this channel');
  return row;
}

export const rootOf = (row: CommentRow): Root => ({ type: row.root_type, id: row.root_id });

/** A comment that stands in a discussion of a channel whose root the caller can see. */
export async function commentIn(db: Db, context: Context, channel: ChannelPlace, commentId: string) {
  const row = await anyComment(db, channel, commentId);
  if (row.deleted_at !== null) throw notFound('comment in this channel');
  await rootIn(db, context, channel, rootOf(row));
  return row;
}

/** One that the caller wrote. */
export async function ownComment(db: Db, context: Context, channel: ChannelPlace, commentId: string) {
  const row = await commentIn(db, context, channel, commentId);
  authorize(context.caller, 'comment.change', { authorId: row.author_id });
  return row;
}

export const presentOne = async (db: Db, context: Context, channel: ChannelPlace, commentId: string) =>
  present(db, context, channel, await anyComment(db, channel, commentId));

export async function present(db: Db, context: Context, channel: ChannelPlace, row: CommentRow): Promise<Comment> {
  const [comment] = await presentAll(db, context, channel, [row]);
  return comment!;
}

async function presentAll(
  db: Db,
  context: Context,
  channel: ChannelPlace,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const mentions = await visibleMentions(db, context.caller, rows);
  const reactions = await reactionsTo(
    db,
    context.caller,
    channel.id,
    rows.map((row) => row.id),
  );
  return rows.map((row, index) =>
    saidBy(row, {
      mentions: mentions[index]!,
      reactions: reactions(row.id),
      url: pageUrl(context, `${pathInChannel(channel.slug, row.root_type, row.root_id)}#${row.id}`),
    }),
  );
}
