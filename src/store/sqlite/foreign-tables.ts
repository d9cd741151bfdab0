import SQLite, { type Database as Connection } from 'better-sqlite3';

export type ForeignValue = string | number | bigint | Buffer | null;

interface ForeignColumn {
  readonly name: string;
  /** As declared, if at all. Values may be of another type. */
  readonly declaredType: string;
}

/** A snapshot of a table or view in another SQLite database. */
export interface ForeignTable {
  readonly columns: readonly ForeignColumn[];
  /** Starts at the first row on each call; integers are `bigint`. */
  rows(): Iterable<readonly ForeignValue[]>;
  close(): void;
}

/** Thrown if a table of another database cannot be read; the message says why. */
export class UnreadableTable extends Error {}

/**
 * Opens a table for reading. The database is not changed, and others may use it meanwhile. Throws `UnreadableTable`.
 */
export function openForeignTable(path: string, table: string): ForeignTable {
  const connection = readable(() => new SQLite(path, { readonly: true, fileMustExist: true }));
  try {
    return readable(() => tableIn(connection, table));
  } catch (error) {
    connection.close();
    throw error;
  }
}

function tableIn(connection: Connection, table: string): ForeignTable {
  connection.pragma('trusted_schema = OFF');
  connection.exec('BEGIN');
  const columns = columnsOf(connection, nameOf(connection, table));
  const select = connection
    .prepare<[], ForeignValue[]>(`select ${columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table)}`)
    .raw()
    .safeIntegers();
  return {
    columns,
    *rows() {
      const rows = select.iterate();
      try {
        for (let row = readable(() => rows.next()); !row.done; row = readable(() => rows.next())) yield row.value;
      } finally {
        rows.return?.();
      }
    },
    close: () => connection.close(),
  };
}

function nameOf(connection: Connection, table: string): string {
  const tables = connection
    .prepare<[], string>("select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%'")
    .pluck()
    .all();
  if (tables.includes(table)) return table;
  throw new UnreadableTable(
    tables.length === 0 ? 'it has no tables' : `it has no table "${table}"; it has ${tables.join(', ')}`,
  );
}

const columnsOf = (connection: Connection, table: string): ForeignColumn[] =>
  connection
    .prepare<[string], ForeignColumn>(
      'select name, type as declaredType from pragma_table_xinfo(?) where hidden <> 1 order by cid',
    )
    .all(table);

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof SQLite.SqliteError ? new UnreadableTable(`SQLite says: ${error.message}`) : error;
  }
}
