import * as z from 'zod';
import {
  ChannelId,
  IdempotencyKey,
  InterfaceType,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  SessionId,
  Timestamp,
  Title,
  Via,
} from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { AnswerSources, QuestionText, QueuedQuery } from './queries.ts';

export const Session = z.object({
  id: z.string(),
  title: z.string(),
  owner: Person,
  access: z
    .enum(['owner', 'shared', 'admin'])
    .describe(
      'owner: all; shared: reads it through a channel; admin: sees title, owner and channels, not the messages',
    ),
  channelId: z.string().optional().describe('Channel that the conversation was started in, as its context'),
  channelIds: z.array(z.string()).describe('Channels whose readers may read it, as far as the caller may see them'),
  channelsCut: z
    .literal(true)
    .optional()
    .describe(`Present where some are left out: ${limits.linksShown} channels are shown at most`),
  messageCount: z.int(),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  interfaceType: InterfaceType.optional(),
  via: Via.optional(),
});
export type Session = z.infer<typeof Session>;

export const MessageRole = z.enum(['user', 'assistant']);

export const Message = z.object({
  id: z.string(),
  role: MessageRole,
  body: z.string(),
  sources: AnswerSources.optional().describe('Answers only: the sources that the reader may see'),
  createdAt: Timestamp,
  interfaceType: InterfaceType.optional().describe('Messages of the owner of the session only'),
  via: Via.optional(),
});
export type Message = z.infer<typeof Message>;

const linkInput = z.strictObject({
  sessionId: SessionId,
  channelId: ChannelId,
  idempotencyKey: IdempotencyKey.optional(),
});

export const sessions = {
  list: operation({
    summary: 'Sessions that the caller may see, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/sessions',
    input: () =>
      z.strictObject({
        q: z.string().min(1).max(limits.searchQuery).optional().describe('Words of the title'),
        channelId: ChannelId.optional().describe('Only those shared with this channel'),
        ...pageInput,
      }),
    output: () => z.object({ sessions: z.array(Session), ...pageOutput }),
  }),
  get: operation({
    summary: 'One session',
    scope: 'workspace.read',
    http: 'GET /api/workspace/sessions/{sessionId}',
    input: () => z.strictObject({ sessionId: SessionId }),
    output: () => z.object({ session: Session }),
  }),
  messages: operation({
    summary: 'Messages of a session, oldest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/sessions/{sessionId}/messages',
    input: () => z.strictObject({ sessionId: SessionId, ...pageInput }),
    output: () => z.object({ messages: z.array(Message), ...pageOutput }),
  }),
  send: operation({
    summary:
      'Say something in a conversation of the caller. It is answered as a question: poll the query that it makes',
    scope: 'workspace.write',
    http: 'POST /api/workspace/sessions/{sessionId}/messages',
    example: { body: 'How many of them did we win?' },
    status: 202,
    location: '/api/workspace/queries/{id}',
    input: () =>
      z.strictObject({
        sessionId: SessionId,
        body: QuestionText,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ query: QueuedQuery, message: Message }),
  }),
  start: operation({
    summary: 'A new conversation, owned by the caller and shared with nobody yet',
    scope: 'workspace.write',
    http: 'POST /api/workspace/sessions',
    example: { title: 'Deals of October' },
    status: 201,
    input: () =>
      z.strictObject({
        title: Title.optional().describe('Default: "New session", and then its first question'),
        channelId: ChannelId.optional().describe('Channel that is its context (ID or slug); this shares nothing'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ session: Session }),
  }),
  remove: operation({
    summary: 'Move a session to the trash; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/sessions/{sessionId}',
    input: () => z.strictObject({ sessionId: SessionId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  link: operation({
    summary: "Share a session with a channel's current readers; harmless to repeat",
    scope: 'workspace.write',
    http: 'POST /api/workspace/sessions/{sessionId}/channels',
    example: { channelId: 'general' },
    input: () => linkInput,
    output: () => z.object({ attached: z.boolean().describe('false: it was shared already') }),
  }),
  unlink: operation({
    summary: 'End that sharing; the session stays; harmless to repeat',
    scope: 'workspace.write',
    http: [
      'DELETE /api/workspace/sessions/{sessionId}/channels',
      'DELETE /api/workspace/sessions/{sessionId}/channels/{channelId}',
    ],
    input: () => linkInput,
    output: () => z.object({ detached: z.boolean().describe('false: it was not shared') }),
  }),
};
