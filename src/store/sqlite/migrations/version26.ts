import type { Kysely } from 'kysely';

/** Adds the indexes of Data Sets that are learned from queries. */
export async function version26(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .createTable('learned_indexes')
    .addColumn('data_set', 'integer', (c) => c.notNull().references('data_sets.number'))
    .addColumn('learned_by', 'text', (c) => c.notNull())
    .addColumn('learned_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('learned_indexes_key', ['data_set', 'learned_by'])
    .execute();
}
