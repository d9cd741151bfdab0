import { foldedEmail } from '../../schemas/accounts.ts';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Db } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import type { Caller } from './context.ts';

export type Identity = Pick<Caller, 'userId' | 'organizationId' | 'role'>;

const identities = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'organization_id as organizationId', 'role'])
    .where('removed_at', 'is', null);

const findById = prepared((db, { userId }: { userId: string }) => identities(db).where('id', '=', userId));

/** A user as they stand now, so that a role taken away counts at once. */
export async function findUser(db: Db, userId: string): Promise<Identity | undefined> {
  const [user] = await findById(db, { userId });
  return user;
}

export async function findUserByEmail(db: Db, email: string): Promise<Identity | undefined> {
  return identities(db).where('email', '=', foldedEmail(email)).executeTakeFirst();
}

export function noUserNamed(email: string): WorkspaceError {
  return new WorkspaceError('not_found', `There is no user with the address ${email} in this workspace.`);
}

/** The admin that the first start made: whoever can open the data folder acts as this user. */
export async function localUser(db: Db): Promise<Identity> {
  return identities(db).where('role', '=', 'admin').orderBy('id').executeTakeFirstOrThrow();
}
