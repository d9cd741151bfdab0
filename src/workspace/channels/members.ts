import type { Member } from '../../../schemas/channels.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { leavableChannelId, managedChannel, readableChannelId } from './channels.ts';
import { someManagers } from './channels-sql.ts';
import type { Caller, Context } from '../operation/context.ts';
import { mayBeName } from '../operation/names/names.ts';
import { colleagueId } from '../operation/names/people-sql.ts';
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
    context.database.write(context.requester, async (tx) => {
      const channel = await managedChannel(tx, context, input.channelId);
      const userId = await colleagueId(tx, context.caller, input.userId);
      if (input.role !== 'manager') await keepAManager(tx, channel.id, userId);
      const { role } = input;
      await setMember(tx, context.caller, { channelId: channel.id, userId, role });
      const member = await memberRows(tx, channel.id)
        .where('channel_members.user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { member: present(member) };
    }),

  remove: (context, input) =>
    context.database.write(context.requester, async (tx) => {
      await readableChannelId(tx, context, input.channelId);
      const userId = await memberId(tx, context, input.userId);
      const channelId = await leavableChannelId(tx, context, input.channelId, userId);
      await keepAManager(tx, channelId, userId);
      const { numDeletedRows } = await tx
        .deleteFrom('channel_members')
        .where('channel_id', '=', channelId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (numDeletedRows > 0n)
        await audit(tx, context.caller, 'channel.member_removed', channelId, { subjectId: userId });
      return { deleted: true as const };
    }),
};

interface SetMember {
  readonly channelId: string;
  readonly userId: string;
  readonly role?: Member['role'];
}

/** Makes somebody a member, by default a writer, or gives a member another role. The caller is who gives it. */
async function setMember(tx: Db, caller: Caller, member: SetMember): Promise<void> {
  await putMember(tx, caller.userId, member);
  await audit(tx, caller, 'channel.member_set', member.channelId, { subjectId: member.userId });
}

/** Makes the caller a member, as the maker of their invitation allowed. */
export async function joinChannel(tx: Db, caller: Caller, channelId: string, invitedBy: string): Promise<void> {
  await putMember(tx, invitedBy, { channelId, userId: caller.userId });
  await audit(tx, caller, 'channel.joined', channelId, { subjectId: caller.userId });
}

async function putMember(tx: Db, addedBy: string, { channelId, userId, role = 'writer' }: SetMember): Promise<void> {
  const created_at = new Date().toISOString();
  const row = { channel_id: channelId, user_id: userId, role, created_at, added_by: addedBy };
  await tx
    .insertInto('channel_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

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

/** Whom to take out. An unknown ID is harmless, as a repeated removal is. */
const memberId = async (tx: Db, { caller }: Context, given: string): Promise<string> =>
  mayBeName(given) ? colleagueId(tx, caller, given) : given;

/** A channel that nobody manages could never be changed again; a private one would be lost to everyone. */
async function keepAManager(tx: Db, channelId: string, exceptUserId: string): Promise<void> {
  const managers = await someManagers(tx, { channelId });
  if (managers.length === 1 && managers[0]?.user_id === exceptUserId) {
    throw new WorkspaceError(
      'forbidden',
      'Not allowed: this is the only manager of the channel; make another member a manager first.',
    );
  }
}
