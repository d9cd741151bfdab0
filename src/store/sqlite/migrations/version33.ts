import { type Kysely, sql } from 'kysely';

/** Lists the Views of a channel by name. Before, each page sorted all of them. */
export async function version33(tx: Kysely<unknown>): Promise<void> {
  await sql`create index views_by_name on views (channel_id, name, id) where trashed_at is null`.execute(tx);
}
