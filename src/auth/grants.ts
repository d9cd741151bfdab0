import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';

/** The kind of the row on which a token that has a name depends. */
export const namedToken = 'Token';

const findGrant = prepared((db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('authorizations')
    .select('id')
    .where('kind', 'in', ['Grant', namedToken])
    .where('id', '=', id)
    .where('expires_at', '>', now),
);

/**
 * Whether a grant or a named token is still valid. Revoking its sign-in, or using its code or refresh token twice, ends
 * it.
 */
export async function grantStands(database: Database, id: string): Promise<boolean> {
  const now = Math.floor(Date.now() / 1_000);
  return (await database.lookUp((db) => findGrant(db, { id, now }))).length > 0;
}
