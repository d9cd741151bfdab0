import { type Kysely, sql } from 'kysely';

/** The signing keys that several gateways share, sealed. */
export async function version3(tx: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column signing_keys text collate "C"`.execute(tx);
}
