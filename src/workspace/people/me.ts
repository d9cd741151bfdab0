import { setTimeout as untilTokensAreGood } from 'node:timers/promises';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { confirmPassword, endSignIns, setPassword } from '../../auth/accounts.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { maxUploadBytes } from '../operation/forms.ts';

export const me: Handlers<'me'> = {
  async get(context) {
    const { userId, scopes } = context.caller;
    const user = await context.database.read((db) =>
      db
        .selectFrom('users')
        .innerJoin('organizations', 'organizations.id', 'users.organization_id')
        .select(['users.name', 'organizations.id as organizationId', 'organizations.name as organizationName'])
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow(),
    );
    return {
      userId,
      name: user.name,
      organization: { id: user.organizationId, name: user.organizationName },
      scopes: [...scopes],
      maxUploadBytes: await maxUploadBytes(context),
    };
  },

  async setPassword(context, { currentPassword, password }) {
    const { caller, database } = context;
    const email = await confirmedAddress(context, currentPassword);
    const hash = await hashPassword(password, caller.userId);
    const wait = await database.writeInStretches(caller, async function* (tx) {
      await setPassword(tx, { id: caller.userId, email }, hash);
      await audit(tx, caller, 'user.password_set', caller.userId);
      return yield* endSignIns(tx, caller.userId);
    });
    await untilTokensAreGood(wait);
    return { changed: true };
  },

  async signOut({ caller, database }) {
    const wait = await database.writeInStretches(caller, async function* (tx) {
      await audit(tx, caller, 'user.signed_out', caller.userId);
      return yield* endSignIns(tx, caller.userId);
    });
    await untilTokensAreGood(wait);
    return { signedOut: true };
  },
};

/** The address of a caller who knows their password. A token alone must not be enough to take an account over. */
export async function confirmedAddress({ caller: { userId }, database }: Context, password: string): Promise<string> {
  const user = await database.read((db) =>
    db
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select('users.email')
      .where('users.id', '=', userId)
      .executeTakeFirst(),
  );
  if (!user || user.email === null)
    throw new WorkspaceError(
      'forbidden',
      'You have no password to confirm this with. An admin gives you an address and a password.',
    );
  const answer = await confirmPassword(database, { email: user.email, password, userId });
  if ('confirmed' in answer) return user.email;
  if (answer.refused === 'wrong') throw invalidRequest('/currentPassword', 'is not your present password');
  throw new WorkspaceError('rate_limited', `Too many wrong passwords. Try again in ${answer.seconds} seconds.`);
}
