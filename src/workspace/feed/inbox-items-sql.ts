import { type RawBuilder, sql } from 'kysely';
import type { InboxItem } from '../../../schemas/inbox.ts';
import type { InterfaceType } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { channelPath, pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import type { Db, LinkedType } from '../../store/tables.ts';
import { agentOf, presentVia } from '../../store/via.ts';
import {
  artifactIsInChannel,
  artifactIsReadable,
  channelIsReadable,
  fileIsReadable,
  isAttached,
  isLive,
  postIsReadable,
  type Reader,
  recordIsReadable,
  sessionIsReadable,
  sessionIsVisible,
} from '../operation/access.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { titleOfPost } from '../operation/said.ts';
import { idsOf, timeOf } from './inbox-sql.ts';

type Item = Omit<InboxItem, 'seen'>;

/** The subject of each key, as far as the caller may read it now. */
export async function itemsOf(db: Db, context: Context, keys: readonly string[]): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (const [load, keysOf] of Map.groupBy(keys, loaderOf)) {
    const { rows } = await load(readerOf(context.caller), JSON.stringify(keysOf.map(asked))).execute(db);
    for (const row of rows) items.set(row.key, present(row, context));
  }
  return items;
}

const asked = (key: string) => ({ key, at: timeOf(key), id: idsOf(key)[0], channelId: idsOf(key)[1] });

interface Row {
  readonly key: string;
  readonly kind: Item['kind'];
  readonly type: Item['type'];
  readonly id: string;
  readonly title: string | null;
  readonly text: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly interface: InterfaceType | null;
  readonly agent: string | null;
  readonly channel_id: string | null;
  readonly channel_name: string | null;
  readonly channel_slug: string | null;
  readonly root_type: NonNullable<Item['root']>['type'] | null;
  readonly root_id: string | null;
  readonly session_id: string | null;
  readonly status: Item['status'] | null;
  readonly given_at: string | null;
}

type Load = (reader: Reader, keys: string) => RawBuilder<Row>;

const key = (name: string) => sql`asked.value ->> ${sql.lit(name)}`;

/** One character more than is shown tells whether there is more. */
const beginning = (text: RawBuilder<unknown>) => sql`substr(${text}, 1, ${sql.lit(limits.inboxText + 1)})`;

const inChannel = sql`channels.id as channel_id, channels.name as channel_name, channels.slug as channel_slug`;
const ofNoQuestion = sql`null as session_id, null as status, null as given_at`;
const ofNoComment = sql`null as root_type, null as root_id`;

const posts: Load = (reader, keys) => sql`
  select ${key('key')} as key, told.kind, 'post' as type, posts.id, null as title, ${beginning(sql`posts.body`)} as text,
    author.id as actor_id, author.name as actor_name, posts.interface, ${agentOf('posts.agent')} as agent, ${inChannel},
    ${ofNoComment}, ${ofNoQuestion}
  from json_each(${keys}) as asked
  cross join inbox_items as told on told.said_id = ${key('id')} and told.user_id = ${reader.userId}
  cross join posts on posts.id = told.said_id
  cross join channels on channels.id = posts.channel_id
  cross join users as author on author.id = posts.author_id
  where ${postIsReadable(reader)}`;

const comments: Load = (reader, keys) => sql`
  select ${key('key')} as key, told.kind, 'comment' as type, comments.id, null as title,
    ${beginning(sql`comments.body`)} as text, author.id as actor_id, author.name as actor_name, comments.interface,
    ${agentOf('comments.agent')} as agent, ${inChannel}, discussions.root_type, comments.root_id, ${ofNoQuestion}
  from json_each(${keys}) as asked
  cross join inbox_items as told on told.said_id = ${key('id')} and told.user_id = ${reader.userId}
  cross join comments on comments.id = told.said_id
  cross join channels on channels.id = comments.channel_id
  cross join discussions on discussions.channel_id = comments.channel_id and discussions.root_id = comments.root_id
  cross join users as author on author.id = comments.author_id
  where comments.deleted_at is null and ${channelIsReadable(reader)} and ${rootIsShown(reader)}`;

/** Whether the channel of a comment still shows the reader what the comment is about. */
const rootIsShown = (reader: Reader) => sql`case discussions.root_type
  when 'post' then exists (select 1 from posts where posts.id = comments.root_id and ${postIsReadable(reader)})
  when 'artifact' then exists (select 1 from artifacts where artifacts.id = comments.root_id
    and ${artifactIsInChannel(sql.ref('comments.channel_id'))} and ${artifactIsReadable(reader)})
  when 'file' then exists (
    select 1 from files where files.id = comments.root_id and ${rootIsAttached} and ${fileIsReadable(reader)})
  when 'record' then exists (select 1 from records where records.id = comments.root_id and ${recordIsReadable(reader)})
  else exists (select 1 from sessions
    where sessions.id = comments.root_id and ${rootIsAttached} and ${sessionIsVisible(reader)}) end`;

const rootIsAttached = isAttached(sql.ref('comments.root_id'), sql.ref('comments.channel_id'));

/** Questions are asked for by their asker alone. */
const answers: Load = ({ userId }, keys) => sql`
  select ${key('key')} as key, 'answer' as kind, 'query' as type, queries.id, ${beginning(sql`messages.body`)} as title,
    ${beginning(sql`queries.answer ->> 'answer'`)} as text, null as actor_id, null as actor_name,
    null as interface, null as agent, null as channel_id, null as channel_name, null as channel_slug, ${ofNoComment},
    queries.session_id, queries.status, queries.given_at
  from json_each(${keys}) as asked
  cross join queries on queries.id = ${key('id')} and queries.user_id = ${userId}
  cross join messages on messages.id = queries.message_id
  cross join sessions on sessions.id = queries.session_id
  where ${isLive('sessions')}`;

const memberships: Load = (reader, keys) => sql`
  select ${key('key')} as key, 'share' as kind, 'channel' as type, channels.id, channels.name as title, null as text,
    adder.id as actor_id, adder.name as actor_name, null as interface, null as agent, ${inChannel}, ${ofNoComment},
    ${ofNoQuestion}
  from json_each(${keys}) as asked
  cross join channel_members as mine on mine.channel_id = ${key('id')} and mine.user_id = ${reader.userId}
  cross join channels on channels.id = mine.channel_id
  cross join users as adder on adder.id = mine.added_by
  where ${channelIsReadable(reader)}`;

/** Something attached to a channel, with its feed item there, which says through what it came. */
const attached =
  (type: LinkedType, title: RawBuilder<unknown>, isReadable: (reader: Reader) => RawBuilder<boolean>): Load =>
  (reader, keys) => {
    const resource = sql.table(`${type}s`);
    return sql`
      select ${key('key')} as key, 'share' as kind, ${sql.lit(type)} as type, links.resource_id as id,
        ${title} as title, null as text, sharer.id as actor_id, sharer.name as actor_name, item.interface,
        ${agentOf('item.agent')} as agent, ${inChannel}, ${ofNoComment}, ${ofNoQuestion}
      from json_each(${keys}) as asked
      cross join links on links.resource_id = ${key('id')} and links.target_type = 'channel'
        and links.target_id = ${key('channelId')}
      cross join ${resource} on ${resource}.id = links.resource_id
      cross join channels on channels.id = links.target_id
      cross join users as sharer on sharer.id = links.created_by
      left join feed_items as item on item.channel_id = links.target_id and item.at = links.created_at
        and item.subject_id = links.resource_id
      where ${channelIsReadable(reader)} and ${isReadable(reader)}`;
  };

const currentTitle = sql`(select version.title from artifact_versions as version
  where version.id = artifacts.current_version_id)`;

/** How each thing is read, by the prefix of its ID. */
export const loaders: Readonly<Record<string, Load>> = {
  post: posts,
  cmt: comments,
  qry: answers,
  ch: memberships,
  art: attached('artifact', currentTitle, artifactIsReadable),
  file: attached('file', sql`files.file_name`, fileIsReadable),
  ses: attached('session', sql`sessions.title`, sessionIsReadable),
};

const loaderOf = (key: string): Load => loaders[idsOf(key)[0]!.split('_', 1)[0]!]!;

function present(row: Row, context: Context): Item {
  const text = row.text === null ? undefined : cut(row.text);
  const { via } = presentVia(row);
  return {
    kind: row.kind,
    at: timeOf(row.key),
    type: row.type,
    id: row.id,
    title: row.title === null ? titleOfPost(row.text!) : cut(row.title),
    ...(text !== undefined && { text }),
    ...(row.status !== null && { status: row.status }),
    ...(row.given_at !== null && { isGiven: true as const }),
    ...(row.actor_id !== null && { actor: { id: row.actor_id, name: row.actor_name! } }),
    ...(via && { via }),
    ...(row.channel_id !== null && { channel: { id: row.channel_id, name: row.channel_name! } }),
    ...(row.root_type !== null && { root: { type: row.root_type, id: row.root_id! } }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    url: pageUrl(context, pathOf(row)),
  };
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= limits.inboxText ? text : `${characters.slice(0, limits.inboxText).join('')}…`;
}

function pathOf({ type, id, channel_slug: slug, root_type: rootType, root_id: rootId, session_id: sessionId }: Row) {
  switch (type) {
    case 'post':
      return pathInChannel(slug!, 'post', id);
    case 'comment':
      return `${pathInChannel(slug!, rootType!, rootId!)}#${id}`;
    case 'query':
      return resourcePath('session', sessionId!);
    case 'channel':
      return channelPath(slug!);
    case 'artifact':
    case 'file':
    case 'session':
      return resourcePath(type, id);
  }
}
