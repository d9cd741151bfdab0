import { type Kysely, sql } from 'kysely';

/**
 * Adds the trash. Indexes of lists leave out what is in it. Indexes of discussions find what is said of a purged
 * resource.
 */
export async function version15({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('artifacts').addColumn('trashed_at', 'text').execute();
  await schema
    .createTable('trash')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .addColumn('creator_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('trashed_at', 'text', (c) => c.notNull())
    .addColumn('trashed_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('is_purging', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('purged')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('purged_by', 'text', (c) => c.notNull().references('users.id'))
    .execute();
  for (const { table, name, columns } of lists) {
    await schema.dropIndex(name).ifExists().execute();
    await schema.createIndex(name).on(table).columns(columns).where(sql.ref('trashed_at'), 'is', null).execute();
  }
  for (const { table, name, columns } of others) await schema.createIndex(name).on(table).columns(columns).execute();
}

const lists = [
  { table: 'artifacts', name: 'artifacts_by_channel_change', columns: ['channel_id', 'updated_at', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_channel_kind', columns: ['channel_id', 'kind', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_creator', columns: ['created_by', 'channel_id'] },
  { table: 'artifacts', name: 'artifacts_by_creator_change', columns: ['created_by', 'updated_at', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_creator_kind', columns: ['created_by', 'kind', 'id'] },
];

const others = [
  { table: 'trash', name: 'trash_by_creator', columns: ['creator_id', 'is_purging', 'type', 'trashed_at', 'id'] },
  { table: 'trash', name: 'trash_by_channel', columns: ['channel_id', 'is_purging', 'type', 'trashed_at', 'id'] },
  { table: 'trash', name: 'trash_by_age', columns: ['is_purging', 'trashed_at'] },
  { table: 'comments', name: 'comments_by_root', columns: ['channel_id', 'root_id'] },
  { table: 'discussions', name: 'discussions_by_root', columns: ['root_id'] },
  { table: 'reactions', name: 'reactions_by_subject', columns: ['subject_id'] },
];
