import { foldedEmail } from '../../../schemas/accounts.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { requireAdmin } from '../operation/access.ts';
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

/**
 * Refuses a caller whose sign-in has ended since their request was let in. A request waits for its body and for its
 * turn to write.
 */
export async function requireStillSignedIn(tx: Db, { userId, tokenIssuedAt: issuedAt }: Caller): Promise<Identity> {
  const user = await findBearer(tx, { userId, issuedAt: issuedAt ?? Number.MAX_SAFE_INTEGER });
  if (!user) throw new WorkspaceError('unauthenticated', 'This access token was ended meanwhile; get a new one.');
  return user;
}

/** Refuses a caller who is not an admin any more. */
export async function requireStillAdmin(tx: Db, caller: Caller): Promise<void> {
  if (!caller.ownsFolder) requireAdmin(await requireStillSignedIn(tx, caller));
}

/** Refuses others than the owner of the data folder to change the user whom the owner acts as. */
export async function refuseUserOfMachine(tx: Db, { ownsFolder }: Caller, userId: string): Promise<void> {
  if (ownsFolder || (await localUser(tx)).userId !== userId) return;
  throw new WorkspaceError(
    'forbidden',
    'Not allowed: the owner of the data folder acts as this user. The owner may do it with "workspace admin users".',
  );
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
  return identities(db).where('role', '=', 'admin').orderBy('id').limit(1).executeTakeFirstOrThrow();
}
