import { type Kysely, sql } from 'kysely';

/** Creates channels, files, artifacts, sessions and their search index. */
export async function version1(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  const text = (table: string) => schema.createTable(table).addColumn('id', 'text', (id) => id.primaryKey());

  await text('installation')
    .addColumn('cursor_secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await text('organizations')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('max_upload_bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await text('users')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await text('channels')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('open_writing', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('updated_by', 'text', (c) => c.notNull().references('users.id'))
    .addUniqueConstraint('channels_slug', ['organization_id', 'slug'])
    .execute();
  await schema.createIndex('channels_by_name').on('channels').columns(['organization_id', 'name', 'id']).execute();
  await schema
    .createTable('channel_members')
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('channel_members_key', ['channel_id', 'user_id'])
    .execute();

  await text('files')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .execute();
  await schema.createIndex('files_by_organization').on('files').columns(['organization_id', 'id']).execute();
  await schema.createIndex('files_by_creation').on('files').columns(['organization_id', 'created_at', 'id']).execute();
  await schema.createIndex('files_by_digest').on('files').column('sha256').execute();

  await text('artifacts')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('current_version_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('artifacts_by_change')
    .on('artifacts')
    .columns(['organization_id', 'updated_at', 'id'])
    .execute();
  await schema.createIndex('artifacts_by_organization').on('artifacts').columns(['organization_id', 'id']).execute();
  await schema.createIndex('artifacts_by_channel').on('artifacts').columns(['channel_id', 'id']).execute();
  await text('artifact_versions')
    .addColumn('artifact_id', 'text', (c) => c.notNull().references('artifacts.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('client_app', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('content', 'blob', (c) => c.notNull())
    .addUniqueConstraint('artifact_versions_number', ['artifact_id', 'number'])
    .execute();

  await schema
    .createTable('links')
    .addColumn('resource_type', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('links_key', ['resource_id', 'target_type', 'target_id'])
    .execute();
  await schema
    .createIndex('links_by_target')
    .on('links')
    .columns(['target_type', 'target_id', 'resource_type', 'resource_id'])
    .execute();

  await text('sessions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('sessions_by_organization').on('sessions').columns(['organization_id', 'id']).execute();
  await schema.createIndex('sessions_by_owner').on('sessions').columns(['owner_id', 'updated_at', 'id']).execute();
  await text('messages')
    .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('messages_by_session').on('messages').columns(['session_id', 'id']).execute();

  await text('audit_events')
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('client_app', 'text')
    .execute();
  await schema
    .createTable('idempotency_keys')
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request_sha256', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'operation', 'key'])
    .execute();
  await schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at').execute();

  await schema
    .createTable('passages')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('resource_type', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('passages_by_resource').on('passages').columns(['resource_id', 'version_id']).execute();
  await schema
    .createTable('index_queue')
    .addColumn('resource_id', 'text', (c) => c.primaryKey())
    .addColumn('resource_type', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('next_offset', 'integer', (c) => c.notNull())
    .addColumn('queued_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('index_queue_by_age').on('index_queue').column('queued_at').execute();
  await createFullTextIndex(tx);
}

/** Version 6 replaces this index. */
async function createFullTextIndex(tx: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIRTUAL TABLE passage_words USING fts5(
    title, body, content='passages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')`.execute(tx);
  await sql`CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, title, body) VALUES (new.id, new.title, new.body);
  END`.execute(tx);
  await sql`CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
  END`.execute(tx);
}
