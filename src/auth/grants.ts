import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';

const findGrant = prepared((db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('authorizations')
    .select('id')
    .where('kind', '=', 'Grant')
    .where('id', '=', id)
    .where('expires_at', '>', now),
);

/** Whether what a person allowed a client still stands. A grant ends with its sign-in's revocation, or when one of its codes or refresh tokens is used twice. */
export async function grantStands(database: Database, id: string): Promise<boolean> {
  const now = Math.floor(Date.now() / 1_000);
  return (await database.read((db) => findGrant(db, { id, now }))).length > 0;
}
