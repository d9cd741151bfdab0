import { sql } from 'kysely';
import type { TrashedType } from '../../../schemas/trash.ts';
import { eachOf, prepared, preparedInsert } from '../../store/prepared.ts';
import { isRestorable, type Reader, restorableChannels, writableChannels } from '../operation/access.ts';
import { comesBefore, newestKeys, thePerson, timedKey } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';

export const insertEntry = preparedInsert('trash');

export const findEntry = prepared((db, by: Reader & { id: string }) =>
  db.selectFrom('trash').selectAll().where('trash.id', '=', by.id).where(isRestorable(by)),
);

export type Entry = Awaited<ReturnType<typeof findEntry>>[number];

export const deleteEntry = prepared((db, by: { id: string }) => db.deleteFrom('trash').where('id', '=', by.id));

export const findEntries = prepared((db, by: Reader & { ids: string }) =>
  db
    .selectFrom('trash')
    .innerJoin('users as deleter', 'deleter.id', 'trash.trashed_by')
    .selectAll('trash')
    .select('deleter.name as deleter_name')
    .where('trash.id', 'in', eachOf(by.ids))
    .where(isRestorable(by))
    .orderBy('trash.trashed_at', 'desc')
    .orderBy('trash.id', 'desc'),
);

type Filters = { readonly type: TrashedType | undefined; readonly channelId: string | undefined };
type Place = 'owner_id' | 'channel_id' | 'organization_id';

/** Types that writers of their channel restore, or its managers. */
const ofWriters = sql`type in ('artifact', 'record', 'view', 'data_set')`;

/**
 * The keys of what the reader may restore, the last deleted first. Only an admin's list looks at the files of others,
 * of which it leaves out the private ones.
 */
export const newestEntries = newestKeys<Filters>(({ type, channelId, ...reader }): Source[] => {
  const listed = (column: Place, places: Source['places'], only = sql`true`): Source => ({
    places,
    next: (place, key) => sql`select ${timedKey('trashed_at', 'id')} from trash
      where ${sql.ref(column)} = ${place} and ${only} and is_purging = 0
        and ${type === undefined ? sql`true` : sql`type = ${type}`} and ${isRestorable(reader)}
        and ${comesBefore('trashed_at', 'id', key)}
      order by trashed_at desc, id desc limit 1`,
  });
  if (channelId !== undefined) return [listed('channel_id', sql`select ${channelId} as id`)];
  return [
    listed('owner_id', thePerson(reader)),
    listed('channel_id', writableChannels(reader), ofWriters),
    listed('channel_id', restorableChannels(reader), sql`type = 'channel'`),
    listed('organization_id', adminOf(reader), sql`type = 'file'`),
  ];
});

const adminOf = ({ organizationId, role }: Reader) => sql`select ${organizationId} as id where ${role} = 'admin'`;
