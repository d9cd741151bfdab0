import type { Database as Connection, Statement as PreparedStatement } from 'better-sqlite3';
import type { Statement } from './database.ts';

const most = 500;

/** What SQLite's query planner makes of statements, as long as the schema stays as it is. */
export class Plans {
  readonly #connection: Connection;
  readonly #schemaVersion: PreparedStatement;
  readonly #indexed = new Map<string, boolean>();
  #version: unknown;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#schemaVersion = connection.prepare('PRAGMA schema_version').pluck();
  }

  /** Whether an index gives the rows of a Data Set in their order, searched by every one of these columns. */
  isIndexed(statement: Statement, searchedBy: readonly string[]): boolean {
    const version = this.#schemaVersion.get();
    if (version !== this.#version || this.#indexed.size >= most) this.#indexed.clear();
    this.#version = version;
    let indexed = this.#indexed.get(statement.sql);
    if (indexed === undefined) {
      indexed = isIndexedBy(this.#stepsOf(statement), searchedBy);
      this.#indexed.set(statement.sql, indexed);
    }
    return indexed;
  }

  #stepsOf({ sql, parameters }: Statement): string[] {
    const steps = this.#connection.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  }
}

/** `SEARCH data_7 USING INDEX … (f2=? AND f3>?)`; without a column to search by, an order may also be followed from its beginning. */
function isIndexedBy(steps: readonly string[], searchedBy: readonly string[]): boolean {
  return steps.every((step) => {
    if (step.startsWith('USE TEMP B-TREE')) return false;
    if (!/^(SEARCH|SCAN) data_/.test(step)) return true;
    return searchedBy.every((column) => new RegExp(`[( ]${column}=\\?`).test(step));
  });
}
