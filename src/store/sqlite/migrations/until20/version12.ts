import { type Kysely, sql } from 'kysely';

/** Stores figures that each page would otherwise compute: messages per session, and the longest text of a Data Set. */
export async function version12(tx: Kysely<unknown>): Promise<void> {
  const add = (table: string, column: string) =>
    tx.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await add('sessions', 'message_count');
  await sql`update sessions set message_count = (select count(*) from messages where session_id = sessions.id)`.execute(
    tx,
  );
  await add('data_sets', 'longest_text');
  const { rows } = await sql<{
    number: number;
    columns: string;
  }>`select data_sets.number, json_group_array(field.name) as columns
    from data_sets join pragma_table_info('data_' || data_sets.number) as field
    where field.name glob 'f[0-9]*' group by data_sets.number`.execute(tx);
  for (const { number, columns } of rows) {
    const characters = await longestIn(tx, `data_${number}`, JSON.parse(columns) as string[]);
    await sql`update data_sets set longest_text = ${characters} where number = ${number}`.execute(tx);
  }
}

/** In bytes, an upper bound of characters. SQLite knows them without reading the text. */
async function longestIn(tx: Kysely<unknown>, table: string, columns: readonly string[]): Promise<number> {
  const longest = columns.map((column) => sql`max(octet_length(${sql.ref(column)}))`);
  const { rows } = await sql<object>`select ${sql.join(longest)} from ${sql.table(table)}`.execute(tx);
  return Math.max(0, ...Object.values(rows[0]!).map(Number));
}
