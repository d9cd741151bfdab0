import { type Kysely, sql } from 'kysely';

/** Records of which Data Set a record is that something is attached to. */
export async function version24(tx: Kysely<unknown>): Promise<void> {
  for (const table of ['links', 'trashed_links'])
    await tx.schema
      .alterTable(table)
      .addColumn('data_set', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await sql`update links set data_set = coalesce((select records.data_set from records where records.id = target_id), 0)
    where target_type = 'record'`.execute(tx);
  await sql`update trashed_links set data_set = coalesce(
    (select trashed_records.data_set from trashed_records where trashed_records.id = record_id), 0)`.execute(tx);
  await tx.schema.dropIndex('links_by_resource').execute();
  await tx.schema
    .createIndex('links_by_resource')
    .on('links')
    .columns(['resource_id', 'audience_id', 'data_set'])
    .execute();
}
