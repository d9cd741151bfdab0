import * as z from 'zod';
import {
  ChannelId,
  ClientApp,
  IdempotencyKey,
  InterfaceType,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  PostId,
  Timestamp,
  Via,
} from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { Candidate } from './problem-extras.ts';

export const Reaction = z
  .enum(['thumbs_up', 'heart', 'laugh', 'celebrate', 'eyes', 'check'])
  .describe('By convention eyes means seen and check means handled');
export type Reaction = z.infer<typeof Reaction>;

export const Reactions = z.array(
  z.object({ reaction: Reaction, count: z.int(), reacted: z.boolean().describe('Whether the caller is among them') }),
);
export type Reactions = z.infer<typeof Reactions>;

const Body = z
  .string()
  .max(limits.body, `must be at most ${limits.body} characters`)
  .refine(
    (body) => body.trim().length > 0 && body.isWellFormed() && !body.includes('\0'),
    `must be 1 to ${limits.body} characters of text`,
  )
  .describe('Markdown');

const ids = (what: string) => listOf(z.string().min(1).max(limits.identifier), limits.mentions).describe(what);

/** Only canonical IDs are accepted, not slugs (CONTRACT section 1). */
const mentions = {
  mentionedUserIds: ids('User IDs, from the members. Without it, a text mentions the people whom it names by @'),
  mentionedChannelIds: ids('IDs of accessible channels'),
  mentionedDataSetIds: ids('IDs of Data Sets in this channel'),
  mentionedViewIds: ids('IDs of saved Views'),
};
export const Mentions = z.object(mentions);
export type Mentions = z.infer<typeof Mentions>;
const optionalMentions = Mentions.partial().shape;

/** The input of a post, reply or comment. Without an array of people, those named by `@` in the body are mentioned. */
export const said = {
  body: Body,
  ...optionalMentions,
  clientApp: ClientApp.optional(),
  idempotencyKey: IdempotencyKey.optional(),
};

export type Said = z.output<z.ZodObject<typeof said>>;

/** The body may change alone. An omitted array stays, and that of people gains those whom the new body names. */
export const editedComment = { body: Body, ...optionalMentions, idempotencyKey: IdempotencyKey.optional() };

/** Readers get only mentions of things they may see. */
const shown = {
  id: z.string(),
  author: Person,
  body: z.string(),
  mentionedUserIds: z.array(z.string()),
  mentionedChannelIds: z.array(z.string()),
  mentionedDataSetIds: z.array(z.string()),
  mentionedViewIds: z.array(z.string()),
  reactions: Reactions,
  interfaceType: InterfaceType,
  clientApp: ClientApp.optional(),
  via: Via,
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  editedAt: Timestamp.optional(),
};

export const replyCount = z.int().describe('Comments in its discussion in this channel');

export const Post = z.object({ ...shown, replyCount });
export type Post = z.infer<typeof Post>;

/** The names in a text that mention nobody. They are left out where each one names somebody, or people are given. */
export const notMentioned = {
  notMentioned: z
    .array(
      z.object({
        text: z.string().describe('As it stands in the body, such as @ada'),
        candidates: z.array(Candidate).describe('Readers of the channel who are called so; none where nobody is'),
      }),
    )
    .optional()
    .describe('Names after an @ that mention nobody, because nobody or more than one reader is called so'),
};
export type NotMentioned = NonNullable<z.infer<(typeof notMentioned)['notMentioned']>>;

/** A reply is a comment in the discussion of a post. */
export const Comment = z.object(shown);
export type Comment = z.infer<typeof Comment>;

export const posts = {
  get: operation({
    summary: 'One post',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/posts/{postId}',
    input: () => z.strictObject({ channelId: ChannelId, postId: PostId }),
    output: () => z.object({ post: Post }),
  }),
  create: operation({
    summary: 'Post to a channel',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/posts',
    example: { body: 'The offer is out.' },
    status: 201,
    input: () => z.strictObject({ channelId: ChannelId, ...said }),
    output: () => z.object({ post: Post, ...notMentioned }),
  }),
  update: operation({
    summary: "Replace one's own post: its body and all four mention arrays",
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}/posts/{postId}',
    example: {
      body: 'The offer is out, and signed.',
      mentionedUserIds: [],
      mentionedChannelIds: [],
      mentionedDataSetIds: [],
      mentionedViewIds: [],
    },
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        postId: PostId,
        body: Body,
        ...mentions,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ post: Post }),
  }),
  remove: operation({
    summary: "Delete one's own post, which hides its discussion too; harmless to repeat",
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/posts/{postId}',
    input: () => z.strictObject({ channelId: ChannelId, postId: PostId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  replies: operation({
    summary: 'Replies to a post, oldest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/posts/{postId}/replies',
    input: () => z.strictObject({ channelId: ChannelId, postId: PostId, ...pageInput }),
    output: () => z.object({ replies: z.array(Comment), ...pageOutput }),
  }),
  reply: operation({
    summary: 'Reply to a post: a comment in its discussion',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/posts/{postId}/replies',
    example: { body: 'Who signed it?' },
    status: 201,
    location: '/api/workspace/channels/{channelId}/feed/comments/{id}',
    input: () => z.strictObject({ channelId: ChannelId, postId: PostId, ...said }),
    output: () => z.object({ reply: Comment, ...notMentioned }),
  }),
};
