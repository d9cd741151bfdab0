import { type Kysely, sql } from 'kysely';

/** Adds the channel whose member an invited person becomes. */
export async function version7(tx: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column channel_id text collate "C" references channels`.execute(tx);
}
