import { sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { prepared } from '../../store/prepared.ts';
import { channelIsReadable, isLive, type Reader } from '../operation/access.ts';
import { beginsWith, fewNamed, namedColumns } from '../operation/names/named-sql.ts';
import type { Named } from '../operation/names/names.ts';

const name = sql.ref('data_sets.name');
const columns = (given: string) => namedColumns(sql.ref('data_sets.id'), sql.ref('data_sets.object_type'), name, given);

/** The Data Sets of a channel whose name begins with the given one. */
export const dataSetsNamed = prepared((db, by: { channelId: string; name: string }) => ({
  compile: () =>
    sql<Named>`select ${columns(by.name)} from data_sets
      where data_sets.channel_id = ${by.channelId} and ${isLive('data_sets')} and ${beginsWith(name, by.name)} ${fewNamed}`.compile(
      db,
    ),
}));

/** The same in all channels of the reader. A key counts as a name, because each channel may have it. */
export const dataSetsNamedAnywhere = prepared((db, by: Reader & { name: string }) => ({
  compile: () =>
    sql<Named>`select data_sets.id, data_sets.object_type as key, data_sets.name,
        data_sets.object_type = ${by.name} or folded(data_sets.name) = folded(${by.name}) as "isExact"
      from data_sets cross join channels on channels.id = data_sets.channel_id
      where data_sets.organization_id = ${by.organizationId} and ${isLive('data_sets')}
        and (data_sets.object_type = ${by.name} or ${beginsWith(name, by.name)}) and ${channelIsReadable(by)}
      order by "isExact" desc, folded(data_sets.name), data_sets.id
      limit ${sql.lit(limits.candidates + 1)}`.compile(db),
}));

/** The Views of a channel whose name begins with the given one. */
export const viewsNamed = prepared((db, by: { channelId: string; name: string }) => {
  const called = sql.ref('views.name');
  return {
    compile: () =>
      sql<Named>`select ${namedColumns(sql.ref('views.id'), sql.ref('views.slug'), called, by.name)} from views
        where views.channel_id = ${by.channelId} and ${isLive('views')} and exists (
          select 1 from data_sets where data_sets.number = views.data_set and ${isLive('data_sets')}) and ${beginsWith(called, by.name)} ${fewNamed}`.compile(
        db,
      ),
  };
});
