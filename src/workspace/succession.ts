import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { audit } from './audit.ts';
import type { Caller } from './context.ts';
import type { Identity } from './users.ts';

/** A channel that somebody else manages from now on. */
interface HandedOver {
  readonly channelId: string;
  readonly slug: string;
  readonly managerId: string;
  readonly managerName: string;
}

/** Private channels that nobody manages: no admin could see one, so it would be lost to everyone. */
export const isUnmanaged = sql<boolean>`(channels.visibility = 'private' and not exists (
  select 1 from channel_members as member join users on users.id = member.user_id
  where member.channel_id = channels.id and member.role = 'manager' and users.removed_at is null))`;

/** Takes a user who was removed out of all channels. Where nobody else manages a private one, somebody is made to. */
export async function leaveChannels(tx: Db, operator: Caller, user: Pick<Identity, 'userId' | 'organizationId'>) {
  const { userId, organizationId } = user;
  const left = await tx.deleteFrom('channel_members').where('user_id', '=', userId).returning('channel_id').execute();
  const unmanaged = await tx
    .selectFrom('channels')
    .select(['id', 'slug'])
    .where(
      'id',
      'in',
      left.map((row) => row.channel_id),
    )
    .where(isUnmanaged)
    .orderBy('id')
    .execute();
  const handedOver: HandedOver[] = [];
  for (const { id: channelId, slug } of unmanaged) {
    const { id: managerId, name: managerName } = await successor(tx, channelId, organizationId);
    await makeManager(tx, channelId, managerId);
    await audit(tx, { ...operator, organizationId }, 'channel.member_set', channelId, { subjectId: managerId });
    handedOver.push({ channelId, slug, managerId, managerName });
  }
  return handedOver;
}

/** Of the members who are left whoever may do most, and is there longest; the organisation's first admin when nobody is left. */
async function successor(tx: Db, channelId: string, organizationId: string) {
  const users = tx.selectFrom('users').select(['users.id', 'users.name']).where('users.removed_at', 'is', null);
  const member = await users
    .innerJoin('channel_members as member', 'member.user_id', 'users.id')
    .where('member.channel_id', '=', channelId)
    .orderBy(sql`member.role = 'writer'`, 'desc')
    .orderBy('member.created_at')
    .orderBy('users.id')
    .executeTakeFirst();
  if (member) return member;
  return users
    .where('users.organization_id', '=', organizationId)
    .where('users.role', '=', 'admin')
    .orderBy('users.id')
    .executeTakeFirstOrThrow();
}

async function makeManager(tx: Db, channelId: string, userId: string): Promise<void> {
  await tx
    .insertInto('channel_members')
    .values({ channel_id: channelId, user_id: userId, role: 'manager', created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ role: 'manager' }))
    .execute();
}
