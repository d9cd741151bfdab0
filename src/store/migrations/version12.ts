import { type Kysely, sql } from 'kysely';
import { dataColumn, dataTable } from '../data-tables.ts';

/**
 * A Data Set knows how long its longest text may be, so that pages of short ones are read at once. Bytes stand for characters,
 * which are no more, for SQLite tells them without reading the text.
 */
export async function version12(tx: Kysely<unknown>): Promise<void> {
  await tx.schema
    .alterTable('data_sets')
    .addColumn('longest_text', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  const { rows } = await sql<{
    dataSet: number;
    fields: string;
  }>`select data_set as dataSet, json_group_array(number) as fields
    from data_set_fields where exists (select 1 from sqlite_schema where name = 'data_' || data_set)
    group by data_set`.execute(tx);
  for (const { dataSet, fields } of rows) {
    const longest = (JSON.parse(fields) as number[]).map(
      (field) => sql`max(octet_length(${sql.ref(dataColumn(field))}))`,
    );
    const found = await sql<
      Record<string, number | null>
    >`select ${sql.join(longest)} from ${sql.table(dataTable(dataSet))}`.execute(tx);
    const characters = Math.max(0, ...Object.values(found.rows[0]!).map(Number));
    await sql`update data_sets set longest_text = ${characters} where number = ${dataSet}`.execute(tx);
  }
}
