import { type Kysely, sql } from 'kysely';

/** Indexes all answers by their time again: the inbox also tells what its asker was given. */
export async function version30(tx: Kysely<unknown>): Promise<void> {
  await tx.schema.dropIndex('queries_to_tell').execute();
  await sql`create index queries_by_end on queries (user_id, completed_at, id)
    where status in ('completed', 'failed')`.execute(tx);
}
