import { foldedEmail } from '../../../schemas/accounts.ts';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import type { Steps } from '../../store/database.ts';
import { eachOf } from '../../store/prepared.ts';
import { channelIsReadable, isAdministered } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import { insertFirstChannel } from './organizations.ts';
import { cancelQueriesOf } from '../conversations/session-queries.ts';
import { type HandedOver, isAdmin, leaveChannels } from './succession.ts';
import { noUserNamed, refuseUserOfMachine, requireStillAdmin } from './users.ts';

export interface UserDetails {
  readonly organizationId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
}

export type AccountRow = Awaited<ReturnType<typeof accountNamed>>;

/** Adds a user. The first of an organisation must be an admin, and gets a channel. */
export async function insertUser(tx: Db, { organizationId, name, email, role }: UserDetails): Promise<string> {
  const isFirst = await refuseFirstMember(tx, { organizationId, role });
  const id = newId('usr');
  const row = { id, organization_id: organizationId, name, email, role, created_at: new Date().toISOString() };
  await tx.insertInto('users').values(row).execute();
  if (isFirst) await insertFirstChannel(tx, organizationId, id);
  return id;
}

/** The first user of an organisation must be an admin. Returns whether it has nobody yet. */
export async function refuseFirstMember(
  db: Db,
  { organizationId, role }: Pick<UserDetails, 'organizationId' | 'role'>,
): Promise<boolean> {
  const isFirst = !(await usersOf(db, organizationId).limit(1).executeTakeFirst());
  if (isFirst && role !== 'admin')
    throw new WorkspaceError('forbidden', 'This organisation has nobody yet; add an admin first.');
  return isFirst;
}

/** An address belongs to one user of the data folder. */
export async function refuseTakenAddress(db: Db, email: string): Promise<void> {
  if (await isTaken(db, email))
    throw new WorkspaceError('already_exists', `There is a user with the address ${email} already.`);
}

/** Adds a user on behalf of an admin, and returns their ID. */
export async function addUser(
  tx: Db,
  caller: Caller,
  details: UserDetails & { readonly email: string },
): Promise<string> {
  const { organizationId, email } = details;
  await refuseTakenAddress(tx, email);
  const id = await insertUser(tx, details);
  await audit(tx, { ...caller, organizationId }, 'user.created', id);
  return id;
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
  caller: Caller,
  idOrEmail: string,
  changes: { name?: string | undefined; role?: UserDetails['role'] | undefined; email?: string | undefined },
): Promise<AccountRow> {
  await requireStillAdmin(tx, caller);
  const { id, organizationId, email } = await accountNamed(tx, caller, idOrEmail);
  if (changes.email !== undefined && changes.email !== email)
    await refuseAddress(tx, caller, { id, email }, changes.email);
  if (changes.role === 'member') {
    await refuseUserOfMachine(tx, caller, id);
    await keepAnAdmin(tx, organizationId, id);
  }
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
  await audit(tx, { ...caller, organizationId }, 'user.updated', id);
  return accountNamed(tx, caller, id);
}

/** Who has an address signs in with it, so it stays. Nobody else gives one to the user of the machine. */
async function refuseAddress(
  tx: Db,
  caller: Caller,
  { id, email }: { readonly id: string; readonly email: string | null },
  wanted: string,
): Promise<void> {
  if (email !== null) throw invalidRequest('/email', 'is given already, and the user signs in with it');
  if (id !== caller.userId) await refuseUserOfMachine(tx, caller, id);
  await refuseTakenAddress(tx, wanted);
}

/**
 * Removes a user. Their content stays, their address becomes free, and open invitations to it end. Private channels that
 * only they managed get a new manager. Channels are left in stretches; the last stretch also removes the user.
 */
export async function* removeUser(
  tx: Db,
  caller: Caller,
  idOrEmail: string,
): Steps<{ userId: string; handedOver: HandedOver[] }> {
  const { id: userId, organizationId, email } = await accountNamed(tx, caller, idOrEmail);
  await refuseToRemove(tx, caller, { userId, organizationId });
  const handedOver = yield* leaveChannels(tx, caller, { userId, organizationId });
  await refuseToRemove(tx, caller, { userId, organizationId });
  const at = new Date().toISOString();
  await tx.updateTable('users').set({ email: null, removed_at: at }).where('id', '=', userId).execute();
  if (email !== null) await endInvitations(tx, { organizationId, email, at });
  await tx.deleteFrom('passwords').where('user_id', '=', userId).execute();
  await cancelQueriesOf(tx, userId);
  await audit(tx, { ...caller, organizationId }, 'user.removed', userId);
  return { userId, handedOver: await seenOf(tx, caller, handedOver) };
}

/** The owner of the data folder is told of all channels. An admin is told only of channels that they read. */
async function seenOf(tx: Db, caller: Caller, handedOver: readonly HandedOver[]): Promise<HandedOver[]> {
  if (caller.ownsFolder) return [...handedOver];
  const channelIds = JSON.stringify(handedOver.map(({ channelId }) => channelId));
  const readable = await tx
    .selectFrom('channels')
    .select('id')
    .where('id', 'in', eachOf(channelIds))
    .where(channelIsReadable(caller))
    .execute();
  const ids = new Set(readable.map(({ id }) => id));
  return handedOver.filter(({ channelId }) => ids.has(channelId));
}

async function refuseToRemove(
  tx: Db,
  caller: Caller,
  { userId, organizationId }: Pick<Caller, 'userId' | 'organizationId'>,
): Promise<void> {
  await requireStillAdmin(tx, caller);
  await refuseUserOfMachine(tx, caller, userId);
  await keepAnAdmin(tx, organizationId, userId);
}

/** A user whom the caller administers. Throws `not_found` about any other. */
export async function accountNamed(db: Db, caller: Caller, idOrEmail: string) {
  const isEmail = idOrEmail.includes('@');
  const value = isEmail ? foldedEmail(idOrEmail) : idOrEmail;
  const user = await accountRows(db, caller)
    .where(isEmail ? 'users.email' : 'users.id', '=', value)
    .executeTakeFirst();
  if (!user) throw noUserNamed(isEmail ? { email: value } : { id: value });
  return user;
}

/** The users whom the caller administers, with what is known of each. */
export function accountRows(db: Db, caller: Caller) {
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
    .where('users.removed_at', 'is', null)
    .where(isAdministered(caller, 'users.organization_id'));
}

async function isTaken(tx: Db, email: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return user !== undefined;
}

/** The open invitations of an organisation to an address. */
export async function endInvitations(
  tx: Db,
  { organizationId, email, at }: { readonly organizationId: string; readonly email: string; readonly at: string },
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

const usersOf = (tx: Db, organizationId: string) =>
  tx.selectFrom('users').select('id').where('organization_id', '=', organizationId);

/** An organisation without one would have nobody to manage its channels. */
async function keepAnAdmin(tx: Db, organizationId: string, exceptUserId: string): Promise<void> {
  const other = await usersOf(tx, organizationId)
    .where(isAdmin)
    .where('id', '!=', exceptUserId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!other) {
    throw new WorkspaceError(
      'forbidden',
      'This is the only admin of the organisation; make another user an admin first.',
    );
  }
}
