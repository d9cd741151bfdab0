import { type Kysely, sql } from 'kysely';

/** Adds the table `gone`: each kind of which an organisation has something trashed, purged or deleted. */
export async function version23(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .createTable('gone')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('gone_key', ['organization_id', 'kind'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into gone (organization_id, kind)
    select organization_id, type from trash where type in ('artifact', 'file', 'session')
    union select organization_id, 'artifact' from trash where type = 'channel'
    union select organization_id, 'artifact' from purged where id like 'art\\_%' escape '\\'
    union select organization_id, 'file' from purged where id like 'file\\_%' escape '\\'
    union select organization_id, 'session' from purged where id like 'ses\\_%' escape '\\'
    union select organization_id, id from purged where id like 'ot\\_%' escape '\\'
    union select data_sets.organization_id, data_sets.id from data_sets
      join channels on channels.id = data_sets.channel_id
      where data_sets.trashed_at is not null or channels.trashed_at is not null
        or data_sets.number in (select data_set from deleted_records)`.execute(tx);
}
