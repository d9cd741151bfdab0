import type { Database as Connection, Statement } from 'better-sqlite3';

const most = 500;

/** The statements of a connection, each prepared once; the oldest make room. */
export class Statements {
  readonly #connection: Connection;
  readonly #known = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(sql: string): Statement {
    const known = this.#known.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    if (this.#known.size >= most) this.#known.delete(this.#oldest());
    this.#known.set(sql, statement);
    return statement;
  }

  #oldest(): string {
    return this.#known.keys().next().value ?? '';
  }
}
