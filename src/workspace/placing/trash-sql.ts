import { sql } from 'kysely';
import { TrashedType } from '../../../schemas/trash.ts';
import { eachOf, prepared, preparedInsert } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { isRestorable, readableChannels, type Reader } from '../operation/access.ts';
import { comesBefore, newestKeys, type Source, thePerson, timedKey } from '../operation/newest-sql.ts';

export const insertEntry = preparedInsert('trash');

export const findEntry = prepared((db, by: Reader & { id: string }) =>
  db.selectFrom('trash').selectAll().where('trash.id', '=', by.id).where(isRestorable(by)),
);

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

/** The keys of what the reader may restore, the last deleted first. */
export const newestEntries = newestKeys<Filters>(({ type, channelId, ...reader }): Source[] => {
  const types = type === undefined ? TrashedType.options.map((option) => sql.lit(option)) : [sql`${type}`];
  const listed = (column: 'creator_id' | 'channel_id', places: Source['places']) =>
    types.map(
      (one): Source => ({
        places,
        next: (place, key) => sql`select ${timedKey('trashed_at', 'id')} from trash
          where ${sql.ref(column)} = ${place} and is_purging = 0 and type = ${one} and ${isRestorable(reader)}
            and ${comesBefore('trashed_at', 'id', key)}
          order by trashed_at desc, id desc limit 1`,
      }),
    );
  if (channelId !== undefined) return listed('channel_id', sql`select ${channelId} as id`);
  return [...listed('creator_id', thePerson(reader)), ...listed('channel_id', readableChannels(reader))];
});

export const deleteEntry = prepared((db, by: { id: string }) => db.deleteFrom('trash').where('id', '=', by.id));

export const startPurge = prepared((db, by: { id: string }) =>
  db.updateTable('trash').set({ is_purging: 1 }).where('id', '=', by.id),
);

export const insertPurged = preparedInsert('purged');

/** Whether the user has purged this already. */
export const findPurged = prepared((db, by: { id: string; userId: string }) =>
  db.selectFrom('purged').select('id').where('id', '=', by.id).where('purged_by', '=', by.userId),
);

/** The next entry that is being purged. */
export const findPurging = prepared((db, _by: object) =>
  db.selectFrom('trash').select(['id', 'type']).where('is_purging', '=', 1).limit(1),
);

export const findPurge = prepared((db, by: { id: string }) =>
  db.selectFrom('trash').select('type').where('id', '=', by.id).where('is_purging', '=', 1),
);

/** Some entries that have been in the trash since before a time. */
export const findOutdated = (db: Db, before: string) =>
  db
    .selectFrom('trash')
    .select(['id', 'organization_id', 'type', 'trashed_by'])
    .where('is_purging', '=', 0)
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(50)
    .execute();
