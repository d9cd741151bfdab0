import { sql } from 'kysely';
import type { Db } from '../../store/tables.ts';
import type { Steps } from '../../store/database.ts';
import { eachOf } from '../../store/prepared.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import type { Identity } from './users.ts';

/** A channel that somebody else manages from now on. */
export interface HandedOver {
  readonly channelId: string;
  readonly slug: string;
  readonly managerId: string;
  readonly managerName: string;
}

/** Private channels that nobody manages: no admin could see one, so it would be lost to everyone. */
export const isUnmanaged = sql<boolean>`(channels.visibility = 'private' and not exists (
  select 1 from channel_members as member join users on users.id = member.user_id
  where member.channel_id = channels.id and member.role = 'manager' and users.removed_at is null))`;

/** As the index `users_admins` has it. */
export const isAdmin = sql<boolean>`(users.role = 'admin' and users.removed_at is null)`;

const channelsLeftAtOnce = 50;

/** Takes a removed user out of all channels, in stretches. A private channel without a manager gets a new one. */
export async function* leaveChannels(
  tx: Db,
  caller: Caller,
  user: Pick<Identity, 'userId' | 'organizationId'>,
): Steps<HandedOver[]> {
  const handedOver: HandedOver[] = [];
  for (;;) {
    const left = await leaveSome(tx, user);
    for (const { id: channelId, slug } of await unmanagedOf(tx, left)) {
      const { id: managerId, name: managerName } = await successor(tx, channelId, user);
      const { organizationId } = user;
      await makeManager(tx, channelId, managerId, caller.organizationId === organizationId ? caller.userId : null);
      await audit(tx, { ...caller, organizationId }, 'channel.member_set', channelId, { subjectId: managerId });
      handedOver.push({ channelId, slug, managerId, managerName });
    }
    if (left.length < channelsLeftAtOnce) return handedOver;
    yield;
  }
}

async function leaveSome(tx: Db, { userId }: Pick<Identity, 'userId'>): Promise<string[]> {
  const some = tx.selectFrom('channel_members').select('channel_id').where('user_id', '=', userId);
  const left = tx
    .deleteFrom('channel_members')
    .where('user_id', '=', userId)
    .where('channel_id', 'in', some.orderBy('channel_id').limit(channelsLeftAtOnce));
  return (await left.returning('channel_id').execute()).map((row) => row.channel_id);
}

const unmanagedOf = (tx: Db, channelIds: readonly string[]) =>
  tx
    .selectFrom('channels')
    .select(['id', 'slug'])
    .where('id', 'in', eachOf(JSON.stringify(channelIds)))
    .where(isUnmanaged)
    .orderBy('id')
    .execute();

/** The remaining member with the highest role, then the longest membership. Without members, the organisation's first admin. */
async function successor(
  tx: Db,
  channelId: string,
  { userId, organizationId }: Pick<Identity, 'userId' | 'organizationId'>,
) {
  const users = tx.selectFrom('users').select(['users.id', 'users.name']).where('users.id', '!=', userId).limit(1);
  const member = await users
    .innerJoin('channel_members as member', 'member.user_id', 'users.id')
    .where('member.channel_id', '=', channelId)
    .where('users.removed_at', 'is', null)
    .orderBy(sql`member.role = 'writer'`, 'desc')
    .orderBy('member.created_at')
    .orderBy('users.id')
    .executeTakeFirst();
  if (member) return member;
  return users
    .where('users.organization_id', '=', organizationId)
    .where(isAdmin)
    .orderBy('users.id')
    .executeTakeFirstOrThrow();
}

async function makeManager(tx: Db, channelId: string, userId: string, addedBy: string | null): Promise<void> {
  await tx
    .insertInto('channel_members')
    .values({
      channel_id: channelId,
      user_id: userId,
      role: 'manager',
      created_at: new Date().toISOString(),
      added_by: addedBy,
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ role: 'manager' }))
    .execute();
}
