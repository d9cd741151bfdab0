import { type Kysely, sql } from 'kysely';

/** Adds the tables of a team: feeds, discussions, accounts, authorization and foreign issuers. */
export async function version3(tx: Kysely<unknown>): Promise<void> {
  await discussions(tx);
  await accounts(tx);
  await authorization(tx);
  await issuers(tx);
}

/** Creates posts, comments, reactions, the feed and feedback. */
async function discussions(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  const said = (table: string) =>
    schema
      .createTable(table)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
      .addColumn('author_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('mentions', 'text', (c) => c.notNull())
      .addColumn('interface', 'text', (c) => c.notNull())
      .addColumn('client_app', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'text');

  await said('posts')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('posts_by_change')
    .on('posts')
    .columns(['organization_id', 'updated_at', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await schema
    .createIndex('posts_by_channel')
    .on('posts')
    .columns(['channel_id', 'updated_at', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await schema
    .createTable('discussions')
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('root_type', 'text', (c) => c.notNull())
    .addColumn('comment_count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('discussions_key', ['channel_id', 'root_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await said('comments')
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('edited_at', 'text')
    .addForeignKeyConstraint('comments_discussion', ['channel_id', 'root_id'], 'discussions', ['channel_id', 'root_id'])
    .execute();
  await schema
    .createIndex('comments_by_discussion')
    .on('comments')
    .columns(['channel_id', 'root_id', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await schema
    .createTable('reactions')
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('reaction', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reactions_key', ['channel_id', 'subject_id', 'reaction', 'user_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema
    .createTable('feed_items')
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text')
    .addColumn('actor_id', 'text', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('feed_items_key', ['channel_id', 'at', 'id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema.createIndex('feed_items_by_subject').on('feed_items').columns(['subject_id', 'channel_id']).execute();
  await schema
    .createTable('feedback')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('query_id', 'text')
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await fillFeeds(tx);
}

/**
 * Fills feeds with the existing content of channels. It covers versions of their artifacts, attachments, and later
 * versions of attached artifacts. The ID of a feed item derives from the resource or version it shows.
 */
async function fillFeeds(tx: Kysely<unknown>): Promise<void> {
  await sql`insert into feed_items (channel_id, at, id, type, subject_id, version_id, actor_id)
    select artifacts.channel_id, version.created_at, 'feed_' || substr(version.id, -26), 'artifact', artifacts.id,
      version.id, version.created_by
    from artifact_versions as version join artifacts on artifacts.id = version.artifact_id
    where artifacts.channel_id is not null`.execute(tx);
  await sql`insert into feed_items (channel_id, at, id, type, subject_id, version_id, actor_id)
    select links.target_id, links.created_at, 'feed_' || substr(links.resource_id, -26), links.resource_type,
      links.resource_id,
      (select version.id from artifact_versions as version
        where version.artifact_id = links.resource_id and (version.created_at <= links.created_at or version.number = 1)
        order by version.number desc limit 1),
      links.created_by
    from links left join artifacts on artifacts.id = links.resource_id
    where links.target_type = 'channel' and artifacts.channel_id is not links.target_id`.execute(tx);
  await sql`insert into feed_items (channel_id, at, id, type, subject_id, version_id, actor_id)
    select links.target_id, version.created_at, 'feed_' || substr(version.id, -26), 'artifact', artifacts.id, version.id,
      version.created_by
    from links
    join artifacts on artifacts.id = links.resource_id and artifacts.channel_id is not links.target_id
    join artifact_versions as version on version.artifact_id = artifacts.id
      and version.created_at > links.created_at and version.number > 1
    where links.target_type = 'channel'`.execute(tx);
}

/** Adds removal and token validity of users, passwords, and counts of failed sign-ins. */
async function accounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('removed_at', 'text').execute();
  await schema
    .alterTable('users')
    .addColumn('tokens_valid_from', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
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

/** Creates clients, and the authorization server's storage. */
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
  await schema.createIndex('clients_by_age').on('clients').columns(['registered_by', 'created_at']).execute();
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
  await schema
    .createIndex('authorizations_by_account')
    .on('authorizations')
    .expression(sql`payload ->> 'accountId'`)
    .execute();
}

/** Creates issuers of subject tokens, their subjects, and the tokens already used. */
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
