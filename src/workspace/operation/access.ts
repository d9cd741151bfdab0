import { type RawBuilder, sql } from 'kysely';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import type { Caller } from './context.ts';

/**
 * Access rules (CONTRACT section 3).
 *
 * Seeing is a condition that every reading query carries, on the table of the same name. Doing is a sentence below. An
 * invisible resource answers as unknown, and a forbidden action on a visible one as forbidden.
 */
export type Reader = Pick<Caller, 'userId' | 'organizationId' | 'role'>;
/** A reader whose values are columns, so that a rule is asked about many people in one statement. */
export type ReaderInSql = { readonly [Key in keyof Reader]: RawBuilder<unknown> };
type AnyReader = Reader | ReaderInSql;

/** Each row of `users` as a reader, so that the rules of access are asked about all people. */
export const everyone: ReaderInSql = {
  userId: sql.ref('users.id'),
  organizationId: sql.ref('users.organization_id'),
  role: sql.ref('users.role'),
};

type Condition = RawBuilder<boolean>;

type Trashable = 'artifacts' | 'channels' | 'data_sets' | 'files' | 'sessions' | 'views';

/** Whether a row of this table is not in the trash itself. Lists repeat it, because their indexes leave out the trash. */
export const isLive = (table: Trashable): Condition => sql`${sql.ref(`${table}.trashed_at`)} is null`;

/** The readers of a channel, also while it is in the trash. */
const mayReadChannel = (reader: AnyReader): Condition => sql`(
  channels.organization_id = ${reader.organizationId}
  and (channels.visibility = 'organization' or exists (
    select 1 from channel_members as member where member.channel_id = channels.id and member.user_id = ${reader.userId})))`;

export const channelIsReadable = (reader: AnyReader): Condition => sql`(
  ${isLive('channels')} and ${mayReadChannel(reader)})`;

/** IDs of these channels, or of some of them, found by what the reader may read. */
export const readableChannels = (reader: Reader, only: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`
  select channels.id from channels where ${isOpen(reader)} and ${only}
  union all
  select channels.id from ${privateOf(reader)} and ${only}`;

/** Whether a channel is one that everybody in the organisation reads. */
export const isOpen = ({ organizationId }: Reader): Condition => sql`(
  channels.organization_id = ${organizationId} and channels.visibility = 'organization' and ${isLive('channels')})`;

/** The others that the reader reads: what to select from, and its condition. */
export const privateOf = ({ organizationId, userId }: Reader): RawBuilder<unknown> => sql`
  channel_members as mine cross join channels on channels.id = mine.channel_id
  where mine.user_id = ${userId} and channels.organization_id = ${organizationId} and channels.visibility = 'private'
    and ${isLive('channels')}`;

/** Whether the reader has too many channels to search them all in the thread that answers requests. */
export const hasManyChannels = async (db: Db, { organizationId, userId, role }: Reader): Promise<boolean> =>
  (await countChannels(db, { organizationId, userId, role }))[0]!.count > limits.channelsHere;

const countChannels = prepared((db, reader: Reader) => ({
  compile: () =>
    sql<{ count: number }>`select count(*) as count from (
      select 1 from (${readableChannels(reader)}) as channel limit ${limits.channelsHere + 1}) as counted`.compile(db),
}));

const dataSetIsReadable = (reader: Reader): Condition => sql`(${isLive('data_sets')} and exists (
  select 1 from channels where channels.id = data_sets.channel_id and ${channelIsReadable(reader)}))`;

/** Whether neither it nor its channel is in the trash. */
export const dataSetIsLive: Condition = sql`(${isLive('data_sets')} and exists (
  select 1 from channels where channels.id = data_sets.channel_id and ${isLive('channels')}))`;

/** Whether neither it nor its Data Set is in the trash. */
export const viewIsLive: Condition = sql`(${isLive('views')} and ${isLive('data_sets')})`;

/** Whether a record is in a Data Set that is not in the trash. A record in the trash is not in the table. */
export const recordIsLive: Condition = sql`exists (
  select 1 from data_sets where data_sets.number = records.data_set and ${dataSetIsLive})`;

/** The readers of the channel of its Data Set. */
export const recordIsReadable = (reader: Reader): Condition => sql`exists (
  select 1 from data_sets where data_sets.number = records.data_set and ${dataSetIsReadable(reader)})`;

/** Whether neither it nor its home channel is in the trash. */
export const artifactIsLive: Condition = sql`(${isLive('artifacts')} and (artifacts.channel_id is null or exists (
  select 1 from channels where channels.id = artifacts.channel_id and ${isLive('channels')})))`;

/** Its creator, and the readers of its home channel. A link grants nothing. */
export const artifactIsReadable = (reader: AnyReader): Condition => sql`(
  artifacts.organization_id = ${reader.organizationId} and ${artifactIsLive}
  and (artifacts.created_by = ${reader.userId} or exists (
    select 1 from channels where channels.id = artifacts.channel_id and ${channelIsReadable(reader)})))`;

/** Readable by its creator, by readers of channels and records it is attached to, and by owners of such sessions. */
export const fileIsReadable = (reader: AnyReader): Condition => sql`(${isLive('files')} and ${mayReadFile(reader)})`;

/** The readers of a file, also while it is in the trash. */
const mayReadFile = (reader: AnyReader): Condition => sql`(
  files.organization_id = ${reader.organizationId}
  and (files.created_by = ${reader.userId}
    or exists (select 1 from links where links.resource_id = files.id and links.audience_id = ${reader.userId})
    or exists (
      with recursive ${audiencesOf(sql.ref('files.id'))}
      select 1 from audience cross join channels on channels.id = audience.id
        where ${channelIsReadable(reader)} and ${isAttachedForChannel})))`;

/** Whether a resource is attached to a channel. Looks up by the resource, because a channel may have very many links. */
export const isAttached = (resourceId: RawBuilder<unknown>, channelId: RawBuilder<unknown>): Condition => sql`exists (
  select 1 from links where links.resource_id = ${resourceId}
    and links.target_type = 'channel' and links.target_id = ${channelId})`;

/** Whether an artifact is a channel's own, or attached to it. */
export const artifactIsInChannel = (channelId: RawBuilder<unknown>): Condition => sql`(
  artifacts.channel_id = ${channelId} or ${isAttached(sql.ref('artifacts.id'), channelId)})`;

/** Whether this Data Set of a link is not in the trash. */
export const isAttachedToLive = (dataSet: RawBuilder<unknown>): Condition => sql`(${dataSet} = 0 or exists (
  select 1 from data_sets where data_sets.number = ${dataSet} and ${isLive('data_sets')}))`;

/** It steps from one Data Set to the next, because very many records may be of few Data Sets. */
const isAttachedForChannel: Condition = sql`exists (
  with recursive audience_data_set(number) as (
    select min(data_set) from links where links.resource_id = files.id and audience_id = channels.id
    union all
    select (select min(data_set) from links
        where links.resource_id = files.id and audience_id = channels.id and data_set > audience_data_set.number)
      from audience_data_set where audience_data_set.number is not null)
  select 1 from audience_data_set where ${isAttachedToLive(sql.ref('audience_data_set.number'))})`;

/** While attached, with the channel's current readers: these may read the messages too. It is attached to channels alone, and to few. */
export const sessionIsShared = (reader: AnyReader): Condition => sql`exists (
  select 1 from links join channels on channels.id = links.audience_id
  where links.resource_id = sessions.id and ${channelIsReadable(reader)})`;

/** Its owner, and those with whom it is shared. */
export const sessionIsReadable = (reader: AnyReader): Condition =>
  sql`(${isLive('sessions')} and ${mayReadSession(reader)})`;

const mayReadSession = (reader: AnyReader): Condition => sql`(
  sessions.owner_id = ${reader.userId} or ${sessionIsShared(reader)})`;

/** Admins see of every session its title, owner and channels. */
export const sessionIsVisible = (reader: Reader): Condition => sql`(
  sessions.organization_id = ${reader.organizationId} and ${isLive('sessions')}
  and (${reader.role} = 'admin' or ${mayReadSession(reader)}))`;

/** The readers of its channel, until it is deleted. */
export const postIsReadable = (reader: Reader): Condition => sql`(
  posts.organization_id = ${reader.organizationId} and posts.deleted_at is null and exists (
    select 1 from channels where channels.id = posts.channel_id and ${channelIsReadable(reader)}))`;

/** A reader sees a resource's links to destinations that they can see. */
export const linkIsVisible = (reader: Reader): Condition => sql`(
  (links.target_type = 'channel' and exists (
    select 1 from channels where channels.id = links.target_id and ${channelIsReadable(reader)}))
  or (links.target_type = 'session' and exists (
    select 1 from sessions where sessions.id = links.target_id and ${sessionIsVisible(reader)}))
  or (links.target_type = 'record' and exists (
    select 1 from records where records.id = links.target_id and ${recordIsReadable(reader)})))`;

const memberRole = ({ userId }: Reader) => sql`(select member.role from channel_members as member
  where member.channel_id = channels.id and member.user_id = ${userId})`;

/** `roleInChannel`, as conditions. */
const mayWrite = (reader: Reader): Condition => sql`(
  ${reader.role} = 'admin' or 'reader' <> coalesce(${memberRole(reader)}, case channels.open_writing when 1 then 'writer' else 'reader' end))`;
const mayManage = (reader: Reader): Condition =>
  sql`(${reader.role} = 'admin' or coalesce(${memberRole(reader)}, '') = 'manager')`;

/** IDs of the channels that the reader may write to. */
export const writableChannels = (reader: Reader): RawBuilder<unknown> => readableChannels(reader, mayWrite(reader));

/** IDs of the channels in the trash whose manager the reader is. */
export const managedInTrash = ({ organizationId, userId }: Reader): RawBuilder<unknown> => sql`
  select channels.id from channel_members as mine cross join channels on channels.id = mine.channel_id
    where mine.user_id = ${userId} and mine.role = 'manager' and channels.organization_id = ${organizationId}
      and channels.trashed_at is not null`;

const homeOf = (condition: Condition): Condition =>
  sql`exists (select 1 from channels where channels.id = trash.channel_id and ${condition})`;

/** By the type of what is in the trash. Someone who might edit it may restore or purge it. */
const mayRestore = (reader: Reader): Condition => sql`case trash.type
  when 'artifact' then trash.owner_id = ${reader.userId} or ${homeOf(mayReadChannel(reader))} and ${homeOf(mayWrite(reader))}
  when 'file' then trash.owner_id = ${reader.userId} or ${reader.role} = 'admin' and exists (
    select 1 from files where files.id = trash.id and ${mayReadFile(reader)})
  when 'session' then trash.owner_id = ${reader.userId}
  when 'data_set' then ${homeOf(mayReadChannel(reader))} and (
    trash.owner_id = ${reader.userId} or ${homeOf(mayManage(reader))})
  when 'channel' then ${homeOf(mayReadChannel(reader))} and ${homeOf(mayManage(reader))}
  else ${homeOf(mayReadChannel(reader))} and ${homeOf(mayWrite(reader))} end`;

/** To others it does not exist. Something in a channel or a Data Set that is in the trash comes back with that first. */
export const isRestorable = (reader: Reader): Condition => sql`(
  trash.organization_id = ${reader.organizationId} and trash.is_purging = 0 and ${mayRestore(reader)}
  and (trash.channel_id is null or trash.type = 'channel' or ${homeOf(isLive('channels'))})
  and (trash.data_set is null or trash.type = 'data_set' or exists (
    select 1 from data_sets where data_sets.number = trash.data_set and ${isLive('data_sets')})))`;

/** `audience(id)`: the distinct channels and people that a resource is attached for. The last row is null. */
export const audiencesOf = (resourceId: RawBuilder<unknown>): RawBuilder<unknown> => sql`audience(id) as (
  select min(audience_id) from links where links.resource_id = ${resourceId}
  union all
  select (select min(audience_id) from links where links.resource_id = ${resourceId} and audience_id > audience.id)
  from audience where audience.id is not null)`;

/** An admin administers their own organisation. The owner of the data folder administers all. */
export const isAdministered = (
  { organizationId, ownsFolder }: Pick<Caller, 'organizationId' | 'ownsFolder'>,
  organization: string,
): Condition => (ownsFolder ? sql`true` : sql`${sql.ref(organization)} = ${organizationId}`);

export function requireAdmin({ role }: Pick<Caller, 'role'>): void {
  if (role !== 'admin')
    throw new WorkspaceError('forbidden', 'Not allowed: only an admin of the organisation may administer it.');
}

/** Some things concern the whole data folder. `command` is how its owner does them. */
export function requireFolderOwner({ ownsFolder }: Pick<Caller, 'ownsFolder'>, command: string): void {
  if (!ownsFolder)
    throw new WorkspaceError(
      'forbidden',
      `Not allowed: only the owner of the data folder may do this. The command is "workspace admin ${command}".`,
    );
}

export type ChannelRole = 'manager' | 'writer' | 'reader';

/** The role of a caller in a channel that they can see. */
export function roleInChannel(
  caller: Pick<Caller, 'role'>,
  channel: { readonly memberRole: ChannelRole | null; readonly openWriting: boolean },
): ChannelRole {
  if (caller.role === 'admin') return 'manager';
  return channel.memberRole ?? (channel.openWriting ? 'writer' : 'reader');
}

interface Subjects {
  'channel.manage': { readonly role: ChannelRole };
  'channel.write': { readonly role: ChannelRole };
  'member.remove': { readonly role: ChannelRole; readonly memberId: string };
  'artifact.update': { readonly createdById: string; readonly homeRole: ChannelRole | undefined };
  'artifact.move': { readonly homeRole: ChannelRole | undefined };
  'artifact.withdraw': { readonly createdById: string };
  'file.link': { readonly createdById: string };
  'file.rename': { readonly createdById: string };
  'file.delete': { readonly createdById: string };
  'session.delete': { readonly ownerId: string };
  'dataSet.delete': { readonly createdById: string; readonly role: ChannelRole };
  'session.attachFile': { readonly ownerId: string };
  'session.link': { readonly ownerId: string };
  'session.share': { readonly ownerReads: boolean };
  'post.change': { readonly authorId: string };
  'comment.change': { readonly authorId: string };
  'messages.send': { readonly ownerId: string };
  'messages.read': { readonly access: 'owner' | 'shared' | 'admin' };
}
type Action = keyof Subjects;
type Rule<A extends Action> = readonly [allows: (caller: Caller, subject: Subjects[A]) => boolean, otherwise: string];

const writes = (role: ChannelRole | undefined) => role === 'manager' || role === 'writer';

const rules: { readonly [A in Action]: Rule<A> } = {
  'channel.manage': [
    (_caller, channel) => channel.role === 'manager',
    "only the channel's managers and organisation admins may change it",
  ],
  'channel.write': [
    (_caller, channel) => writes(channel.role),
    'you may read this channel but not write to it; ask one of its managers to let you',
  ],
  'member.remove': [
    (caller, member) => member.role === 'manager' || member.memberId === caller.userId,
    "only the channel's managers and organisation admins may take out others",
  ],
  // A document or a sheet. Admins manage every channel.
  'artifact.update': [
    (caller, artifact) => artifact.createdById === caller.userId || writes(artifact.homeRole),
    'only its creator and the writers of its home channel may edit this artifact',
  ],
  'artifact.move': [
    (_caller, artifact) => writes(artifact.homeRole),
    'only the writers of its home channel may move this artifact',
  ],
  'artifact.withdraw': [
    (caller, artifact) => artifact.createdById === caller.userId,
    'only its creator may take this artifact out of every channel, because nobody else would read it then',
  ],
  'file.link': [
    (caller, file) => file.createdById === caller.userId || caller.role === 'admin',
    'only its creator or an organisation admin may change where this file is attached',
  ],
  'file.rename': [
    (caller, file) => file.createdById === caller.userId || caller.role === 'admin',
    'only its creator or an organisation admin may rename this file',
  ],
  'file.delete': [
    (caller, file) => file.createdById === caller.userId || caller.role === 'admin',
    'only its creator or an organisation admin may delete this file',
  ],
  'session.delete': [(caller, session) => session.ownerId === caller.userId, 'only its owner may delete this session'],
  'dataSet.delete': [
    (caller, dataSet) => dataSet.createdById === caller.userId || dataSet.role === 'manager',
    "only its creator and the channel's managers may delete this Data Set",
  ],
  'session.attachFile': [
    (caller, session) => session.ownerId === caller.userId,
    'only its owner may attach files to this session',
  ],
  'session.link': [
    (caller, session) => session.ownerId === caller.userId || caller.role === 'admin',
    'only its owner or an organisation admin may share this session',
  ],
  'session.share': [
    (_caller, session) => session.ownerReads,
    'its owner cannot read that channel; choose one that the owner reads',
  ],
  'post.change': [(caller, post) => post.authorId === caller.userId, 'only its author may edit or delete this post'],
  'comment.change': [
    (caller, comment) => comment.authorId === caller.userId,
    'only its author may edit or delete this comment',
  ],
  'messages.send': [
    (caller, session) => session.ownerId === caller.userId,
    'only its owner may send messages in this session; start one of your own',
  ],
  'messages.read': [
    (_caller, session) => session.access !== 'admin',
    'an admin sees that a session exists, not its messages; ask its owner to share it',
  ],
};

/** Doing, decided once for every surface. The subject is one that the caller can see. */
export function authorize<A extends Action>(caller: Caller, action: A, subject: Subjects[A]): void {
  const [allows, otherwise] = rules[action] as Rule<A>;
  if (!allows(caller, subject)) throw new WorkspaceError('forbidden', `Not allowed: ${otherwise}.`);
}

/** A deletion that is repeated is harmless to its author; to all others what was deleted is unknown. */
export const isDeletedAlready = (
  { userId }: Caller,
  said: { readonly author_id: string; readonly deleted_at: string | null },
): boolean => said.deleted_at !== null && said.author_id === userId;

/** One answer for what does not exist and for what the caller may not know of. */
export function notFound(what: string): WorkspaceError {
  return new WorkspaceError('not_found', `There is no such ${what}, or it is not shared with this account.`);
}
