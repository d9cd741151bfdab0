import * as z from 'zod';
import { Artifact } from './artifacts.ts';
import { ChannelId, CommentId, IdempotencyKey, pageInput, pageOutput } from './common.ts';
import { File } from './files.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { Comment, editedComment, notMentioned, Post, Reaction, Reactions, replyCount, said } from './posts.ts';
import { Record } from './records.ts';
import { Session } from './sessions.ts';

/** The feed of a channel shows these. */
export const FeedType = z.enum(['post', 'session', 'artifact', 'file']).describe('Kind of the root');
export type FeedType = z.infer<typeof FeedType>;

/** The roots of discussions: everything that a feed shows, and records. */
export const SubjectType = z.enum([...FeedType.options, 'record']).describe('Kind of the root');
export type SubjectType = z.infer<typeof SubjectType>;

/** Comments and reactions of the channel. */
const discussed = { replyCount, reactions: Reactions };

/** The fields that a channel shows of its content. Each resource's own operations return the rest. */
export const shownInChannel = {
  post: Post,
  session: Session.pick({ id: true, title: true, owner: true, interfaceType: true, via: true, url: true }).extend(
    discussed,
  ),
  artifact: Artifact.pick({
    id: true,
    kind: true,
    title: true,
    versionId: true,
    versionNumber: true,
    size: true,
    interfaceType: true,
    clientApp: true,
    via: true,
    updatedAt: true,
    updatedBy: true,
    url: true,
  }).extend(discussed),
  file: File.pick({
    id: true,
    fileName: true,
    contentType: true,
    size: true,
    interfaceType: true,
    via: true,
    createdAt: true,
    createdBy: true,
    url: true,
  }).extend(discussed),
  record: Record.pick({ id: true, objectTypeId: true, title: true, versionNumber: true, url: true }).extend(discussed),
};
type Shapes = typeof shownInChannel;
export type ShownInChannel = { [Type in SubjectType]: z.infer<Shapes[Type]> };

const Root = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post'), ...shownInChannel.post.shape }),
  z.object({ type: z.literal('session'), ...shownInChannel.session.shape }),
  z.object({ type: z.literal('artifact'), ...shownInChannel.artifact.shape }),
  z.object({ type: z.literal('file'), ...shownInChannel.file.shape }),
  z.object({ type: z.literal('record'), ...shownInChannel.record.shape }),
]);
export type DiscussionRoot = z.infer<typeof Root>;

const root = {
  channelId: ChannelId,
  subjectType: SubjectType,
  subjectId: z.string().min(1).max(limits.identifier).describe('ID of the root'),
};

export const discussions = {
  get: operation({
    summary: 'The discussion of a post, or of a session, artifact, file or record of the channel, oldest comment first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/feed/threads/{subjectType}/{subjectId}',
    input: () => z.strictObject({ ...root, ...pageInput }),
    output: () =>
      z.object({
        root: Root,
        comments: z.array(Comment),
        reactions: Reactions.describe('To the root'),
        ...pageOutput,
      }),
  }),
  comment: operation({
    summary: 'Add a comment to a discussion',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/feed/threads/{subjectType}/{subjectId}/comments',
    example: { body: 'The second figure is from May.' },
    status: 201,
    location: '/api/workspace/channels/{channelId}/feed/comments/{id}',
    input: () => z.strictObject({ ...root, ...said }),
    output: () => z.object({ comment: Comment, ...notMentioned }),
  }),
  getComment: operation({
    summary: 'One comment or reply',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/feed/comments/{commentId}',
    input: () => z.strictObject({ channelId: ChannelId, commentId: CommentId }),
    output: () => z.object({ comment: Comment }),
  }),
  updateComment: operation({
    summary: "Replace the body of one's own comment or reply, and the mention arrays that are given",
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}/feed/comments/{commentId}',
    example: { body: 'The second figure is from June.' },
    input: () => z.strictObject({ channelId: ChannelId, commentId: CommentId, ...editedComment }),
    output: () => z.object({ comment: Comment, ...notMentioned }),
  }),
  removeComment: operation({
    summary: "Delete one's own comment or reply; harmless to repeat",
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/feed/comments/{commentId}',
    input: () =>
      z.strictObject({ channelId: ChannelId, commentId: CommentId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  react: operation({
    summary: 'React to a root, or to a comment of its discussion, or take that back; harmless to repeat',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/feed/threads/{subjectType}/{subjectId}/reactions',
    example: { reaction: 'check', active: true },
    input: () =>
      z.strictObject({
        ...root,
        reaction: Reaction,
        active: z.boolean().describe('false takes it back'),
        commentId: CommentId.optional().describe('Comment of this discussion, in place of its root'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () =>
      z.object({
        reaction: Reaction,
        active: z.boolean(),
        count: z.int().describe('How many people react so now'),
      }),
  }),
};
