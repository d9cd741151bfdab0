import { sql } from 'kysely';
import type { Db, LinkedType } from '../../store/tables.ts';
import type { LookedThrough, Stray } from '../../store/text-index.ts';
import { artifactIsLive, channelIsReadable, hasManyChannels, isLive, readableChannels, type Reader } from './access.ts';
import type { Context } from './context.ts';
import { versionOf } from './search-kinds-sql.ts';

/**
 * The texts that a search of a reader covers: the homes they may read, without texts they lost access to. It adds
 * readable texts in other homes. Those texts were attached in several places, or the reader made them in channels that
 * they no longer read.
 */
export async function lookedThrough(
  db: Db,
  { database, scan }: Context,
  reader: Reader,
  attached: LinkedType = 'file',
): Promise<LookedThrough> {
  const { prefixOfHome } = database.texts;
  const effort = { rows: (await hasManyChannels(db, reader)) ? Number.POSITIVE_INFINITY : 0 };
  const everybody = attached === 'session' && reader.role === 'admin';
  const homes = await scan((everybody ? homesOfAll(reader) : homesOf(reader)).compile(db), effort);
  const numbers = JSON.stringify(homes.map(([number]) => number));
  const strays = await scan(straysOf(reader, attached, numbers).compile(db), effort);
  return {
    prefixes: homes.map(([number]) => prefixOfHome(Number(number))),
    strays: strays.map(([home, ...stray]) => [prefixOfHome(Number(home)), ...stray] as unknown as Stray),
  };
}

const homesOf = (reader: Reader) => sql`
  select homes.number from homes where homes.owner_id in (${reader.organizationId}, ${reader.userId})
  union all
  select homes.number from (${readableChannels(reader, sql`channels.is_apart = 1`)}) as channel
    cross join homes on homes.owner_id = channel.id`;

/** The homes of all people of the organisation. */
const homesOfAll = ({ organizationId }: Reader) => sql`
  select homes.number from users cross join homes on homes.owner_id = users.id
  where users.organization_id = ${organizationId}`;

const straysOf = (reader: Reader, attached: LinkedType, homes: string) => sql`
  with recursive own(number) as materialized (select cast(value as integer) from json_each(${homes})),
  ${lostPlaces(reader)},
  astray(resource_id, version_id) as (${attachedAstray(reader, attached)} union ${lostFiles(reader)} union ${lostArtifacts(reader)})
  ${indexed}`;

const attachedAstray = (reader: Reader, attached: LinkedType) => sql`
  select links.resource_id, ${versionOf(attached)}
  from (select ${reader.userId} as id union all ${readableChannels(reader)}) as audience
  cross join links indexed by links_astray on links.audience_id = audience.id and links.is_astray = 1
  cross join ${sql.table(`${attached}s`)} on ${sql.ref(`${attached}s.id`)} = links.resource_id
  where links.resource_type = ${attached}`;

/**
 * The distinct places where the reader put files and artifacts. It steps from one place to the next, because one place
 * may hold very many.
 */
const lostPlaces = ({ userId }: Reader) => sql`
  file_home(number) as (
    select min(home) from files where created_by = ${userId} and trashed_at is null
    union all
    select (select min(home) from files
        where created_by = ${userId} and trashed_at is null and home > file_home.number)
      from file_home where file_home.number is not null),
  artifact_channel(id) as (
    select min(channel_id) from artifacts where created_by = ${userId} and trashed_at is null
    union all
    select (select min(channel_id) from artifacts
        where created_by = ${userId} and trashed_at is null and channel_id > artifact_channel.id)
      from artifact_channel where artifact_channel.id is not null)`;

const lostFiles = ({ userId }: Reader) => sql`
  select files.id, ${versionOf('file')} from file_home
    cross join files on files.created_by = ${userId} and files.home = file_home.number and ${isLive('files')}
    where file_home.number not in (select number from own)`;

const lostArtifacts = (reader: Reader) => sql`
  select artifacts.id, ${versionOf('artifact')} from artifact_channel
    cross join channels on channels.id = artifact_channel.id
    cross join artifacts on artifacts.created_by = ${reader.userId} and artifacts.channel_id = artifact_channel.id
      and ${artifactIsLive}
    where not ${channelIsReadable(reader)}`;

/** Where the index has them. */
const indexed = sql`
  select passages.home, astray.resource_id, astray.version_id, first, last from (
    select resource_id, version_id,
      (select min(passages.id) from passages
        where passages.resource_id = astray.resource_id and passages.version_id = astray.version_id) as first,
      (select max(passages.id) from passages
        where passages.resource_id = astray.resource_id and passages.version_id = astray.version_id) as last
    from astray) as astray
  cross join passages on passages.id = first
  where passages.home not in (select number from own)`;
