import { sql } from 'kysely';
import { isOpen, privateOf, type Reader } from '../operation/access.ts';

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
      select * from (select channels.name, channels.id from channels where ${isOpen(by)} and ${next})
      union all
      select * from (select channels.name, channels.id from ${privateOf(by)} and ${next}))
    order by name, id limit ${by.take})`.as<'page'>(sql`page`);
}
