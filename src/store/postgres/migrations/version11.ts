import { type Kysely, sql } from 'kysely';

/** The planner learns how often each checkbox is checked. Before, it expected few rows, and sorted all for an aggregate. */
export async function version11(tx: Kysely<unknown>): Promise<void> {
  await sql`do $$ declare checkbox record; begin
    for checkbox in
      select 'data_' || data_set as "table", 'coalesce(f' || number || ', 0)' as expression
      from data_set_fields where type = 'checkbox' and multiple = 0
    loop
      execute format('create statistics %I on (%s) from %I',
        checkbox.table || '_' || left(encode(sha256(convert_to(checkbox.expression, 'UTF8')), 'hex'), 16),
        checkbox.expression, checkbox.table);
    end loop;
  end $$`.execute(tx);
}
