import { type Kysely, sql } from 'kysely';

/** Rows that are being added to the table of a Data Set, in several transactions, and that nobody sees before the last. */
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
