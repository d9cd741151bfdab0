import { type Kysely, sql } from 'kysely';

/**
 * Adds the inbox: whom a post or comment concerns, and who made somebody a member. It also keeps until when a person has
 * seen it. Earlier posts and comments are in it too, and count as seen.
 */
export async function version19(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  await schema
    .createTable('inbox_items')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('said_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull().references('channels.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('inbox_items_key', ['user_id', 'kind', 'at', 'said_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema.createIndex('inbox_items_by_said').on('inbox_items').columns(['said_id', 'user_id']).execute();
  await schema.createIndex('inbox_items_by_channel').on('inbox_items').column('channel_id').execute();
  await tellOfMentions(tx);
  await tellOfComments(tx);
  await rememberWhoAdded(tx);
  await schema
    .alterTable('users')
    .addColumn('inbox_seen_until', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update users set inbox_seen_until = ${new Date().toISOString()}`.execute(tx);
  await sql`create index queries_by_end on queries (user_id, completed_at, id)
    where status in ('completed', 'failed')`.execute(tx);
  await sql`create index links_by_channel_time on links (target_id, created_at, resource_id, created_by)
    where target_type = 'channel'`.execute(tx);
}

async function tellOfMentions(tx: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'comments'])
    await sql`insert or ignore into inbox_items (user_id, kind, at, said_id, channel_id)
      select mentioned.value, 'mention', said.created_at, said.id, said.channel_id
      from ${sql.table(table)} as said, json_each(said.mentions, '$.mentionedUserIds') as mentioned
      where said.deleted_at is null and mentioned.value <> said.author_id
        and mentioned.value in (select id from users)`.execute(tx);
}

/** Comments are told to whoever made their root, unless they mention them. */
async function tellOfComments(tx: Kysely<unknown>): Promise<void> {
  await sql`insert into inbox_items (user_id, kind, at, said_id, channel_id)
    select owner_id, kind, created_at, id, channel_id from (
      select comments.id, comments.created_at, comments.channel_id, comments.author_id,
        iif(discussions.root_type = 'post', 'reply', 'comment') as kind,
        case discussions.root_type
          when 'post' then (select author_id from posts where posts.id = comments.root_id)
          when 'artifact' then (select created_by from artifacts where artifacts.id = comments.root_id)
          when 'file' then (select created_by from files where files.id = comments.root_id)
          else (select owner_id from sessions where sessions.id = comments.root_id) end as owner_id
      from comments join discussions
        on discussions.channel_id = comments.channel_id and discussions.root_id = comments.root_id
      where comments.deleted_at is null) as said
    where owner_id <> author_id and not exists (
      select 1 from inbox_items as told where told.said_id = said.id and told.user_id = owner_id)`.execute(tx);
}

async function rememberWhoAdded(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .alterTable('channel_members')
    .addColumn('added_by', 'text', (c) => c.references('users.id'))
    .execute();
  await sql`update channel_members set added_by = event.user_id from (
      select resource_id, subject_id, user_id, min(id) from audit_events
      where action = 'channel.member_set' group by resource_id, subject_id) as event
    where event.resource_id = channel_members.channel_id and event.subject_id = channel_members.user_id
      and event.user_id in (select id from users)`.execute(tx);
  await sql`create index channel_members_by_time on channel_members (user_id, created_at, channel_id)
    where added_by <> user_id`.execute(tx);
}
