import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import type { Steps } from '../../store/database.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import { insertFirstChannel } from './organizations.ts';
import { cancelQueriesOf } from '../conversations/session-queries.ts';
import { type HandedOver, leaveChannels } from './succession.ts';
import { noUserNamed } from './users.ts';

export interface UserDetails {
  readonly organizationId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
}

/** How an operator names a user; whom an issuer vouched for may have no address. */
export type UserName = { readonly email: string } | { readonly id: string };

/** A user as the operator of the folder sees them. */
export type UserAccount = Awaited<ReturnType<typeof listUsers>>[number];

/** Adds a user. The first of an organisation must be an admin, and gets a channel. */
export async function insertUser(tx: Db, { organizationId, name, email, role }: UserDetails): Promise<string> {
  const isFirst = !(await usersOf(tx, organizationId).executeTakeFirst());
  if (isFirst && role !== 'admin') {
    throw new WorkspaceError('forbidden', 'This organisation has nobody yet; add an admin first.');
  }
  const id = newId('usr');
  const row = { id, organization_id: organizationId, name, email, role, created_at: new Date().toISOString() };
  await tx.insertInto('users').values(row).execute();
  if (isFirst) await insertFirstChannel(tx, organizationId, id);
  return id;
}

export async function addUser(tx: Db, operator: Caller, details: UserDetails & { readonly email: string }) {
  const { organizationId, email } = details;
  if (await isTaken(tx, email)) {
    throw new WorkspaceError('already_exists', `There is a user with the address ${email} already.`);
  }
  const id = await insertUser(tx, details);
  await audit(tx, { ...operator, organizationId }, 'user.created', id);
  return userNamed(tx, { id });
}

/** A member whom a trusted issuer vouches for. An address that is another's stays that one's. */
export async function admitUser(
  tx: Db,
  { email, ...details }: Pick<UserDetails, 'organizationId' | 'name'> & { readonly email: string | undefined },
): Promise<string> {
  const isFree = email !== undefined && !(await isTaken(tx, email));
  const userId = await insertUser(tx, { ...details, email: isFree ? email : null, role: 'member' });
  const { organizationId } = details;
  const self: Caller = { userId, organizationId, role: 'member', scopes: [], interface: 'api' };
  await audit(tx, self, 'user.created', userId);
  return userId;
}

export async function updateUser(
  tx: Db,
  operator: Caller,
  name: UserName,
  changes: Partial<Pick<UserDetails, 'name' | 'role'>>,
) {
  const { id, organizationId } = await userNamed(tx, name);
  if (changes.role === 'member') await keepAnAdmin(tx, organizationId, id);
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
  await audit(tx, { ...operator, organizationId }, 'user.updated', id);
  return userNamed(tx, { id });
}

/**
 * Removes a user. Their content stays, their address becomes free, and private channels that only they managed get a new
 * manager. Channels are left in stretches; the last stretch also removes the user.
 */
export async function* removeUser(
  tx: Db,
  operator: Caller,
  name: UserName,
): Steps<{ user: UserAccount; handedOver: HandedOver[] }> {
  const user = await userNamed(tx, name);
  const { id: userId, organizationId } = user;
  await keepAnAdmin(tx, organizationId, userId);
  const handedOver = yield* leaveChannels(tx, operator, { userId, organizationId });
  await keepAnAdmin(tx, organizationId, userId);
  const row = { email: null, removed_at: new Date().toISOString() };
  await tx.updateTable('users').set(row).where('id', '=', userId).execute();
  await tx.deleteFrom('passwords').where('user_id', '=', userId).execute();
  await cancelQueriesOf(tx, userId);
  await audit(tx, { ...operator, organizationId }, 'user.removed', userId);
  return { user, handedOver };
}

export const listUsers = (db: Db) => userRows(db).orderBy('users.id').execute();

export async function userNamed(db: Db, name: UserName): Promise<UserAccount> {
  const [column, value] = 'id' in name ? (['users.id', name.id] as const) : (['users.email', name.email] as const);
  const user = await userRows(db).where(column, '=', value).executeTakeFirst();
  if (!user) throw noUserNamed(name);
  return user;
}

function userRows(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .leftJoin('issuer_subjects', 'issuer_subjects.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.organization_id as organizationId',
      'organizations.name as organizationName',
      'users.created_at as createdAt',
      'issuer_subjects.issuer_url as issuerUrl',
      'issuer_subjects.subject',
      eb('passwords.user_id', 'is not', null).as('hasPassword'),
    ])
    .where('users.removed_at', 'is', null);
}

async function isTaken(tx: Db, email: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return user !== undefined;
}

const usersOf = (tx: Db, organizationId: string) =>
  tx.selectFrom('users').select('id').where('organization_id', '=', organizationId);

/** An organisation without one would have nobody to manage its channels. */
async function keepAnAdmin(tx: Db, organizationId: string, exceptUserId: string): Promise<void> {
  const other = await usersOf(tx, organizationId)
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .where('id', '!=', exceptUserId)
    .executeTakeFirst();
  if (!other) {
    throw new WorkspaceError(
      'forbidden',
      'This is the only admin of the organisation; make another user an admin first.',
    );
  }
}
