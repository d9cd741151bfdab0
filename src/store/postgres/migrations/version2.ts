import { type Kysely, sql } from 'kysely';

/** Lists of references are stored as JSON. The function writes the rest of one as SQLite does. */
export async function version2(tx: Kysely<unknown>): Promise<void> {
  await sql`create function json_list(items text[]) returns text language sql immutable
    as $$ select cast(to_json(items) as text) $$`.execute(tx);
  await sql`create aggregate json_group_array(text) (
    sfunc = array_append, stype = text[], initcond = '{}', finalfunc = json_list)`.execute(tx);
}
