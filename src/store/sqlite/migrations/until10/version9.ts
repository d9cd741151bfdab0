import { type Kysely, sql } from 'kysely';

/** Records who opened a sign-in, and from where a client registered, so that nobody can use up the shared room. */
export async function version9(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  await schema.alterTable('authorizations').addColumn('opened_by', 'text').execute();
  await schema
    .createIndex('authorizations_by_opener')
    .on('authorizations')
    .columns(['opened_by', 'expires_at'])
    .where(sql.ref('opened_by'), 'is not', null)
    .execute();
  await schema.alterTable('clients').addColumn('registered_from', 'text').execute();
  await sql`update clients set registered_from = '' where registered_by = 'client'
    and not exists (select 1 from authorizations where client_id = clients.id)`.execute(tx);
  await schema
    .createIndex('clients_by_origin')
    .on('clients')
    .columns(['registered_from', 'created_at'])
    .where(sql.ref('registered_from'), 'is not', null)
    .execute();
  await schema.dropIndex('clients_by_age').execute();
}
