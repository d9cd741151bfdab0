import { type Kysely, sql } from 'kysely';

/** Lists the trash by type, so that none passes through entries of others: one call deletes a thousand records. */
export async function version9({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('trash_by_channel').execute();
  await schema
    .createIndex('trash_by_channel')
    .on('trash')
    .columns(['channel_id', 'type', 'is_purging', 'trashed_at', 'id'])
    .execute();
  await schema.dropIndex('trash_by_data_set').execute();
  await schema
    .createIndex('trash_by_data_set')
    .on('trash')
    .columns(['data_set', 'type', 'is_purging', 'trashed_at', 'id'])
    .where(sql.ref('data_set'), 'is not', null)
    .execute();
}
