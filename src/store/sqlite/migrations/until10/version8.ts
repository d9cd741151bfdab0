import { type Kysely, sql } from 'kysely';

/** Adds the registry of rows that are added in several transactions. They are invisible until the last one. */
export async function version8({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('pending_rows')
    .addColumn('data_set', 'integer', (c) => c.primaryKey())
    .addColumn('claim', 'text', (c) => c.notNull())
    .addColumn('claimed_until', 'integer', (c) => c.notNull())
    .addColumn('first_id', 'text', (c) => c.notNull())
    .addColumn('last_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'integer', (c) => c.notNull())
    .addColumn('row_count', 'integer', (c) => c.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
}
