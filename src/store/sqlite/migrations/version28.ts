import { type Kysely, sql } from 'kysely';

/**
 * Adds when an asker was given an answer. Earlier answers have been given if the inbox left them out: within 20 seconds,
 * and not to a program.
 */
export async function version28(tx: Kysely<unknown>): Promise<void> {
  await tx.schema.alterTable('queries').addColumn('given_at', 'text').execute();
  await sql`update queries set given_at = completed_at
    where status in ('completed', 'failed') and interface <> 'api'
      and julianday(completed_at) - julianday(created_at) <= 20.0 / 86400`.execute(tx);
  await tx.schema.dropIndex('queries_by_end').execute();
  await sql`create index queries_to_tell on queries (user_id, completed_at, id)
    where status in ('completed', 'failed') and given_at is null`.execute(tx);
}
