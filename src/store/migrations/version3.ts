import { type Kysely, sql } from 'kysely';

/** What a team needs: feeds and discussions, accounts, authorization, foreign issuers. */
export async function version3(tx: Kysely<unknown>): Promise<void> {
  await discussions(tx);
  await accounts(tx);
  await authorization(tx);
  await issuers(tx);
}

/** Posts, comments, reactions, the feed and feedback. */
async function discussions(_tx: Kysely<unknown>): Promise<void> {}

/** Users who come and go, passwords, and how often a wrong one was given. */
async function accounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('removed_at', 'text').execute();
  await schema.createIndex('users_by_organization').on('users').columns(['organization_id', 'id']).execute();
  await schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('sign_in_failures_by_age').on('sign_in_failures').column('at').execute();
}

/** Clients, and what the authorization server keeps. */
async function authorization({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('clients')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('redirect_uris', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('registered_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('consents')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (c) => c.notNull().references('clients.id').onDelete('cascade'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('given_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('consents_key', ['user_id', 'client_id'])
    .execute();
  await schema.createIndex('consents_by_client').on('consents').column('client_id').execute();
  await schema
    .createTable('authorizations')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text')
    .addColumn('grant_id', 'text')
    .addColumn('session_uid', 'text')
    .addColumn('consumed_at', 'integer')
    .addColumn('expires_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('authorizations_key', ['kind', 'id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  for (const column of ['client_id', 'grant_id', 'session_uid', 'expires_at'])
    await schema.createIndex(`authorizations_by_${column}`).on('authorizations').column(column).execute();
}

/** Issuers of subject tokens, whom they speak for, and the tokens that were used. */
async function issuers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('issuers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('jwks', 'text')
    .addColumn('jwks_url', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('issuer_subjects')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('issuer_url', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('issuer_subjects_key', ['organization_id', 'issuer_url', 'subject'])
    .execute();
  await schema
    .createTable('used_subject_tokens')
    .addColumn('issuer_url', 'text', (c) => c.notNull())
    .addColumn('token_id', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('used_subject_tokens_key', ['issuer_url', 'token_id'])
    .execute();
  await schema.createIndex('used_subject_tokens_by_expiry').on('used_subject_tokens').column('expires_at').execute();
}
