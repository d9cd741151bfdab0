import { setTimeout as untilTokensAreGood } from 'node:timers/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { endSignIns, setPassword } from '../../auth/accounts.ts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { organizationNamed } from './organizations.ts';
import { accountNamed, type AccountRow, accountRows, addUser, removeUser, updateUser } from './user-accounts.ts';
import { refuseUserOfMachine, requireStillAdmin } from './users.ts';

/**
 * A password is hashed before the transaction, and is nowhere else. An operation that may hold one takes no idempotency
 * key, because a digest of its request would be stored.
 */
export const users: Handlers<'users'> = {
  async list(context, input) {
    const page = openPage(context, input);
    const found = await context.database.read((db) =>
      accountRows(db, context.caller)
        .where('users.id', '>', String(page.after?.[0] ?? ''))
        .orderBy('users.id')
        .limit(page.take)
        .execute(),
    );
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { users: rows.map(shown), nextCursor };
  },

  get: ({ caller, database }, { userId }) =>
    database.read(async (db) => ({ user: shown(await accountNamed(db, caller, userId)) })),

  async add({ caller, database }, { organizationId = caller.organizationId, password, role = 'member', ...details }) {
    const named = { ...details, role, organization: organizationId };
    await database.read((db) => organizationNamed(db, caller, organizationId));
    const hash = password === undefined ? undefined : await hashPassword(password, caller.userId);
    return database.write(caller, async (tx) => ({ user: shown(await added(tx, caller, named, hash)) }));
  },

  async update(context, { idempotencyKey, userId, ...changes }) {
    if (Object.values(changes).every((change) => change === undefined))
      throw new WorkspaceError('invalid_request', 'Nothing is to be changed. Give a name, a role or an address.');
    return once(context, idempotencyKey, { userId, ...changes }, async (tx) => ({
      user: shown(await updateUser(tx, context.caller, userId, changes)),
    }));
  },

  async setPassword({ caller, database }, { userId, password }) {
    await database.read((db) => signingInNamed(db, caller, userId));
    const hash = await hashPassword(password, caller.userId);
    const { user, wait } = await database.writeInStretches(caller, async function* (tx) {
      await requireStillAdmin(tx, caller);
      const { id, organizationId, email } = await signingInNamed(tx, caller, userId);
      if (id !== caller.userId) await refuseUserOfMachine(tx, caller, id);
      await setPassword(tx, { id, email }, hash);
      await audit(tx, { ...caller, organizationId }, 'user.password_set', id);
      return { wait: yield* endSignIns(tx, id), user: await accountNamed(tx, caller, id) };
    });
    await untilTokensAreGood(wait);
    return { user: shown(user) };
  },

  async signOut({ caller, database }, { userId }) {
    const { id, wait } = await database.writeInStretches(caller, async function* (tx) {
      await requireStillAdmin(tx, caller);
      const { id, organizationId } = await accountNamed(tx, caller, userId);
      await audit(tx, { ...caller, organizationId }, 'user.signed_out', id);
      return { id, wait: yield* endSignIns(tx, id) };
    });
    await untilTokensAreGood(wait);
    return { userId: id, signedOut: true };
  },

  async remove({ caller, database }, { userId: idOrEmail }) {
    return database.writeInStretches(caller, async function* (tx) {
      return { ...(yield* removeUser(tx, caller, idOrEmail)), removed: true };
    });
  },
};

async function added(
  tx: Db,
  caller: Caller,
  { organization, ...details }: { organization: string; email: string; name: string; role: 'admin' | 'member' },
  hash: string | undefined,
): Promise<AccountRow> {
  await requireStillAdmin(tx, caller);
  const { id: organizationId } = await organizationNamed(tx, caller, organization);
  const id = await addUser(tx, caller, { ...details, organizationId });
  if (hash !== undefined) {
    await setPassword(tx, { id, email: details.email }, hash);
    await audit(tx, { ...caller, organizationId }, 'user.password_set', id);
  }
  return accountNamed(tx, caller, id);
}

async function signingInNamed(db: Db, caller: Caller, idOrEmail: string) {
  const { email, ...user } = await accountNamed(db, caller, idOrEmail);
  if (email === null)
    throw new WorkspaceError(
      'invalid_request',
      'This user has no address to sign in with. Give one first, then a password.',
    );
  return { ...user, email };
}

const shown = ({ id, name, email, role, createdAt, ...user }: AccountRow): UserAccount => ({
  userId: id,
  name,
  role,
  createdAt,
  ...(email !== null && { email }),
  ...(user.issuerUrl !== null && { vouchedFor: { issuer: user.issuerUrl, subject: user.subject! } }),
  organization: { id: user.organizationId, name: user.organizationName },
  hasPassword: Boolean(user.hasPassword),
});
