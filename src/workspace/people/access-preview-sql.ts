import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import {
  artifactIsReadable,
  channelIsReadable,
  everyone,
  fileIsReadable,
  sessionIsReadable,
} from '../operation/access.ts';

/** People, by what each of them reads. */
export interface Gaining {
  /** Further tables of the statement: those of the condition. */
  readonly of: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
  /** About how many rows it visits for each person. */
  readonly looks: number;
}

/** The readers of a channel, or one person, who do not read the resource yet. */
export function sharing(type: 'file' | 'session', id: string, audienceId: string): Gaining {
  const resource = sql.table(`${type}s`);
  const isReadable = type === 'file' ? fileIsReadable(everyone) : sessionIsReadable(everyone);
  return {
    of: sql`cross join ${resource} on ${resource}.id = ${id}`,
    condition: sql`(users.id = ${audienceId} or exists (
      select 1 from channels where channels.id = ${audienceId} and ${channelIsReadable(everyone)})) and not ${isReadable}`,
    looks: limits.audiences,
  };
}

const ofArtifact = (id: string) => sql`cross join artifacts on artifacts.id = ${id}`;
const readsChannel = (id: string | null) => sql`exists (
  select 1 from channels where channels.id = ${id} and ${channelIsReadable(everyone)})`;

/** The readers of the channel to which an artifact moves, who do not read it yet. */
export const reaching = (artifactId: string, channelId: string): Gaining => ({
  of: ofArtifact(artifactId),
  condition: sql`${readsChannel(channelId)} and not ${artifactIsReadable(everyone)}`,
  looks: 2,
});

/** The readers of an artifact but for its creator, who do not read the channel to which it moves. */
export const leaving = (artifactId: string, channelId: string | null): Gaining => ({
  of: ofArtifact(artifactId),
  condition: sql`users.id <> artifacts.created_by and ${artifactIsReadable(everyone)} and not ${readsChannel(channelId)}`,
  looks: 2,
});

const ofChannel = (id: string) => sql`cross join channels on channels.id = ${id}`;

/** Everybody who does not read the channel yet. */
export const opening = (channelId: string): Gaining => ({
  of: ofChannel(channelId),
  condition: sql`not ${channelIsReadable(everyone)}`,
  looks: 1,
});

/** Everybody who is not a member. The person who closes a channel stays its manager. */
export const closing = (channelId: string, by: string): Gaining => ({
  of: ofChannel(channelId),
  condition: sql`users.id <> ${by} and not exists (
    select 1 from channel_members as member where member.channel_id = channels.id and member.user_id = users.id)`,
  looks: 1,
});

/** The first by name, each with the number of all. */
export const peopleFor = (db: Db, organizationId: string, { of, condition }: Gaining) =>
  sql`select users.id, users.name, count(*) over () from users ${of}
    where users.organization_id = ${organizationId} and users.removed_at is null and ${condition}
    order by folded(users.name), users.id limit ${limits.previewPeople}`.compile(db);
