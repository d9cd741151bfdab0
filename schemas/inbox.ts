import * as z from 'zod';
import {
  booleanParameter,
  IdempotencyKey,
  jsonArray,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  Timestamp,
  Via,
} from './common.ts';
import { SubjectType } from './discussions.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const InboxKind = z
  .enum(['mention', 'reply', 'comment', 'answer', 'share'])
  .describe('mention; reply to a post; comment on what the caller made; answer to a question; share, or membership');
export type InboxKind = z.infer<typeof InboxKind>;

export const InboxItem = z.object({
  kind: InboxKind,
  at: Timestamp,
  seen: z.boolean(),
  type: z
    .enum(['post', 'comment', 'query', 'channel', 'artifact', 'file', 'session'])
    .describe('Kind of the thing that the item is about'),
  id: z.string().describe('ID of that thing'),
  title: z.string().describe('Its title or name; of a post or comment, the first line; of an answer, the question'),
  text: z
    .string()
    .optional()
    .describe(`The beginning of a post, comment or answer: at most ${limits.inboxText} characters`),
  status: z.enum(['completed', 'failed']).optional().describe('Answers only'),
  isGiven: z.literal(true).optional().describe('Answers only: the asker has read it already'),
  actor: Person.optional().describe('Who did it; absent for answers'),
  via: Via.optional(),
  channel: Person.optional().describe('Where it stands, by ID and name'),
  root: z.object({ type: SubjectType, id: z.string() }).optional().describe('Subject of the discussion of a comment'),
  sessionId: z.string().optional().describe('Answers only: the conversation'),
  url: PageUrl,
});
export type InboxItem = z.infer<typeof InboxItem>;

export const inbox = {
  list: operation({
    summary: 'List all that concerns the caller, newest first; reading it marks nothing as seen',
    scope: 'workspace.read',
    http: 'GET /api/workspace/inbox',
    input: () =>
      z.strictObject({
        unseen: booleanParameter.optional().describe('true: only what is not seen yet; false: only what is'),
        kinds: jsonArray(listOf(InboxKind, InboxKind.options.length, 1))
          .optional()
          .describe('Only these kinds'),
        ...pageInput,
      }),
    output: () => z.object({ items: z.array(InboxItem), seenUntil: Timestamp.optional(), ...pageOutput }),
  }),
  seen: operation({
    summary: 'Say up to which time the inbox is seen; harmless to repeat, and never goes back',
    scope: 'workspace.write',
    http: 'POST /api/workspace/inbox/seen',
    example: { until: '2026-11-25T09:30:00.000Z' },
    input: () =>
      z.strictObject({
        until: z.iso
          .datetime({ offset: true, error: 'must be a time, such as the at of an item' })
          .describe('The at of the newest item that was seen. A later time than now counts as now'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ seenUntil: Timestamp }),
  }),
};
