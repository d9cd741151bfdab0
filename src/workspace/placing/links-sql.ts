import { sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { audiencesOf, readableChannels, type Reader } from '../operation/access.ts';
import { isAttachedLive, thePerson } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';

/** Counts the links of records, to at most one above the limit; `ids` as JSON. */
export const countAttached = prepared((db, by: { ids: string }) => ({
  compile: () =>
    sql<{ count: number }>`select count(*) as count from (select 1 from links
      where target_type = 'record' and target_id in ${eachOf(by.ids)} limit ${limits.recordLinks + 1}) as counted`.compile(
      db,
    ),
}));

export const findAudiences = prepared((db, by: { resourceId: string }) => ({
  compile: () =>
    sql<{ id: string }>`with recursive ${audiencesOf(sql`${by.resourceId}`)}
      select id from audience where id is not null`.compile(db),
}));

/** Lists of what is attached where a reader reads. */
export const attachedForReader = (type: 'file' | 'session', reader: Reader): Source => ({
  places: sql`${thePerson(reader)} union all ${readableChannels(reader)}`,
  next: (place, key) => sql`select max(resource_id) from links
    where audience_id = ${place} and resource_type = ${sql.lit(type)} and resource_id < ${key}`,
  isListed: (place, key) => sql`exists (select 1 from links
    where audience_id = ${place} and resource_id = ${key} and ${isAttachedLive(type)})`,
});

/** The list of what is attached to a channel. */
export const attachedToChannel = (type: 'file' | 'session', channelId: string): Source => ({
  places: sql`select ${channelId} as id`,
  next: (place, key) => sql`select max(resource_id) from links
    where target_type = 'channel' and target_id = ${place} and resource_type = ${sql.lit(type)}
      and resource_id < ${key}`,
  isListed: (place, key) => sql`exists (select 1 from links
    where target_type = 'channel' and target_id = ${place} and resource_id = ${key} and ${isAttachedLive(type)})`,
});

export const removeSomeLinks = prepared((db, by: { ids: string }) =>
  db.deleteFrom('links').where(isAmongSome(db, by.ids)).returning('resource_id'),
);

/** Whether a link is among some of those to records; `ids` as JSON. */
export const isAmongSome = (db: Db, ids: string) =>
  sql<boolean>`(resource_id, target_type, target_id) in ${someLinksToRecords(db, ids)}`;

const someLinksToRecords = (db: Db, ids: string) =>
  db
    .selectFrom('links')
    .select(['resource_id', 'target_type', 'target_id'])
    .where('target_type', '=', 'record')
    .where('target_id', 'in', eachOf(ids))
    .limit(limits.rowsRemovedAtOnce);

export const targetComesAfter = (place: { readonly targetType: string; readonly targetId: string }) =>
  sql<boolean>`(target_type, target_id) > (${place.targetType}, ${place.targetId})`;
