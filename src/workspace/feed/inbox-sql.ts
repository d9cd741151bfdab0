import { type RawBuilder, sql } from 'kysely';
import type { InboxKind } from '../../../schemas/inbox.ts';
import type { Reader } from '../operation/access.ts';
import { comesBefore, newestKeys, thePerson, timedKey } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';

/** The kinds that are asked for. */
export type AskedKinds = { readonly [Kind in InboxKind]?: 1 | undefined };

/**
 * Keys of what concerns the reader: a time, and the ID of a post, comment, question or channel. The key of a share is
 * the ID of what was attached and of its channel.
 */
export const newestConcerning = newestKeys<AskedKinds>(({ userId, organizationId, role, ...asked }) => {
  const reader = { userId, organizationId, role };
  return [
    ...(['mention', 'reply', 'comment'] as const).filter((kind) => asked[kind]).map((kind) => told(reader, kind)),
    ...(asked.answer ? [answers(reader)] : []),
    ...(asked.share ? [memberships(reader), attachments(reader)] : []),
  ];
});

/** The time of a key. */
export const timeOf = (key: string): string => key.slice(0, 24);

/** The IDs of a key. */
export const idsOf = (key: string): readonly string[] => key.slice(25).split(' ');

/** The next key of an index by a time and an ID. */
const next = (table: string, at: string, id: string, condition: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
  select ${timedKey(at, id)} from ${sql.table(table)} where ${condition} and ${comesBefore(at, id, key)}
  order by ${sql.raw(at)} desc, ${sql.raw(id)} desc limit 1`;

const told = (reader: Reader, kind: InboxKind): Source => ({
  places: thePerson(reader),
  next: (place, key) => next('inbox_items', 'at', 'said_id', sql`user_id = ${place} and kind = ${sql.lit(kind)}`, key),
});

/** Answers that are ready. */
const answers = (reader: Reader): Source => ({
  places: thePerson(reader),
  next: (place, key) =>
    next('queries', 'completed_at', 'id', sql`user_id = ${place} and status in ('completed', 'failed')`, key),
});

/** Channels that somebody else made the reader a member of. */
const memberships = (reader: Reader): Source => ({
  places: thePerson(reader),
  next: (place, key) =>
    next('channel_members', 'created_at', 'channel_id', sql`user_id = ${place} and added_by <> user_id`, key),
});

/**
 * Attachments by others to channels of which the reader was a member. Behind many of the reader's own a key of these is
 * next, which is not listed.
 */
const attachments = ({ userId }: Reader): Source => ({
  places: sql`select channel_id as id from channel_members where user_id = ${userId}`,
  next: (place, key) => {
    const following = sql`(select ${timedKey(attachedAt, attachedTo)} as key, links.created_by as adder from links
      where links.target_type = 'channel' and links.target_id = ${place}
        and links.created_at > (select mine.created_at from channel_members as mine
          where mine.channel_id = ${place} and mine.user_id = ${userId})
        and ${comesBefore(attachedAt, attachedWhat, key)} and ${comesBefore(attachedAt, attachedTo, key)}
      order by ${sql.raw(attachedAt)} desc, ${sql.raw(attachedWhat)} desc limit ${sql.lit(ownPassed)}) as following`;
    return sql`select coalesce(
      (select key from ${following} where adder <> ${userId} limit 1),
      (select key from ${following} limit 1 offset ${sql.lit(ownPassed - 1)}))`;
  },
  isListed: (place, key) => sql`exists (select 1 from links
    where links.resource_id = substr(${key}, 26, length(${key}) - length(${place}) - 26)
      and links.target_type = 'channel' and links.target_id = ${place} and links.created_by <> ${userId})`,
});

const attachedAt = 'links.created_at';
/** In the index. It comes before its own key, so that the whole key decides. */
const attachedWhat = 'links.resource_id';
const attachedTo = "links.resource_id || ' ' || links.target_id";
/** The reader's own attachments in a row that one step passes over. */
const ownPassed = 50;
