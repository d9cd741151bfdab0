import { forgetText, indexText, reindexText } from '../../search/indexing.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { preparedInsert } from '../../store/prepared.ts';
import { viaColumns } from '../../store/via.ts';
import { authorize, isDeletedAlready, notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannel, writableChannel } from '../channels/channels.ts';
import { addComment, commentsOf } from './comments.ts';
import type { Caller } from '../operation/context.ts';
import { hideFromFeed, showPost } from '../placing/feed-items.ts';
import { checkMentions, mentionsOf, storedMentions } from './mentions.ts';
import { orNamed } from './named-in-text.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { type ChannelPlace, rootIn } from './shown-in-channel.ts';
import { tell, tellAgain } from './told-sql.ts';
import { untell } from '../placing/said-sql.ts';

export const posts: Handlers<'posts'> = {
  get: (context, { channelId, postId }) =>
    context.database.read(async (db) => {
      const channel = await readableChannel(db, context, channelId);
      return { post: await rootIn(db, context, channel, { type: 'post', id: postId }) };
    }),

  async create(context, input) {
    const { channelId, idempotencyKey, body, clientApp, ...given } = input;
    const answer = await once(context, idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      await checkMentions(tx, caller, channel.id, given);
      const named = await orNamed(tx, caller, { channelId: channel.id, body, given });
      const mentions = mentionsOf(named.mentions);
      const id = newId('post');
      const now = new Date().toISOString();
      const via = await viaColumns(tx, caller, clientApp);
      await insertPost(tx, {
        id,
        organization_id: caller.organizationId,
        channel_id: channel.id,
        author_id: caller.userId,
        body,
        mentions: JSON.stringify(mentions),
        version: 1,
        ...via,
        client_app: clientApp ?? null,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      });
      await indexText(tx, indexed(id, 1), Buffer.from(body));
      await showPost(tx, channel.id, id, { at: now, actorId: caller.userId, via });
      await tell(tx, { id, channelId: channel.id, authorId: caller.userId, at: now }, mentions.mentionedUserIds);
      await audit(tx, caller, 'post.created', id, { subjectId: channel.id, clientApp });
      return { post: await rootIn(tx, context, channel, { type: 'post', id }), notMentioned: named.notMentioned };
    });
    context.indexer.wake();
    return answer;
  },

  async update(context, input) {
    const { channelId, postId, idempotencyKey, body, ...mentions } = input;
    const answer = await once(context, idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      const post = await anyPost(tx, channel, postId);
      requireOwn(caller, post);
      const { id, version } = post;
      const now = new Date().toISOString();
      await checkMentions(tx, caller, channel.id, mentions, storedMentions(post));
      await tx
        .updateTable('posts')
        .set({
          body,
          mentions: JSON.stringify(mentionsOf(mentions)),
          ...(await viaColumns(tx, caller)),
          client_app: null,
          version: version + 1,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute();
      const said = { id, channelId: channel.id, authorId: caller.userId, at: now };
      await tellAgain(tx, said, mentions.mentionedUserIds);
      await reindexText(tx, indexed(id, version + 1), Buffer.from(body));
      await audit(tx, caller, 'post.updated', id, { subjectId: channel.id });
      return { post: await rootIn(tx, context, channel, { type: 'post', id }) };
    });
    context.indexer.wake();
    return answer;
  },

  async remove(context, { channelId, postId, idempotencyKey }) {
    const answer = await once<{ deleted: true }>(context, idempotencyKey, { channelId, postId }, async (tx) => {
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      const post = await anyPost(tx, channel, postId);
      if (isDeletedAlready(caller, post)) return { deleted: true };
      requireOwn(caller, post);
      const { id } = post;
      await tx.updateTable('posts').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute();
      await hideFromFeed(tx, id, channel.id);
      await untell(tx, { saidId: id });
      await forgetText(tx, id);
      await audit(tx, caller, 'post.deleted', id, { subjectId: channel.id });
      return { deleted: true };
    });
    context.indexer.wake();
    return answer;
  },

  replies: (context, input) =>
    context.database.read(async (db) => {
      const channel = await readableChannel(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId: channel.id });
      const post = await rootIn(db, context, channel, { type: 'post', id: input.postId });
      const { comments, nextCursor } = await commentsOf(db, context, channel, post, page);
      return { replies: comments, nextCursor };
    }),

  async reply(context, { postId, ...input }) {
    const { notMentioned, ...reply } = await addComment(context, input, { type: 'post', id: postId });
    return { reply, notMentioned };
  },
};

const insertPost = preparedInsert('posts');

type PostRow = Awaited<ReturnType<typeof anyPost>>;

/** Deleted ones too. */
async function anyPost(tx: Db, channel: ChannelPlace, postId: string) {
  const row = await tx
    .selectFrom('posts')
    .select(['id', 'author_id', 'mentions', 'version', 'deleted_at'])
    .where('id', '=', postId)
    .where('channel_id', '=', channel.id)
    .executeTakeFirst();
  if (!row) throw noPost();
  return row;
}

function requireOwn(caller: Caller, { author_id, deleted_at }: PostRow): void {
  if (deleted_at !== null) throw noPost();
  authorize(caller, 'post.change', { authorId: author_id });
}

const noPost = () => notFound('post in this channel');

/** The title is empty, because the body is indexed and words of a title would count twice. */
const indexed = (id: string, version: number) => ({
  type: 'post' as const,
  id,
  versionId: String(version),
  title: '',
});
