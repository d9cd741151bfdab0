import { type Kysely, sql } from 'kysely';

/** Local days stay within the years 1 to 9999, as those of SQLite do. `least` passes over null, so that has its own case. */
export async function version6(tx: Kysely<unknown>): Promise<void> {
  await sql`create or replace function local_day(moment bigint, zone text) returns text language sql stable
    as $$ select case when moment is not null then to_char(
      least(greatest(to_timestamp(moment / 1000.0) at time zone zone, timestamp '0001-01-01'), timestamp '9999-12-31'),
      'YYYY-MM-DD'
    ) end collate "C" $$`.execute(tx);
}
