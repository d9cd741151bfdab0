import { type Kysely, sql } from 'kysely';

/** Adds an index for the list of an organisation's people. It also holds the texts that are searched. */
export async function version16(tx: Kysely<unknown>): Promise<void> {
  await sql`create index users_by_name
    on users (organization_id, removed_at, folded(name), id, folded(email))`.execute(tx);
}
