import { type Kysely, sql } from 'kysely';

/** Creates Data Sets, records, Views and connected sources. */
export async function version2(tx: Kysely<unknown>): Promise<void> {
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
