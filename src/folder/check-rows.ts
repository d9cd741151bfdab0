import { sql } from 'kysely';
import { everyRecordHas } from '../query/catalogue.ts';
import { isUnmanaged } from '../workspace/people/succession.ts';
import { purging, type RowCheck, trashChecks } from './check-trash.ts';

export const hasTable = sql<boolean>`exists (
  select 1 from sqlite_schema where type = 'table' and name = 'data_' || data_sets.number)`;

/** Queue entries of passages that wait for removal and belong to nothing. */
const isOfNothing = sql`version_id = '' and resource_type <> 'data_set'`;

/** Contradictions between rows that no key or constraint prevents. */
export const rowChecks: readonly RowCheck[] = [
  {
    problem: 'is linked from a row that does not exist',
    ids: sql<{ id: string }>`select resource_id as id from links where
      (resource_type = 'artifact' and resource_id not in (select id from artifacts))
      or (resource_type = 'file' and resource_id not in (select id from files))
      or (resource_type = 'session' and resource_id not in (select id from sessions))`,
  },
  {
    problem: 'is a link target that does not exist',
    ids: sql<{ id: string }>`select target_id as id from links where
      (target_type = 'channel' and target_id not in (select id from channels))
      or (target_type = 'session' and target_id not in (select id from sessions))
      or (target_type = 'record' and target_id not in (select id from records))`,
  },
  {
    problem: 'has no current version',
    ids: sql<{ id: string }>`select artifacts.id from artifacts
      left join artifact_versions as version on version.id = artifacts.current_version_id and version.artifact_id = artifacts.id
      where version.id is null and artifacts.id not in ${purging}
        and coalesce(artifacts.channel_id not in ${purging}, true)`,
  },
  {
    problem: 'counts its messages wrongly',
    ids: sql<{ id: string }>`select id from sessions
      where message_count <> (select count(*) from messages where session_id = sessions.id) and id not in ${purging}`,
  },
  {
    problem: 'has lost one of its versions',
    ids: sql<{
      id: string;
    }>`select artifact_id as id from artifact_versions
        group by artifact_id having count(*) <> max(number) or min(number) <> 1
      union all select view_id from view_versions
        group by view_id having count(*) <> max(number) or min(number) <> 1`,
  },
  {
    problem: 'shows an earlier version than its newest',
    ids: sql<{ id: string }>`select artifacts.id from artifacts
        join artifact_versions as version on version.id = artifacts.current_version_id
        where version.number < (select max(number) from artifact_versions where artifact_id = artifacts.id)
      union all select views.id from views join view_versions as version on version.id = views.current_version_id
        where version.number < (select max(number) from view_versions where view_id = views.id)`,
  },
  {
    problem: 'has no current version',
    ids: sql<{ id: string }>`select views.id from views
      left join view_versions as version on version.id = views.current_version_id and version.view_id = views.id
      where version.id is null`,
  },
  {
    problem: 'has another name than its current version',
    ids: sql<{ id: string }>`select views.id from views
      join view_versions as version on version.id = views.current_version_id where version.name <> views.name`,
  },
  {
    problem: 'has no entry in the search index',
    kind: 'search',
    ids: sql<{ id: string }>`select resource.id from (
        select id, current_version_id as version_id from artifacts
        union all select id, text_version_id from files union all select id, id from sessions
        union all select id, cast(version as text) from posts where deleted_at is null) as resource
      where not exists (
        select 1 from passages where passages.resource_id = resource.id and passages.version_id = resource.version_id)
      union all select records.id from records join data_sets on data_sets.number = records.data_set
      where not exists (select 1 from passages where passages.resource_id = records.id)
      and not exists (select 1 from index_queue as queued
        where queued.resource_id = data_sets.id and queued.version_id <= records.id)
      and not exists (select 1 from pending_rows as pending
        where pending.data_set = data_sets.number and records.id between pending.first_id and pending.last_id)`,
  },
  {
    problem: 'has an entry in the search index but does not exist',
    kind: 'search',
    ids: sql<{ id: string }>`select distinct resource_id as id from passages
      where resource_id not in (select resource_id from index_queue where ${isOfNothing}) and (
      (resource_type = 'record' and resource_id not in (select id from records))
      or (resource_type = 'post' and resource_id not in (select id from posts where deleted_at is null))
      or (resource_type = 'artifact' and resource_id not in (select id from artifacts))
      or (resource_type = 'file' and resource_id not in (select id from files))
      or (resource_type = 'session' and resource_id not in (select id from sessions)))`,
  },
  {
    problem: 'is a passage that the full-text index does not have',
    kind: 'search',
    ids: sql<{ id: string }>`select distinct resource_id || ' (passage ' || id || ')' as id from passages
      where id not in (select id from passage_words_docsize)`,
  },
  {
    problem: 'is indexed among the texts of no home',
    kind: 'search',
    ids: sql<{
      id: string;
    }>`select distinct resource_id as id from passages where home not in (select number from homes)`,
  },
  {
    problem: 'is looked up in another home than its text',
    kind: 'search',
    ids: sql<{ id: string }>`select distinct files.id from files join passages on passages.resource_id = files.id
      where passages.home <> files.home`,
  },
  {
    problem: 'is the home of nobody',
    kind: 'search',
    ids: sql<{ id: string }>`select owner_id as id from homes where owner_id not in (
      select id from organizations union all select id from users union all select id from channels)`,
  },
  {
    problem: 'is linked for another audience than the readers of that place',
    ids: sql<{ id: string }>`select resource_id as id from links where audience_id is not case
      when resource_type = 'artifact' then null
      when target_type = 'channel' then target_id
      when target_type = 'session' then (select owner_id from sessions where sessions.id = target_id)
      else (select data_sets.channel_id from records join data_sets on data_sets.number = records.data_set
        where records.id = target_id) end
      or resource_at is not (select created_at from files where files.id = links.resource_id)
      or data_set <> coalesce((select records.data_set from records where records.id = target_id), 0)`,
  },
  {
    problem: 'is in the full-text index but is not a passage',
    kind: 'search',
    ids: sql<{
      id: string;
    }>`select 'passage ' || id as id from passage_words_docsize where id not in (select id from passages)`,
  },
  {
    problem: 'is waiting to be indexed but does not exist',
    kind: 'search',
    ids: sql<{ id: string }>`select resource_id as id from index_queue where not (${isOfNothing}) and (
      (resource_type = 'file' and resource_id not in (select id from files))
      or (resource_type = 'artifact' and resource_id not in (select id from artifacts))
      or (resource_type = 'post' and resource_id not in (select id from posts))
      or (resource_type = 'record' and resource_id not in (select id from records))
      or (resource_type = 'data_set' and resource_id not in (select id from data_sets)))`,
  },
  {
    problem: 'has a text that is neither there nor known to be missing',
    ids: sql<{ id: string }>`select file_id as id from file_texts
      where (status = 'ready') <> (sha256 is not null and size is not null) or (status = 'none') <> (reason is not null)`,
  },
  {
    problem: 'is discussed but does not exist',
    ids: sql<{ id: string }>`select root_id as id from discussions where channel_id not in ${purging} and (
      (root_type = 'post' and not exists (select 1 from posts where id = root_id and posts.channel_id = discussions.channel_id))
      or (root_type = 'artifact' and root_id not in (select id from artifacts))
      or (root_type = 'file' and root_id not in (select id from files))
      or (root_type = 'session' and root_id not in (select id from sessions))
      or (root_type = 'record' and root_id not in (select id from records union all select id from trashed_records)
        and root_id not in ${purging}))`,
  },
  {
    problem: 'has a discussion that counts its comments wrongly',
    ids: sql<{ id: string }>`select root_id as id from discussions
      where channel_id not in ${purging} and root_id not in ${purging} and comment_count <> (
      select count(*) from comments where comments.channel_id = discussions.channel_id
      and comments.root_id = discussions.root_id and comments.deleted_at is null)`,
  },
  {
    problem: 'is told to somebody but does not exist',
    ids: sql<{ id: string }>`select distinct said_id as id from inbox_items as told where not exists (
      select 1 from posts where posts.id = said_id and posts.channel_id = told.channel_id and deleted_at is null
      union all select 1 from comments where comments.id = said_id and comments.channel_id = told.channel_id
        and deleted_at is null)`,
  },
  {
    problem: 'is a used invitation without an account, or an account without its use',
    ids: sql<{ id: string }>`select id from invitations where (used_at is null) <> (user_id is null)`,
  },
  {
    problem: 'is reacted to but does not exist',
    ids: sql<{
      id: string;
    }>`select distinct subject_id as id from reactions where channel_id not in ${purging} and not exists (
      select 1 from comments where comments.id = subject_id and comments.channel_id = reactions.channel_id
      union all select 1 from posts where posts.id = subject_id and posts.channel_id = reactions.channel_id
      union all select 1 from artifacts where artifacts.id = subject_id
      union all select 1 from files where files.id = subject_id
      union all select 1 from sessions where sessions.id = subject_id
      union all select 1 from records where records.id = subject_id
      union all select 1 from trashed_records where trashed_records.id = subject_id)`,
  },
  {
    problem: 'is in the feed of a channel that it is not in',
    ids: sql<{ id: string }>`select distinct subject_id as id from feed_items as item
      where channel_id not in ${purging} and subject_id not in ${purging} and not exists (
      select 1 from posts where item.type = 'post' and posts.id = item.subject_id
        and posts.channel_id = item.channel_id and posts.deleted_at is null
      union all select 1 from artifacts join artifact_versions as version on version.artifact_id = artifacts.id
        where item.type = 'artifact' and artifacts.id = item.subject_id and version.id = item.version_id
        and (artifacts.channel_id = item.channel_id or exists (select 1 from links
          where resource_id = artifacts.id and target_type = 'channel' and target_id = item.channel_id))
      union all select 1 from links where item.type in ('file', 'session') and resource_type = item.type
        and resource_id = item.subject_id and target_type = 'channel' and target_id = item.channel_id)`,
  },
  {
    problem: 'is in the feed of a channel twice',
    ids: sql<{ id: string }>`select subject_id as id from feed_items
      group by channel_id, type, subject_id, version_id having count(*) > 1`,
  },
  {
    problem: 'is missing from the feed of a channel that it is in',
    ids: sql<{ id: string }>`select distinct placed.id from (
        select id, channel_id, null as version_id from posts where deleted_at is null
        union all select artifacts.id, artifacts.channel_id, version.id from artifacts
          join artifact_versions as version on version.artifact_id = artifacts.id
          where artifacts.channel_id is not null and artifacts.id not in ${purging}
            and (version.id = artifacts.current_version_id or version.number > (select min(shown.number)
              from feed_items as item join artifact_versions as shown on shown.id = item.version_id
              where item.subject_id = artifacts.id and item.channel_id = artifacts.channel_id))
        union all select resource_id, channels.id as channel_id, null from links
          join channels on channels.id = links.target_id
          where target_type = 'channel' and resource_id not in ${purging}) as placed
      where placed.channel_id not in ${purging} and not exists (
        select 1 from feed_items as item where item.subject_id = placed.id
        and item.channel_id = placed.channel_id and (placed.version_id is null or item.version_id = placed.version_id))`,
  },
  {
    problem: 'is a query whose answer is not in its session',
    ids: sql<{
      id: string;
    }>`select queries.id from queries where (queries.status = 'completed') <> (queries.answer is not null)
      or (queries.status = 'completed') <> exists (select 1 from messages
        where messages.id = queries.answer_message_id and messages.role = 'assistant'
        and messages.session_id = queries.session_id)`,
  },
  {
    problem: 'is a query whose question is not in its session',
    ids: sql<{ id: string }>`select queries.id from queries where not exists (select 1 from messages
      where messages.id = queries.message_id and messages.role = 'user' and messages.session_id = queries.session_id)`,
  },
  {
    problem: 'is a query that is open and has ended',
    ids: sql<{ id: string }>`select id from queries
      where (status in ('queued', 'running')) <> (completed_at is null)`,
  },
  {
    problem: 'is a query whose answer was given before it ended',
    ids: sql<{ id: string }>`select id from queries where given_at is not null and completed_at is null`,
  },
  {
    problem: 'is feedback on a query that does not exist',
    ids: sql<{
      id: string;
    }>`select id from feedback where query_id is not null and query_id not in (select id from queries)`,
  },
  {
    problem: 'is a private channel without a manager',
    ids: sql<{ id: string }>`select id from channels where ${isUnmanaged} and trashed_at is null`,
  },
  {
    problem: 'has no table for its records',
    ids: sql<{ id: string }>`select id from data_sets where not ${hasTable}`,
  },
  {
    problem: 'has a field without a column',
    ids: sql<{ id: string }>`select distinct data_sets.id from data_sets
      join data_set_fields as field on field.data_set = data_sets.number
      where not exists (select 1 from pragma_table_info('data_' || field.data_set) where name = 'f' || field.number)`,
  },
  {
    problem: 'has a learned index of a field that it lacks',
    ids: sql<{ id: string }>`select data_sets.id from learned_indexes
      join data_sets on data_sets.number = learned_indexes.data_set
      where substr(learned_by || ' ', 1, instr(learned_by || ' ', ' ') - 1) not in (
        select key from data_set_fields where data_set = learned_indexes.data_set
        union all select value from json_each(${JSON.stringify(everyRecordHas.map(({ key }) => key))}))`,
  },
  {
    problem: 'is a record of no Data Set',
    ids: sql<{ id: string }>`select id from records
      where data_set not in (select number from data_sets union all select data_set from pending_rows)`,
  },
  {
    problem: 'comes from a source but does not exist',
    ids: sql<{ id: string }>`select record_id as id from source_rows
      where not exists (select 1 from records where id = record_id and records.data_set = source_rows.data_set)`,
  },
  {
    problem: 'is in a Data Set of a source, and no row of that is known to be it',
    ids: sql<{ id: string }>`select records.id from records join sources on sources.data_set = records.data_set
      where records.id not in (select record_id from source_rows)`,
  },
  ...trashChecks,
  {
    problem: 'is in the catalogue as deleted and is still there',
    ids: sql<{ id: string }>`select id from deleted_records where id in (select id from records)`,
  },
  {
    problem: 'has versions but does not exist',
    ids: sql<{ id: string }>`select distinct record_id as id from record_versions
      where record_id not in (select id from records union all select id from trashed_records)
        and record_id not in (select record_id from ended_histories)`,
  },
  {
    problem: 'is there, and its versions wait to be deleted',
    ids: sql<{ id: string }>`select record_id as id from ended_histories where record_id in (select id from records)`,
  },
  {
    problem: 'has a source that fills a field which does not exist',
    ids: sql<{ id: string }>`select distinct data_sets.id from source_columns
      join data_sets on data_sets.number = source_columns.data_set
      where not exists (select 1 from data_set_fields as field
        where field.data_set = source_columns.data_set and field.number = source_columns.field)`,
  },
  {
    problem: 'has rows of an import that ended a day ago or longer',
    ids: sql<{ id: string }>`select 'data_' || data_set as id from pending_rows
      where claimed_until < 1000 * (unixepoch() - 24 * 3600)`,
  },
  {
    problem: 'is an audit event of nobody',
    ids: sql<{ id: string }>`select id from audit_events where user_id not in (select id from users)`,
  },
  {
    problem: 'is a View of a Data Set in another channel',
    ids: sql<{ id: string }>`select views.id from views join data_sets on data_sets.number = views.data_set
      where data_sets.channel_id <> views.channel_id`,
  },
  {
    problem: 'is a version of a View with another renderer than its definition has',
    ids: sql<{ id: string }>`select id from view_versions
      where case when json_valid(definition) then renderer is not definition ->> '$.renderer' else true end`,
  },
  {
    problem: 'is one installation of several',
    ids: sql<{ id: string }>`select id from installation where (select count(*) from installation) > 1`,
  },
];
