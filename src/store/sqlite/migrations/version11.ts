import { type Kysely, sql } from 'kysely';

/**
 * A version is shown in the feeds of many channels by several transactions. Who reads a file is found among those whom it is
 * attached for, and not by each of its links.
 */
export async function version11({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('unshown_versions')
    .addColumn('version_id', 'text', (c) => c.primaryKey().references('artifact_versions.id'))
    .addColumn('shown_to', 'text', (c) => c.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema.createIndex('links_by_resource').on('links').columns(['resource_id', 'audience_id']).execute();
  await schema
    .createIndex('channels_open')
    .on('channels')
    .columns(['organization_id', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('organization'))
    .execute();
}
