import { type Kysely, sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import { createFullTextIndex } from './fulltext.ts';
import type { Db } from './database.ts';

/** Each brings the schema one version forward; a released one never changes. */
const migrations: ((tx: Kysely<unknown>) => Promise<void>)[] = [version1, version2];

/** Brings an older or empty database to the newest version, within the caller's transaction; a newer one is left alone. */
export async function migrate(tx: Db, path: string): Promise<void> {
  const current = await refuseNewer(tx, path);
  for (const migration of migrations.slice(current)) await migration(tx as unknown as Kysely<unknown>);
  if (current < migrations.length) await sql.raw(`PRAGMA user_version = ${migrations.length}`).execute(tx);
}

/** The version of a database that this release can read. */
export async function refuseNewer(db: Db, path: string): Promise<number> {
  const current = await schemaVersion(db);
  if (current <= migrations.length) return current;
  throw new WorkspaceError(
    'unavailable',
    `${path} was written by a newer release (schema ${current}, this one knows ${migrations.length}). Update workspace-mcp; nothing was changed.`,
  );
}

export const hasSchema = async (db: Db): Promise<boolean> => (await schemaVersion(db)) > 0;

async function schemaVersion(tx: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(tx);
  return rows[0]?.user_version ?? 0;
}

async function version1(tx: Kysely<unknown>): Promise<void> {
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

/** Data Sets, records, Views and connected sources. */
async function version2(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await schema
    .alterTable('organizations')
    .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo(here))
    .execute();
  await schema
    .createTable('data_sets')
    .addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('record_count', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('read_only', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('updated_by', 'text', (c) => c.notNull().references('users.id'))
    .addUniqueConstraint('data_sets_object_type', ['channel_id', 'object_type'])
    .execute();
  await schema
    .createTable('data_set_fields')
    .addColumn('data_set', 'integer', (c) => c.notNull().references('data_sets.number'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('required', 'integer', (c) => c.notNull())
    .addColumn('multiple', 'integer', (c) => c.notNull())
    .addColumn('from_source', 'integer', (c) => c.notNull())
    .addColumn('options', 'text')
    .addPrimaryKeyConstraint('data_set_fields_key', ['data_set', 'number'])
    .addUniqueConstraint('data_set_fields_name', ['data_set', 'key'])
    .execute();
  for (const table of ['records', 'deleted_records']) {
    await schema
      .createTable(table)
      .addColumn('id', 'text', (c) => c.notNull().primaryKey())
      .addColumn('data_set', 'integer', (c) => c.notNull())
      .modifyEnd(sql`without rowid`)
      .execute();
  }
  await schema
    .createTable('views')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('data_set', 'integer', (c) => c.notNull().references('data_sets.number'))
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('current_version_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addUniqueConstraint('views_slug', ['channel_id', 'slug'])
    .execute();
  await schema.createIndex('views_by_data_set').on('views').column('data_set').execute();
  await schema
    .createTable('view_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('view_id', 'text', (c) => c.notNull().references('views.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('renderer', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addUniqueConstraint('view_versions_number', ['view_id', 'number'])
    .execute();
  await schema
    .createTable('sources')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('data_set', 'integer', (c) => c.notNull().unique().references('data_sets.number'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('table_name', 'text')
    .addColumn('key_column', 'text', (c) => c.notNull())
    .addColumn('every_minutes', 'integer', (c) => c.notNull())
    .addColumn('tried_at', 'text', (c) => c.notNull())
    .addColumn('synchronized_at', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('source_columns')
    .addColumn('data_set', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('field', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_columns_key', ['data_set', 'name'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema
    .createTable('source_rows')
    .addColumn('data_set', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_rows_key', ['data_set', 'key'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
