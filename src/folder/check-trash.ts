import { type RawBuilder, sql } from 'kysely';

export interface RowCheck {
  /** The message that follows the ID. */
  readonly problem: string;
  readonly ids: RawBuilder<{ id: string }>;
  /** The kind of problem, if not `rows`. */
  readonly kind?: 'search';
}

/** Their rows are being deleted, and are not whole any more. */
export const purging = sql`(select id from trash where is_purging = 1)`;

const marked = { artifact: 'artifacts', data_set: 'data_sets', file: 'files', session: 'sessions', view: 'views' };

const inTrash = (table: string) => sql`(select trashed_at from trash where trash.id = ${sql.ref(`${table}.id`)})`;

/** Contradictions between the trash and what is in it. */
export const trashChecks: readonly RowCheck[] = [
  ...Object.entries(marked).map(([type, table]) => ({
    problem: 'is in the trash and not hidden, or hidden and not in the trash',
    ids: sql<{ id: string }>`select id from ${sql.table(table)} where trashed_at is not ${inTrash(table)}
      union all select id from trash
        where type = ${type} and is_purging = 0 and id not in (select id from ${sql.table(table)})`,
  })),
  {
    problem: 'is in the trash and not hidden, or hidden and not in the trash',
    ids: sql<{ id: string }>`select id from channels
        where trashed_at is not ${inTrash('channels')} and (trashed_at is null or id not in (select id from purged))
      union all select id from trash where type = 'channel' and id not in (select id from channels)`,
  },
  {
    problem: 'is in the trash of another home or owner',
    ids: sql<{ id: string }>`select trash.id from trash join artifacts on artifacts.id = trash.id
        where trash.channel_id is not artifacts.channel_id or trash.owner_id is not artifacts.created_by
      union all select trash.id from trash join files on files.id = trash.id
        where trash.owner_id is not files.created_by
      union all select trash.id from trash join sessions on sessions.id = trash.id
        where trash.owner_id is not sessions.owner_id
      union all select trash.id from trash join views on views.id = trash.id
        where trash.channel_id is not views.channel_id or trash.data_set is not views.data_set
      union all select trash.id from trash join data_sets on data_sets.id = trash.id
        where trash.channel_id is not data_sets.channel_id or trash.data_set is not data_sets.number
          or trash.owner_id is not data_sets.created_by
      union all select trash.id from trash join trashed_records on trashed_records.id = trash.id
        where trash.data_set is not trashed_records.data_set
      union all select id from trash where type = 'channel' and channel_id is not id`,
  },
  {
    problem: 'is a record that is in the trash by half',
    ids: sql<{ id: string }>`select id from trashed_records
        where id not in (select id from trash where type = 'record') or id in (select id from records)
      union all select id from trash
        where type = 'record' and is_purging = 0 and id not in (select id from trashed_records)
      union all select record_id from trashed_links where record_id not in (select id from trash)`,
  },
  {
    problem: 'is attached to a record in the trash but does not exist',
    ids: sql<{ id: string }>`select resource_id as id from trashed_links where resource_id not in (
      select id from artifacts union all select id from files union all select id from sessions)`,
  },
  {
    problem: 'was purged and is still there',
    ids: sql<{ id: string }>`select id from purged where id not in ${purging} and id in (
      select id from artifacts union all select id from files union all select id from sessions
      union all select id from views union all select id from data_sets union all select id from trashed_records
      union all select id from channels where trashed_at is null)`,
  },
];
