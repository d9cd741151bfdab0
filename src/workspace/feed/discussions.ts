import { viaColumns } from '../../store/via.ts';
import { isDeletedAlready, notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannel, writableChannel } from '../channels/channels.ts';
import {
  addComment,
  anyComment,
  commentIn,
  commentsOf,
  countComment,
  ownComment,
  present,
  presentOne,
  rootOf,
} from './comments.ts';
import { checkMentions, mentionsOf, storedMentions } from './mentions.ts';
import { orNamed } from './named-in-text.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { countReactions, setReaction } from './reactions.ts';
import { rootIn } from './shown-in-channel.ts';
import { tellAgain } from './told-sql.ts';
import { untell } from '../placing/said-sql.ts';

export const discussions: Handlers<'discussions'> = {
  get: (context, input) =>
    context.database.read(async (db) => {
      const channel = await readableChannel(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId: channel.id });
      const root = await rootIn(db, context, channel, { type: input.subjectType, id: input.subjectId });
      const discussion = await commentsOf(db, context, channel, root, page);
      return { root, reactions: root.reactions, ...discussion };
    }),

  async comment(context, { subjectType: type, subjectId: id, ...input }) {
    const { notMentioned, ...comment } = await addComment(context, input, { type, id });
    return { comment, notMentioned };
  },

  getComment: (context, { channelId, commentId }) =>
    context.database.read(async (db) => {
      const channel = await readableChannel(db, context, channelId);
      return { comment: await present(db, context, channel, await commentIn(db, context, channel, commentId)) };
    }),

  updateComment: (context, input) => {
    const { channelId, commentId, idempotencyKey, body, ...given } = input;
    return once(context, idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      const comment = await ownComment(tx, context, channel, commentId);
      const before = storedMentions(comment);
      await checkMentions(tx, caller, channel.id, given, before);
      const named = await orNamed(tx, caller, { channelId: channel.id, body, given, before });
      const now = new Date().toISOString();
      const after = mentionsOf(named.mentions, before);
      await tx
        .updateTable('comments')
        .set({
          body,
          mentions: JSON.stringify(after),
          ...(await viaColumns(tx, caller)),
          client_app: null,
          edited_at: now,
        })
        .where('id', '=', comment.id)
        .execute();
      const said = { id: comment.id, channelId: channel.id, authorId: caller.userId, at: now };
      await tellAgain(tx, said, after.mentionedUserIds, rootOf(comment));
      await audit(tx, caller, 'comment.updated', comment.id, { subjectId: comment.root_id });
      return { comment: await presentOne(tx, context, channel, comment.id), notMentioned: named.notMentioned };
    });
  },

  removeComment: (context, { channelId, commentId, idempotencyKey }) =>
    once(context, idempotencyKey, { channelId, commentId }, async (tx) => {
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      if (isDeletedAlready(caller, await anyComment(tx, channel, commentId))) return { deleted: true };
      const comment = await ownComment(tx, context, channel, commentId);
      await tx
        .updateTable('comments')
        .set({ deleted_at: new Date().toISOString() })
        .where('id', '=', comment.id)
        .execute();
      await countComment(tx, channel.id, rootOf(comment), -1);
      await untell(tx, { saidId: comment.id });
      await audit(tx, caller, 'comment.deleted', comment.id, { subjectId: comment.root_id });
      return { deleted: true };
    }),

  react: (context, { idempotencyKey, ...input }) =>
    once(context, idempotencyKey, input, async (tx) => {
      const { channelId, subjectType: type, subjectId: id, commentId, reaction, active } = input;
      const { caller } = context;
      const channel = await writableChannel(tx, context, channelId);
      await rootIn(tx, context, channel, { type, id });
      if (commentId !== undefined && (await commentIn(tx, context, channel, commentId)).root_id !== id)
        throw notFound('comment in this discussion');
      const subject = { channelId: channel.id, subjectId: commentId ?? id, reaction };
      const changed = await setReaction(tx, { ...subject, userId: caller.userId }, active);
      if (changed)
        await audit(tx, caller, active ? 'reaction.added' : 'reaction.removed', subject.subjectId, {
          subjectId: reaction,
          channelId: channel.id,
        });
      return { reaction, active, count: await countReactions(tx, subject) };
    }),
};
