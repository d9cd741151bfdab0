import * as z from 'zod';
import { ChannelId, IdempotencyKey, pageInput, pageOutput, Person, Timestamp } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const TrashedType = z.enum(['artifact', 'file', 'session', 'record', 'view', 'data_set', 'channel']);
export type TrashedType = z.infer<typeof TrashedType>;

const TrashedId = z.string().min(1).max(limits.identifier).describe('ID of what was deleted');

export const TrashEntry = z.object({
  type: TrashedType,
  id: z.string().describe("The resource's own ID"),
  title: z.string(),
  channelId: z.string().optional().describe('Its home channel, or the channel itself'),
  deletedAt: Timestamp,
  deletedBy: Person,
});
export type TrashEntry = z.infer<typeof TrashEntry>;

export const trash = {
  list: operation({
    summary: 'The deleted things that the caller may restore, the last deleted first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/trash',
    input: () =>
      z.strictObject({
        type: TrashedType.optional(),
        channelId: ChannelId.optional().describe('Only what is at home in this channel'),
        ...pageInput,
      }),
    output: () => z.object({ trash: z.array(TrashEntry), ...pageOutput }),
  }),
  restore: operation({
    summary: 'Take something out of the trash, with its ID, versions, links and discussions',
    scope: 'workspace.write',
    http: 'POST /api/workspace/trash/{trashedId}/restore',
    example: { idempotencyKey: 'restore-1' },
    input: () => z.strictObject({ trashedId: TrashedId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ restored: z.object({ type: TrashedType, id: z.string() }) }),
  }),
  remove: operation({
    summary: 'Purge something from the trash now; nothing brings it back',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/trash/{trashedId}',
    input: () => z.strictObject({ trashedId: TrashedId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};
