import { type Kysely, sql } from 'kysely';

/** The newest event of an organization, which others may precede that are not committed yet. */
export async function version4(tx: Kysely<unknown>): Promise<void> {
  await sql`create index audit_events_by_organization on audit_events (organization_id, number)`.execute(tx);
}
