import { type RawBuilder, sql } from 'kysely';
import type { ActivityAction, ActivityType } from '../../../schemas/activity.ts';
import type { ClientApp } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { engineOf } from '../../store/engine.ts';
import { prepared, preparedWrite } from '../../store/prepared.ts';
import type { ViaColumns } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';
import { audiencesOf } from './access.ts';

/**
 * Audited actions that are changes of content, as readers of the activity see them. A new kind of change needs a line
 * here and its audience below.
 */
const actions: Readonly<Record<string, ActivityAction>> = {
  created: 'created',
  uploaded: 'created',
  started: 'created',
  updated: 'updated',
  closed: 'updated',
  renamed: 'updated',
  synchronized: 'updated',
  member_set: 'updated',
  member_removed: 'updated',
  joined: 'joined',
  imported: 'imported',
  attached: 'attached',
  detached: 'detached',
  moved: 'moved',
  deleted: 'deleted',
  restored: 'restored',
  untrashed: 'restored',
};

/** A message changes the conversation, which is the subject of these events or their resource. */
const said: Readonly<Record<string, ActivityAction>> = {
  'message.sent': 'updated',
  'query.asked': 'created',
  'query.completed': 'updated',
};

const types: Readonly<Record<string, ActivityType>> = {
  ch: 'channel',
  art: 'artifact',
  file: 'file',
  ses: 'session',
  post: 'post',
  cmt: 'comment',
  ot: 'data_set',
  rec: 'record',
  view: 'view',
};

/** The type of a thing by its ID. */
export const typeOf = (id: string): ActivityType => types[id.slice(0, id.indexOf('_'))]!;

/**
 * The first characters of the resources that changes of these types are audited at. A question is asked of a session.
 */
export const beginningsOf = (asked: readonly ActivityType[]): string[] =>
  Object.entries({ ...types, qry: 'session' })
    .filter(([, type]) => asked.includes(type as ActivityType))
    .map(([prefix]) => `${prefix}_`.slice(0, beginning));

/** This many of its first characters tell the type of an ID. */
export const beginning = 3;

export interface Event {
  readonly action: string;
  readonly resourceId: string;
  readonly subjectId: string | null;
}

interface Change {
  readonly type: ActivityType;
  readonly id: string;
  readonly action: ActivityAction;
}

/** The change that readers see for an audited event; undefined if it changed no content. */
export function changeOf({ action, resourceId, subjectId }: Event): Change | undefined {
  const [kind, done = ''] = action.split('.');
  const spoken = said[action];
  if (spoken) return { type: 'session', id: kind === 'query' ? subjectId! : resourceId, action: spoken };
  if (kind === 'reaction') return { type: typeOf(resourceId), id: resourceId, action: 'reacted' };
  const type = typeOf(resourceId);
  const seen = actions[done];
  return seen && type === kind ? { type, id: resourceId, action: seen } : undefined;
}

/** The part of an event that says who sees it. The resource is what changed. */
export interface Subjects {
  readonly resourceId: string;
  readonly subjectId: string | null;
  readonly channelId: string | null;
}

type AudienceOf = (event: Subjects) => RawBuilder<unknown>;

const channelOf = (table: string, id: string) => sql`(select channel_id from ${sql.table(table)} where id = ${id})`;

/** Changes that one audience sees: the readers of a channel, or a person. The key is a type, or a kind of action. */
const oneAudience = {
  channel: ({ resourceId }) => sql`${resourceId}`,
  post: ({ resourceId }) => channelOf('posts', resourceId),
  comment: ({ resourceId }) => channelOf('comments', resourceId),
  view: ({ resourceId }) => channelOf('views', resourceId),
  data_set: ({ resourceId }) => channelOf('data_sets', resourceId),
  record: ({ subjectId }) => sql`(select channel_id from data_sets where id = ${subjectId})`,
  reaction: ({ channelId }) => sql`${channelId}`,
  attachment: ({ subjectId }) => sql`coalesce(
    (select id from channels where id = ${subjectId}),
    (select data_sets.channel_id from records join data_sets on data_sets.number = records.data_set
      where records.id = ${subjectId}),
    (select owner_id from sessions where id = ${subjectId}))`,
} satisfies Record<string, AudienceOf>;

const ofArtifact: AudienceOf = ({ resourceId }) => sql`
  select channel_id as id, 0 as is_attached from artifacts where id = ${resourceId}
  union all select created_by, 0 from artifacts where id = ${resourceId}
  union all select id, 1 from (select target_id as id from links
    where resource_id = ${resourceId} and target_type = 'channel' limit ${sql.lit(limits.feedsAtOnce)}) as attached`;

/**
 * Changes that several audiences see. An attached artifact is seen only by its own readers. A move is also seen by the
 * readers of the channel that it left. Who loses a channel sees that it changed.
 */
const severalAudiences = {
  artifact: ofArtifact,
  movedArtifact: (event) => sql`${ofArtifact(event)} union all select ${event.channelId}, 0`,
  file: ({ resourceId }) => sql`
    select created_by as id, 0 as is_attached from files where id = ${resourceId} ${attachedFor(resourceId)}`,
  session: ({ resourceId }) => sql`
    select owner_id as id, 0 as is_attached from sessions where id = ${resourceId} ${attachedFor(resourceId)}`,
  leftChannel: ({ resourceId, subjectId }) => sql`
    select ${resourceId} as id, 0 as is_attached union all select ${subjectId}, 0`,
  closedChannel: ({ resourceId }) => sql`
    select id, 0 as is_attached from channels where id = ${resourceId}
    union all select organization_id, 0 from channels where id = ${resourceId}`,
  goneChannel: ({ resourceId }) => sql`
    select organization_id as id, 0 as is_attached from channels
      where id = ${resourceId} and visibility = 'organization'`,
} satisfies Record<string, AudienceOf>;

const attachedFor = (resourceId: string) => sql`
  union all select id, 0 from (with recursive ${audiencesOf(sql`${resourceId}`)} select id from audience) as audiences`;

type One = keyof typeof oneAudience;
type Several = keyof typeof severalAudiences;

/** How an event finds its audience; `nobody` if it changed no content. */
export type AudienceKind = One | Several | 'nobody';
const audienceKinds = [
  ...(Object.keys(oneAudience) as One[]),
  ...(Object.keys(severalAudiences) as Several[]),
  'nobody' as const,
];

/** Actions on a channel by which some lose it. */
const losing: Readonly<Record<string, Several>> = {
  'channel.member_removed': 'leftChannel',
  'channel.closed': 'closedChannel',
  'channel.deleted': 'goneChannel',
};

export function audienceKindOf(audited: string, change: Change | undefined): AudienceKind {
  if (!change) return 'nobody';
  const { type, action } = change;
  if (action === 'reacted') return 'reaction';
  if (action === 'attached' || action === 'detached') return 'attachment';
  if (action === 'moved') return 'movedArtifact';
  return losing[audited] ?? type;
}

/** The column `audience` of an event of this kind. */
const audienceColumn = (kind: AudienceKind, event: Subjects): RawBuilder<string | null> =>
  (kind in oneAudience ? oneAudience[kind as One](event) : sql.lit(null)) as RawBuilder<string | null>;

interface EventRow extends Subjects, ViaColumns {
  readonly id: string;
  readonly organizationId: string;
  readonly at: string;
  readonly userId: string;
  readonly action: string;
  readonly clientApp: ClientApp | null;
}

type Expression = string | RawBuilder<string>;

const columnsOf = (
  kind: AudienceKind,
  event: Omit<EventRow, 'id' | 'resourceId'>,
  { id, resourceId }: { readonly id: Expression; readonly resourceId: Expression },
) => ({
  id,
  organization_id: event.organizationId,
  at: event.at,
  user_id: event.userId,
  action: event.action,
  resource_id: resourceId,
  subject_id: event.subjectId,
  interface: event.interface,
  agent: event.agent,
  client_app: event.clientApp,
  audience: audienceColumn(kind, { resourceId, subjectId: event.subjectId, channelId: event.channelId } as Subjects),
});

/** Writes an event into its place in the order of changes. */
export const insertEvent = Object.fromEntries(
  audienceKinds.map((kind) => [
    kind,
    preparedWrite((db, event: EventRow) => db.insertInto('audit_events').values(columnsOf(kind, event, event))),
  ]),
);

export interface RecordEvents extends Omit<EventRow, 'id' | 'resourceId'> {
  /** A JSON array of pairs of an event's ID and a record's. */
  readonly records: string;
}

/** The same for many records of one Data Set. */
export const insertRecordEvents = preparedWrite((db, events: RecordEvents) => ({
  compile() {
    const columns = columnsOf('record', events, { id: sql`value ->> 0`, resourceId: sql`value ->> 1` });
    return sql`insert into audit_events (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      select ${sql.join(Object.values(columns))} from json_each(${events.records})`.compile(db);
  },
}));

interface Told extends Subjects {
  readonly organizationId: string;
}

const insertions = Object.fromEntries(
  Object.entries(severalAudiences).map(([kind, audiencesOfEvent]) => [
    kind,
    preparedWrite((db, event: Told) => ({
      compile: () =>
        sql`insert into change_audiences (audience, event, is_attached)
          select id, ${engineOf(db).newestEvent(sql`${event.organizationId}`)}, min(is_attached) from (${audiencesOfEvent(event)}) as audiences
          where id is not null group by id`.compile(db),
    })),
  ]),
);

/** Names the audiences of the newest event of an organization if they are several, in its transaction. */
export async function nameAudiences(tx: Db, kind: AudienceKind, event: Told): Promise<void> {
  insertions[kind]?.(tx, event);
  if (kind === 'goneChannel') await nameMembers(tx, event);
}

/** The members of a private channel may be very many, so others read between some and the next. */
async function nameMembers(tx: Db, { organizationId, resourceId: channelId }: Told): Promise<void> {
  const turn = new Turn();
  const [newest] = await findNewest(tx, { organizationId });
  for (let last = ''; ; await turn.yield()) {
    const members = await someMembers(tx, { channelId, last });
    insertMembers(tx, { event: newest!.number, members: JSON.stringify(members.map(({ id }) => id)) });
    if (members.length < membersAtOnce) return;
    last = members.at(-1)!.id;
  }
}

const membersAtOnce = 1_000;

const findNewest = prepared((db, by: { organizationId: string }) => ({
  compile: () =>
    sql<{ number: number }>`select ${engineOf(db).newestEvent(sql`${by.organizationId}`)} as number`.compile(db),
}));

const someMembers = prepared((db, by: { channelId: string; last: string }) =>
  db
    .selectFrom('channels')
    .innerJoin('channel_members as member', 'member.channel_id', 'channels.id')
    .select('member.user_id as id')
    .where('channels.id', '=', by.channelId)
    .where('channels.visibility', '=', 'private')
    .where('member.user_id', '>', by.last)
    .orderBy('member.user_id')
    .limit(membersAtOnce),
);

const insertMembers = preparedWrite((db, by: { event: number; members: string }) => ({
  compile: () =>
    sql`insert into change_audiences (audience, event, is_attached)
      select value, cast(${by.event} as integer), 0 from json_each(${by.members})`.compile(db),
}));
