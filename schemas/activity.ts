import * as z from 'zod';
import { booleanParameter, ChannelId, jsonArray, listOf, Person, Timestamp, UserId, Via } from './common.ts';
import { SubjectType } from './discussions.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const ActivityType = z.enum([
  'channel',
  'artifact',
  'file',
  'session',
  'post',
  'comment',
  'data_set',
  'record',
  'view',
]);
export type ActivityType = z.infer<typeof ActivityType>;

export const ActivityAction = z.enum([
  'created',
  'updated',
  'imported',
  'attached',
  'detached',
  'moved',
  'joined',
  'reacted',
  'deleted',
  'restored',
]);
export type ActivityAction = z.infer<typeof ActivityAction>;

export const ActivityItem = z.object({
  at: Timestamp,
  actor: Person,
  via: Via,
  channelId: z.string().optional().describe('The channel whose readers see the change'),
  type: ActivityType,
  id: z.string(),
  objectTypeId: z.string().optional().describe('The Data Set of a record'),
  root: z.object({ type: SubjectType, id: z.string() }).optional().describe('Subject of the discussion of a comment'),
  action: ActivityAction,
  title: z.string().optional().describe('As it is now, if the caller may read it'),
});
export type ActivityItem = z.infer<typeof ActivityItem>;

export const activity = {
  list: operation({
    summary:
      'Changes that the caller may see, oldest first unless order says newest. Each comes once; an empty page is the end',
    scope: 'workspace.read',
    http: 'GET /api/workspace/activity',
    input: () =>
      z.strictObject({
        after: z
          .string()
          .min(1)
          .max(limits.cursor)
          .optional()
          .describe(
            'nextCursor of the page before, with the same filters, or "now"; without it, from the first change in order',
          ),
        channelId: ChannelId.optional().describe('Only changes that the readers of this channel see'),
        types: jsonArray(listOf(ActivityType, ActivityType.options.length)).optional().describe('Default: all'),
        actorId: UserId.optional().describe('Only changes by this person'),
        agent: z.string().min(1).max(limits.title).optional().describe('Only changes through the agent of this name'),
        isAgent: booleanParameter
          .optional()
          .describe('true: only changes through agents; false: only changes that people made themselves'),
        order: z
          .enum(['oldest', 'newest'], 'must be oldest or newest')
          .optional()
          .describe('newest: the last change first, and each page leads to older ones. Default: oldest'),
        limit: z
          .int()
          .min(1, 'must be at least 1')
          .max(limits.pageMost, `must be at most ${limits.pageMost}`)
          .optional()
          .describe(`Changes on a page: default ${limits.pageDefault}, at most ${limits.pageMost}`),
      }),
    output: () =>
      z.object({
        items: z.array(ActivityItem),
        nextCursor: z.string().describe('Always there: what comes next in the order is found after it'),
      }),
  }),
};
