import type { Kysely } from 'kysely';

/**
 * Adds the changes that readers follow. The number is assigned in the writing transaction, so numbers are in the order of
 * commits. Changes of older releases have none.
 */
export async function version16({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('change_audiences')
    .addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (c) => c.notNull().references('audit_events.id'))
    .addColumn('audience', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('change_audiences_by_audience').on('change_audiences').columns(['audience', 'number']).execute();
}
