import { sql } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import { audiencesOf, channelIsReadable, type Reader } from '../operation/access.ts';

interface Attached {
  readonly id: string;
  readonly channelId: string | null;
}

/** The first channel that a reader reads where files and conversations are attached; `ids` as JSON. */
export const findAttached = prepared((db, by: Reader & { ids: string }) => ({
  compile: () =>
    sql<Attached>`select asked.value as id, (
        with recursive ${audiencesOf(sql.ref('asked.value'))}
        select min(channels.id) from audience cross join channels on channels.id = audience.id
        where ${channelIsReadable(by)}) as "channelId"
      from json_each(${by.ids}) as asked`.compile(db),
}));
