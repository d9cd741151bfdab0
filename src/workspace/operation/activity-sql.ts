import { type RawBuilder, sql } from 'kysely';
import type { ActivityAction, ActivityType } from '../../../schemas/activity.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { audiencesOf } from './access.ts';

/** The type and action that readers see for an audited action, such as `file.uploaded`. Others are no changes of content. */
const actions: Readonly<Record<string, ActivityAction>> = {
  created: 'created',
  uploaded: 'created',
  started: 'created',
  updated: 'updated',
  renamed: 'updated',
  sent: 'updated',
  synchronized: 'updated',
  member_set: 'updated',
  member_removed: 'updated',
  imported: 'imported',
  attached: 'attached',
  detached: 'detached',
  deleted: 'deleted',
  purged: 'deleted',
  restored: 'restored',
};

export function changeOf(action: string): { type: ActivityType; action: ActivityAction } | undefined {
  const [kind = '', done = ''] = action.split('.');
  const type = kind === 'message' ? 'session' : kind;
  const seen = actions[done];
  return seen && type in audiences ? { type: type as ActivityType, action: seen } : undefined;
}

interface Event {
  readonly eventId: string;
  readonly resourceId: string;
  readonly subjectId: string | null;
}

const channelOf = (table: string, id: RawBuilder<unknown>) =>
  sql`select channel_id as id from ${sql.table(table)} where id = ${id}`;

/** The channels and people for whom something was, is or will be attached there. */
const audienceOfTarget = (target: RawBuilder<unknown>) => sql`
  select ${target} as id where substr(${target}, 1, 3) = 'ch_'
  union all select data_sets.channel_id from records
    join data_sets on data_sets.number = records.data_set where records.id = ${target}
  union all select owner_id from sessions where id = ${target}`;

/** Who sees a change: readers of these channels, and these people. Each may come twice. */
const audiences: Readonly<Record<ActivityType, (event: Event) => RawBuilder<unknown>>> = {
  channel: ({ resourceId }) => sql`select ${resourceId} as id`,
  post: ({ resourceId }) => channelOf('posts', sql`${resourceId}`),
  comment: ({ resourceId }) => channelOf('comments', sql`${resourceId}`),
  view: ({ resourceId }) => channelOf('views', sql`${resourceId}`),
  data_set: ({ resourceId }) => channelOf('data_sets', sql`${resourceId}`),
  record: ({ subjectId }) => channelOf('data_sets', sql`${subjectId}`),
  artifact: ({ resourceId }) => sql`${channelOf('artifacts', sql`${resourceId}`)}
    union all select created_by from artifacts where id = ${resourceId}`,
  file: ({ resourceId, subjectId }) => sql`select id from (${audienceOfTarget(sql`${subjectId}`)})
    union all select id from (${attachedFor(resourceId)})
    union all select created_by from files where id = ${resourceId}`,
  session: ({ resourceId, subjectId }) => sql`select id from (${audienceOfTarget(sql`${subjectId}`)})
    union all select id from (${attachedFor(resourceId)})
    union all select owner_id from sessions where id = ${resourceId}`,
};

/** The first of them. Something in more places is seen to change in these. */
const attachedFor = (resourceId: string) => sql`
  with recursive ${audiencesOf(sql`${resourceId}`)}
  select id from audience where id is not null limit ${sql.lit(limits.feedsAtOnce)}`;

const insertions = Object.fromEntries(
  Object.entries(audiences).map(([type, audienceOf]) => [
    type,
    prepared((db, event: Event) => ({
      compile: () =>
        sql`insert into change_audiences (event_id, audience)
          select ${event.eventId}, id from (${audienceOf(event)}) where id is not null
          group by id order by id`.compile(db),
    })),
  ]),
);

/** Notes a change for its readers, in the transaction of the change. Rows of one change follow one another. */
export async function noteActivity(tx: Db, action: string, event: Event): Promise<void> {
  const change = changeOf(action);
  if (change) await insertions[change.type]!(tx, event);
}
