import { type Kysely, sql } from 'kysely';

/**
 * Finds the admins of an organisation, and lists a person's sign-ins by ID. Before, all of its users were read, and all
 * of the person's tokens.
 */
export async function version34(tx: Kysely<unknown>): Promise<void> {
  await sql`create index users_admins on users (organization_id, id)
    where role = 'admin' and removed_at is null`.execute(tx);
  await sql`create index authorizations_listed on authorizations (payload ->> 'accountId', id)
    where kind in ('Grant', 'Session', 'AppSession', 'Token')`.execute(tx);
}
