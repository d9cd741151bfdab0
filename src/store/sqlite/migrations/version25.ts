import { type Kysely, sql } from 'kysely';

/** Adds webhooks. */
export async function version25(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.references('channels.id').onDelete('cascade'))
    .addColumn('types', 'text')
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('cursor', 'text', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('delivered_at', 'text')
    .addColumn('tried_at', 'text')
    .addColumn('problem', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', 'integer')
    .addColumn('next_try_at', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('stopped_at', 'text')
    .addColumn('claim', 'text')
    .addColumn('claimed_until', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('webhooks_of_user', ['user_id', 'url'])
    .execute();
  await sql`create index webhooks_failing on webhooks (next_try_at) where failures > 0`.execute(tx);
  await tx.schema.createIndex('webhooks_of_channel').on('webhooks').column('channel_id').execute();
  await tx.schema.createIndex('webhooks_of_organization').on('webhooks').columns(['organization_id', 'id']).execute();
}
