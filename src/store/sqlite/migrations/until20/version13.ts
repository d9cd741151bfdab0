import { type Kysely, sql } from 'kysely';

/** Gives each file a version of its name and text. A changed name makes the passages of the earlier version stale at once. */
export async function version13(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .alterTable('files')
    .addColumn('text_version_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update files set text_version_id = id`.execute(tx);
}
