import { type Kysely, sql } from 'kysely';

/** Finds the next event of an audience. Before, all of its events were looked through, or those of others. */
export async function version13(tx: Kysely<unknown>): Promise<void> {
  await sql`create index audit_events_of_audience on audit_events (audience, number)
    where audience is not null`.execute(tx);
  await sql`drop index audit_events_by_audience`.execute(tx);
}
