import SQLite from 'better-sqlite3';
import { afterAll } from 'vitest';
import { addFunctions } from '../../src/store/sqlite/functions.ts';
import { placesIn } from '../../src/folder/places/places.ts';

export type Connection = SQLite.Database;

/** A connection past the product. It opens older, foreign or deliberately damaged databases. */
export function connectTo(path: string): Connection {
  const connection = new SQLite(path);
  addFunctions(connection);
  return connection;
}

/** Opens the database of a folder as it stands, whatever wrote it; `use` it and close it again. */
export function withDatabase<Result>(dataFolder: string, use: (connection: Connection) => Result): Result {
  const connection = connectTo(placesIn(dataFolder).database);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** The statements that this process prepares for the tests of a file, each with the last connection that did. */
export function preparedStatements(): ReadonlyMap<string, Connection> {
  const statements = new Map<string, Connection>();
  const { prepare } = SQLite.prototype;
  SQLite.prototype.prepare = function (this: Connection, sql: string) {
    statements.set(sql, this);
    return prepare.call(this, sql);
  } as typeof prepare;
  afterAll(() => {
    SQLite.prototype.prepare = prepare;
  });
  return statements;
}
