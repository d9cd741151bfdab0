import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { leavableChannelId, managedChannel, readableChannelId } from './channels.ts';
import type { Context } from '../operation/context.ts';
import { openPage } from '../operation/paging.ts';

export const members: Handlers<'members'> = {
  list: (context, input) =>
    context.database.read(async (db) => {
      const channelId = await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const found = await memberRows(db, channelId)
        .where('channel_members.user_id', '>', String(page.after?.[0] ?? ''))
        .orderBy('channel_members.user_id')
        .limit(page.take)
        .execute();
      const { rows, nextCursor } = page.close(found, (row) => [row.userId]);
      return { members: rows.map(present), nextCursor };
    }),

  put: (context, input) =>
    context.database.write(context.caller, async (tx) => {
      const channel = await managedChannel(tx, context, input.channelId);
      await colleague(tx, context, input.userId);
      if (input.role !== 'manager') await keepAManager(tx, channel.id, input.userId);
      await tx
        .insertInto('channel_members')
        .values({
          channel_id: channel.id,
          user_id: input.userId,
          role: input.role,
          created_at: new Date().toISOString(),
          added_by: context.caller.userId,
        })
        .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ role: input.role }))
        .execute();
      await audit(tx, context.caller, 'channel.member_set', channel.id, { subjectId: input.userId });
      const member = await memberRows(tx, channel.id)
        .where('channel_members.user_id', '=', input.userId)
        .executeTakeFirstOrThrow();
      return { member: present(member) };
    }),

  remove: (context, input) =>
    context.database.write(context.caller, async (tx) => {
      const channelId = await leavableChannelId(tx, context, input.channelId, input.userId);
      await keepAManager(tx, channelId, input.userId);
      const { numDeletedRows } = await tx
        .deleteFrom('channel_members')
        .where('channel_id', '=', channelId)
        .where('user_id', '=', input.userId)
        .executeTakeFirst();
      if (numDeletedRows > 0n)
        await audit(tx, context.caller, 'channel.member_removed', channelId, { subjectId: input.userId });
      return { deleted: true as const };
    }),
};

function memberRows(db: Db, channelId: string) {
  return db
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select(['users.id as userId', 'users.name', 'users.email', 'channel_members.role'])
    .where('channel_members.channel_id', '=', channelId)
    .where('users.removed_at', 'is', null);
}

function present({ email, ...row }: Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]) {
  return { ...row, ...(email !== null && { email }) };
}

/** Another organisation's user answers as an unknown one. */
async function colleague(tx: Db, { caller }: Context, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('organization_id', '=', caller.organizationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw notFound('user');
}

/** A channel that nobody manages could never be changed again; a private one would be lost to everyone. */
async function keepAManager(tx: Db, channelId: string, exceptUserId: string): Promise<void> {
  const managers = await tx
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('channel_members.role', '=', 'manager')
    .where('users.removed_at', 'is', null)
    .limit(2)
    .execute();
  if (managers.length === 1 && managers[0]?.user_id === exceptUserId) {
    throw new WorkspaceError(
      'forbidden',
      'Not allowed: this is the only manager of the channel; make another member a manager first.',
    );
  }
}
