import { sql } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import { isOpen, privateOf, type Reader } from '../operation/access.ts';
import { beginsWith, fewNamed, namedColumns } from '../operation/names/named-sql.ts';
import type { Named } from '../operation/names/names.ts';

export interface PageOf extends Reader {
  readonly name: string;
  readonly id: string;
  readonly take: number;
}

/** Those behind a place of the list: of the organisation's, and of the private ones whose member the reader is. */
export function idsBehind(by: PageOf) {
  const next = sql`(channels.name, channels.id) > (${by.name}, ${by.id})
    order by channels.name, channels.id limit ${by.take}`;
  return sql<{ id: string }>`(
    select id from (
      select * from (select channels.name, channels.id from channels where ${isOpen(by)} and ${next}) as open
      union all
      select * from (select channels.name, channels.id from ${privateOf(by)} and ${next}) as own) as behind
    order by name, id limit ${by.take})`.as<'page'>(sql`page`);
}

/** The channels whose name begins with the given one, as far as the reader may see them. */
export const channelsNamed = prepared((db, by: Reader & { name: string }) => {
  const name = sql.ref('channels.name');
  const columns = namedColumns(sql.ref('channels.id'), sql.ref('channels.slug'), name, by.name);
  return {
    compile: () =>
      sql<Named>`select * from (
        select ${columns} from channels where ${isOpen(by)} and ${beginsWith(name, by.name)}
        union all
        select ${columns} from ${privateOf(by)} and ${beginsWith(name, by.name)}) as named ${fewNamed}`.compile(db),
  };
});

/** Two of a channel's managers, or fewer. Their index leaves out the other members, who may be very many. */
export const someManagers = prepared((db, by: { channelId: string }) =>
  db
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select('channel_members.user_id')
    .where('channel_members.channel_id', '=', by.channelId)
    .where('channel_members.role', '=', sql.lit('manager'))
    .where('users.removed_at', 'is', null)
    .limit(2),
);
