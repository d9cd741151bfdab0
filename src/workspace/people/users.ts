import { foldedEmail } from '../../../schemas/accounts.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import type { Caller } from '../operation/context.ts';

export type Identity = Pick<Caller, 'userId' | 'organizationId' | 'role'>;

const identities = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'organization_id as organizationId', 'role'])
    .where('removed_at', 'is', null);

/** Whom a token speaks for, and when it was issued, in seconds since 1970. */
interface Bearer {
  readonly userId: string;
  readonly issuedAt: number;
}

const findById = prepared((db, { userId, issuedAt }: Bearer) =>
  identities(db).where('id', '=', userId).where('tokens_valid_from', '<=', issuedAt),
);

/** The user of a token, with their current role. Undefined if their tokens were revoked after it was issued. */
export async function findBearer(db: Db, bearer: Bearer): Promise<Identity | undefined> {
  const [user] = await findById(db, bearer);
  return user;
}

export async function findUserByEmail(db: Db, email: string): Promise<Identity | undefined> {
  return identities(db).where('email', '=', foldedEmail(email)).executeTakeFirst();
}

export function noUserNamed(name: { readonly email: string } | { readonly id: string }): WorkspaceError {
  const what = 'id' in name ? `the ID ${name.id}` : `the address ${name.email}`;
  return new WorkspaceError('not_found', `There is no user with ${what} in this workspace.`);
}

/** The admin that the first start made: whoever can open the data folder acts as this user. */
export async function localUser(db: Db): Promise<Identity> {
  return identities(db).where('role', '=', 'admin').orderBy('id').executeTakeFirstOrThrow();
}
