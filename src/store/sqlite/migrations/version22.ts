import { type Kysely, sql } from 'kysely';

/** Adds indexes that find channels, Data Sets and Views by their names. A View itself holds its current name. */
export async function version22(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .alterTable('views')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update views set name = coalesce(
    (select name from view_versions where view_versions.id = views.current_version_id), '')`.execute(tx);
  await sql`create index views_named on views (channel_id, folded(name))`.execute(tx);
  await sql`create index data_sets_named on data_sets (channel_id, folded(name))`.execute(tx);
  await sql`create index channels_named on channels (organization_id, folded(name), id)
    where visibility = 'organization'`.execute(tx);
}
