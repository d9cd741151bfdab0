import { type Kysely, sql } from 'kysely';

/**
 * Adds the trash. A marked row stays where it is, and indexes of lists leave it out. Other indexes find what belongs to
 * something that is purged.
 */
export async function version20(tx: Kysely<unknown>): Promise<void> {
  await addMarks(tx);
  await addTrash(tx);
  await addTrashedRecords(tx);
  await changeIndexes(tx);
}

async function addMarks({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['artifacts', 'channels', 'data_sets', 'files', 'sessions', 'views'])
    await schema.alterTable(table).addColumn('trashed_at', 'text').execute();
}

async function addTrash({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('trash')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.references('users.id'))
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .addColumn('data_set', 'integer')
    .addColumn('name', 'text')
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
}

async function addTrashedRecords({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('trashed_records')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('data_set', 'integer', (c) => c.notNull())
    .addColumn('row', 'text', (c) => c.notNull())
    .addColumn('interface', 'text')
    .addColumn('agent', 'integer', (c) => c.references('agents.number'))
    .execute();
  await schema
    .createTable('trashed_links')
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addColumn('resource_type', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('audience_id', 'text')
    .addColumn('resource_at', 'text')
    .addColumn('is_astray', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('trashed_links_key', ['record_id', 'resource_id'])
    .execute();
}

async function changeIndexes({ schema }: Kysely<unknown>): Promise<void> {
  for (const { table, name, columns } of lists) {
    await schema.dropIndex(name).ifExists().execute();
    await schema.createIndex(name).on(table).columns(columns).where(sql.ref('trashed_at'), 'is', null).execute();
  }
  for (const { table, name, columns, of } of others) {
    const index = schema.createIndex(name).on(table).columns(columns);
    await (of ? index.where(sql.ref(of), 'is not', null) : index).execute();
  }
}

const lists = [
  { table: 'artifacts', name: 'artifacts_by_channel_change', columns: ['channel_id', 'updated_at', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_channel_kind', columns: ['channel_id', 'kind', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_creator', columns: ['created_by', 'channel_id'] },
  { table: 'artifacts', name: 'artifacts_by_creator_change', columns: ['created_by', 'updated_at', 'id'] },
  { table: 'artifacts', name: 'artifacts_by_creator_kind', columns: ['created_by', 'kind', 'id'] },
  { table: 'files', name: 'files_by_creator', columns: ['created_by', 'id'] },
  { table: 'files', name: 'files_by_creator_time', columns: ['created_by', 'created_at', 'id'] },
  { table: 'files', name: 'files_by_creator_home', columns: ['created_by', 'home'] },
  { table: 'sessions', name: 'sessions_by_organization', columns: ['organization_id', 'id'] },
  { table: 'sessions', name: 'sessions_by_owner', columns: ['owner_id', 'updated_at', 'id'] },
  { table: 'sessions', name: 'sessions_by_owner_id', columns: ['owner_id', 'id'] },
];

const others = [
  { table: 'trash', name: 'trash_by_owner', columns: ['owner_id', 'is_purging', 'trashed_at', 'id'] },
  { table: 'trash', name: 'trash_by_channel', columns: ['channel_id', 'is_purging', 'trashed_at', 'id'] },
  { table: 'trash', name: 'trash_by_type', columns: ['organization_id', 'type', 'is_purging', 'trashed_at', 'id'] },
  { table: 'trash', name: 'trash_by_data_set', columns: ['data_set'], of: 'data_set' },
  { table: 'trash', name: 'trash_by_age', columns: ['is_purging', 'trashed_at'] },
  { table: 'trashed_links', name: 'trashed_links_by_resource', columns: ['resource_id'] },
  { table: 'channels', name: 'channels_trashed', columns: ['organization_id'], of: 'trashed_at' },
  { table: 'comments', name: 'comments_by_root', columns: ['channel_id', 'root_id'] },
  { table: 'discussions', name: 'discussions_by_root', columns: ['root_id'] },
  { table: 'reactions', name: 'reactions_by_subject', columns: ['subject_id'] },
  { table: 'posts', name: 'posts_deleted', columns: ['channel_id'], of: 'deleted_at' },
  { table: 'feedback', name: 'feedback_by_query', columns: ['query_id'], of: 'query_id' },
  { table: 'queries', name: 'queries_by_session', columns: ['session_id'] },
  { table: 'queries', name: 'queries_by_message', columns: ['message_id'] },
  { table: 'queries', name: 'queries_by_answer', columns: ['answer_message_id'], of: 'answer_message_id' },
  { table: 'queries', name: 'queries_by_view', columns: ['view_id'], of: 'view_id' },
];
