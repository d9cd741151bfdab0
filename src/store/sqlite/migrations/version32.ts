import { type Kysely, sql } from 'kysely';

/**
 * Finds people by the part of their address before its `@`, and the managers of a channel. Lists an owner's trash by
 * type. None of these passes through others.
 */
export async function version32(tx: Kysely<unknown>): Promise<void> {
  await sql`create index users_by_address on users (
    organization_id, substr(folded(email), 1, instr(folded(email) || '@', '@') - 1), folded(name), id)
    where removed_at is null`.execute(tx);
  await sql`create index channel_managers on channel_members (channel_id, user_id) where role = 'manager'`.execute(tx);
  await tx.schema.dropIndex('trash_by_owner').execute();
  await tx.schema
    .createIndex('trash_by_owner')
    .on('trash')
    .columns(['owner_id', 'type', 'is_purging', 'trashed_at', 'id'])
    .execute();
}
