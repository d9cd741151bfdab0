import { type RawBuilder, sql } from 'kysely';
import type { TrashedType } from '../../../schemas/trash.ts';
import { prepared, preparedInsert, valuesOf } from '../../store/prepared.ts';
import { isLive, isRestorable, managedInTrash, type Reader, writableChannels } from '../operation/access.ts';
import { comesBefore, idOf, newestKeys, thePerson, timedKey } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';

export const insertEntry = preparedInsert('trash');

export const findEntry = prepared((db, by: Reader & { id: string }) =>
  db.selectFrom('trash').selectAll().where('trash.id', '=', by.id).where(isRestorable(by)),
);

export type Entry = Awaited<ReturnType<typeof findEntry>>[number];

export const deleteEntry = prepared((db, by: { id: string }) => db.deleteFrom('trash').where('id', '=', by.id));

export const findEntries = prepared((db, by: Reader & { ids: string }) =>
  db
    .selectFrom(valuesOf(by.ids))
    .crossJoin('trash')
    .innerJoin('users as deleter', 'deleter.id', 'trash.trashed_by')
    .selectAll('trash')
    .select('deleter.name as deleter_name')
    .whereRef('trash.id', '=', 'asked.value')
    .where(isRestorable(by))
    .orderBy('trash.trashed_at', 'desc')
    .orderBy('trash.id', 'desc'),
);

/** The types that are asked for, and the channel. */
type Filters = { readonly [Type in TrashedType]?: 1 | undefined } & { readonly channelId?: string | undefined };

/**
 * The keys of what the reader may restore, the last deleted first. Records and Views are listed by Data Set, because
 * those of one in the trash come back with it. Only an admin's list looks at the channels and files of others, of
 * which it leaves out the private ones.
 */
export const newestEntries = newestKeys<Filters>(({ channelId, userId, organizationId, role, ...asked }): Source[] => {
  const reader = { userId, organizationId, role };
  const isThere = channelId === undefined ? sql`true` : sql`channel_id = ${channelId}`;
  const listed = (places: RawBuilder<unknown>, isIn: (place: RawBuilder<unknown>) => RawBuilder<unknown>) => ({
    places,
    next: (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`select ${timedKey('trashed_at', 'id')}
      from trash where ${isIn(place)} and is_purging = 0 and ${comesBefore('trashed_at', 'id', key)}
      order by trashed_at desc, id desc limit 1`,
    isListed: (_place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`exists (
      select 1 from trash where trash.id = ${idOf(key)} and ${isThere} and ${isRestorable(reader)})`,
  });
  const places = writableAmong(reader, channelId);
  const inChannels = (type: TrashedType) =>
    listed(places, (place) => sql`channel_id = ${place} and type = ${sql.lit(type)}`);
  const inDataSets = (type: TrashedType) =>
    listed(liveDataSetsOf(places), (place) => sql`data_set = cast(${place} as integer) and type = ${sql.lit(type)}`);
  const ofOwner = (type: TrashedType) =>
    listed(thePerson(reader), (place) => sql`owner_id = ${place} and type = ${sql.lit(type)}`);
  const ofOrganization = (type: TrashedType) =>
    listed(adminOf(reader), (place) => sql`organization_id = ${place} and type = ${sql.lit(type)}`);
  const everywhere = channelId === undefined;
  return [
    ...ofOwners.filter((type) => asked[type]).map(ofOwner),
    ...(['artifact', 'data_set'] as const).filter((type) => asked[type]).map(inChannels),
    ...(['record', 'view'] as const).filter((type) => asked[type]).map(inDataSets),
    ...(asked.channel && everywhere
      ? [listed(managedInTrash(reader), (place) => sql`id = ${place} and type = 'channel'`)]
      : []),
    ...(everywhere ? (['channel', 'file'] as const).filter((type) => asked[type]).map(ofOrganization) : []),
  ];
});

/** Types that whoever made them restores. */
const ofOwners = ['artifact', 'data_set', 'file', 'session'] as const;

const writableAmong = (reader: Reader, channelId: string | undefined): RawBuilder<unknown> =>
  channelId === undefined
    ? writableChannels(reader)
    : sql`select id from (${writableChannels(reader)}) as writable where id = ${channelId}`;

/** All places are texts. */
const liveDataSetsOf = (channels: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select cast(data_sets.number as text) as id from (${channels}) as place
  cross join data_sets where data_sets.channel_id = place.id and ${isLive('data_sets')}`;

const adminOf = ({ organizationId, role }: Reader) => sql`select ${organizationId} as id where ${role} = 'admin'`;
