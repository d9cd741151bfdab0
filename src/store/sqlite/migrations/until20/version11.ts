import { type Kysely, sql } from 'kysely';

/**
 * Registers versions whose feed items are written in several transactions. Adds indexes that find the readers of a file
 * by audience, not by each link.
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
