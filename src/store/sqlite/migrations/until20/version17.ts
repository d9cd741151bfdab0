import { type Kysely, sql } from 'kysely';

/** Keeps the versions of records from now on. Nothing is known of earlier versions. */
export async function version17({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('record_versions')
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('interface', 'text')
    .addColumn('agent', 'integer', (c) => c.references('agents.number'))
    .addColumn('changes', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('record_versions_key', ['record_id', 'number'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema
    .createTable('ended_histories')
    .addColumn('record_id', 'text', (c) => c.notNull().primaryKey())
    .modifyEnd(sql`without rowid`)
    .execute();
}
