import { type RawBuilder, sql } from 'kysely';
import type { RowCheck } from './check-trash.ts';

interface Naming {
  /** The column that identifies the row. */
  readonly key?: string;
  /** The column and table of the row's container; absent if the row has its own organization. */
  readonly within?: readonly [column: string, table: string];
  /** Columns with IDs of things that have an organization, with their tables. */
  readonly names: Readonly<Record<string, 'users' | 'channels' | 'sessions' | 'queries'>>;
}

const inChannel = ['channel_id', 'channels'] as const;

const namings: Readonly<Record<string, Naming>> = {
  channels: { names: { created_by: 'users', updated_by: 'users' } },
  channel_members: { key: 'user_id', within: inChannel, names: { user_id: 'users', added_by: 'users' } },
  files: { names: { created_by: 'users' } },
  file_texts: { key: 'file_id', within: ['file_id', 'files'], names: { owner_id: 'users' } },
  artifacts: { names: { created_by: 'users', channel_id: 'channels' } },
  artifact_versions: { within: ['artifact_id', 'artifacts'], names: { created_by: 'users' } },
  sessions: { names: { owner_id: 'users', channel_id: 'channels' } },
  posts: { names: { author_id: 'users', channel_id: 'channels' } },
  comments: { within: inChannel, names: { author_id: 'users' } },
  reactions: { key: 'subject_id', within: inChannel, names: { user_id: 'users' } },
  feed_items: { within: inChannel, names: { actor_id: 'users' } },
  inbox_items: { key: 'said_id', within: inChannel, names: { user_id: 'users' } },
  data_sets: { names: { created_by: 'users', updated_by: 'users', channel_id: 'channels' } },
  views: { within: inChannel, names: { created_by: 'users' } },
  queries: { names: { user_id: 'users', session_id: 'sessions', channel_id: 'channels' } },
  trash: { names: { owner_id: 'users', trashed_by: 'users', channel_id: 'channels' } },
  purged: { names: { purged_by: 'users' } },
  feedback: { names: { user_id: 'users', query_id: 'queries' } },
  idempotency_keys: { key: 'key', names: { user_id: 'users' } },
  invitations: { names: { user_id: 'users', channel_id: 'channels' } },
  webhooks: { names: { user_id: 'users', channel_id: 'channels' } },
  issuer_subjects: { key: 'subject', names: { user_id: 'users' } },
};

const problem = 'names something of another organisation, or of none';

/** Rows that name something of another organization, whose members may not see it. */
export const organizationChecks: readonly RowCheck[] = [
  ...Object.entries(namings).flatMap(([table, { key = 'id', within, names }]) =>
    Object.entries(names).map(([column, named]) => ({
      problem,
      ids: sql<{
        id: string;
      }>`select ${ofRow(key)} || ${` (${column} of ${table})`} as id from ${sql.table(table)} as row
        where ${ofRow(column)} is not null and ${organizationOf(named, column)} is not ${
          within ? organizationOf(within[1], within[0]) : ofRow('organization_id')
        }`,
    })),
  ),
  {
    problem,
    ids: sql<{ id: string }>`select resource_id || ' (target_id of links)' as id from links as row
      where case target_type
        when 'channel' then ${organizationOf('channels', 'target_id')}
        when 'session' then ${organizationOf('sessions', 'target_id')}
        else (select data_sets.organization_id from records join data_sets on data_sets.number = records.data_set
          where records.id = target_id) end
      is not case resource_type
        when 'artifact' then ${organizationOf('artifacts', 'resource_id')}
        when 'file' then ${organizationOf('files', 'resource_id')}
        else ${organizationOf('sessions', 'resource_id')} end`,
  },
  {
    problem: 'is a change that another organisation is told of',
    ids: sql<{ id: string }>`select row.id from (
        select id, organization_id, audience from audit_events where audience is not null
        union all select id, organization_id, told.audience from change_audiences as told
          join audit_events on audit_events.number = told.event) as row
      where organization_id <> coalesce(${organizationOf('channels', 'audience')},
        ${organizationOf('users', 'audience')}, iif(audience glob 'org_*', audience, organization_id))`,
  },
];

function ofRow(column: string): RawBuilder<unknown> {
  return sql.ref(`row.${column}`);
}

function organizationOf(table: string, column: string): RawBuilder<unknown> {
  return sql`(select there.organization_id from ${sql.table(table)} as there where there.id = ${ofRow(column)})`;
}
