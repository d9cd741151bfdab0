import * as z from 'zod';
import {
  ChannelId,
  IdempotencyKey,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  Timestamp,
  Title,
  UserId,
} from './common.ts';
import { DataSet } from './data-sets.ts';
import { type MadeContent, MadeFile } from './exports.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const MemberRole = z.enum(['manager', 'writer', 'reader']);

export const Visibility = z
  .enum(['organization', 'private'])
  .describe('organization: every user of the organisation reads it; private: explicit members only');

export const Slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be 1 to 64 of a-z, 0-9 and -, beginning with a letter or digit');

const Description = z
  .string()
  .max(limits.description)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text');

export const Channel = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: Visibility,
  openWriting: z.boolean().describe('Users who are not members may write'),
  role: MemberRole.describe("The caller's own role"),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  updatedAt: Timestamp,
  updatedBy: Person,
});
export type Channel = z.infer<typeof Channel>;

export const Member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().optional(),
  role: MemberRole,
});
export type Member = z.infer<typeof Member>;

export const channels = {
  list: operation({
    summary: 'Channels available to the caller, by name',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ channels: z.array(Channel), ...pageOutput }),
  }),
  get: operation({
    summary: 'One channel, by ID or slug, with its Data Sets and their fields',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}',
    hasLongAnswer: true,
    input: () => z.strictObject({ channelId: ChannelId }),
    output: () => z.object({ channel: Channel.extend({ dataSets: z.array(DataSet) }) }),
  }),
  create: operation({
    summary: 'A new channel, managed by the caller',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels',
    example: { name: 'Sales', description: 'Deals and who works on them', visibility: 'private' },
    status: 201,
    input: () =>
      z.strictObject({
        name: Title,
        slug: Slug.optional().describe(
          'Default: made from the name, with a random ending if the channel is private. A private channel gets a slug that nobody can guess, because others are told which slugs are taken',
        ),
        description: Description.optional(),
        visibility: Visibility.optional().describe('Default: organization'),
        openWriting: z.boolean().optional().describe('Default: true'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ channel: Channel }),
  }),
  update: operation({
    summary: 'Rename, describe, open or close a channel',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}',
    example: { description: 'Deals, and who works on them' },
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        name: Title.optional(),
        slug: Slug.optional().describe('A channel that becomes private keeps its slug unless it is given another here'),
        description: Description.optional(),
        visibility: Visibility.optional(),
        openWriting: z.boolean().optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ channel: Channel }),
  }),
  export: operation({
    summary:
      'A channel as a ZIP archive, as far as the caller may read it. Documents are Markdown, sheets and Data Sets CSV, Views JSON, posts JSON lines; a manifest names all',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/export',
    response: 'made',
    input: () => z.strictObject({ channelId: ChannelId }),
    output: () => z.object({ file: MadeFile, content: z.custom<MadeContent>() }),
  }),
  remove: operation({
    summary: 'Move a channel to the trash, with all that is at home in it; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}',
    input: () => z.strictObject({ channelId: ChannelId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};

export const members = {
  list: operation({
    summary: 'Explicit human members of a channel, with the canonical user IDs that mentions take',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/members',
    input: () => z.strictObject({ channelId: ChannelId, ...pageInput }),
    output: () => z.object({ members: z.array(Member), ...pageOutput }),
  }),
  put: operation({
    summary: 'Make a user a member, or change the role of one',
    scope: 'workspace.write',
    http: 'PUT /api/workspace/channels/{channelId}/members/{userId}',
    example: { role: 'writer' },
    input: () => z.strictObject({ channelId: ChannelId, userId: UserId, role: MemberRole }),
    output: () => z.object({ member: Member }),
  }),
  remove: operation({
    summary: 'Take a member out of a channel, or leave it; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/members/{userId}',
    input: () => z.strictObject({ channelId: ChannelId, userId: UserId }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};
