import type { Database as Connection } from 'better-sqlite3';
import type { Engine } from '../../engine.ts';

type Running = Pick<Engine, 'run'>;

export async function nextDataSetNumber(engine: Running): Promise<number> {
  await engine.run(
    `insert into sqlite_sequence (name, seq) select 'data_sets', 0
      where not exists (select 1 from sqlite_sequence where name = 'data_sets')`,
    [],
  );
  const next = `update sqlite_sequence set seq = seq + 1 where name = 'data_sets' returning seq`;
  const [row] = await engine.run<{ seq: number }>(next, []);
  return row!.seq;
}

/** One schema change covers all columns: SQLite rereads all schemas after each `alter table`. */
export function addColumns(connection: Connection, table: string, columns: readonly string[]): void {
  const added = columns.map((column) => `, ${column}`).join('');
  const add = `update sqlite_schema set sql = substr(sql, 1, length(sql) - 1) || ? || ')' where type = 'table' and name = ?`;
  changeSchema(connection, add, [added, table]);
}

/** Edits `sqlite_schema` in the open transaction. SQLite allows this only if the stored rows stay valid. */
function changeSchema(connection: Connection, sql: string, parameters: readonly unknown[]): void {
  connection.unsafeMode(true);
  try {
    connection.pragma('writable_schema = on');
    connection.prepare(sql).run(...parameters);
    const version = Number(connection.pragma('schema_version', { simple: true }));
    connection.pragma(`schema_version = ${version + 1}`);
  } finally {
    connection.pragma('writable_schema = reset');
    connection.unsafeMode(false);
  }
}

export async function indexNames(engine: Running, table: string, prefix: string): Promise<string[]> {
  const names = `select name from sqlite_master
    where type = 'index' and tbl_name = ? and name glob ? order by name`;
  const rows = await engine.run<{ name: string }>(names, [table, `${prefix}*`]);
  return rows.map(({ name }) => name);
}
