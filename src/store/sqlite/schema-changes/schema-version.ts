import type { Database as Connection, Statement } from 'better-sqlite3';

/** The schema as the connections of this process know it. */
export class SchemaVersion {
  readonly #version: Statement<[], { schema_version: number }>;
  readonly #uses: readonly Statement[];

  constructor(writing: Connection, reading: Connection) {
    this.#version = writing.prepare('pragma schema_version');
    this.#uses = [writing, reading].map((connection) => connection.prepare('select 1 from sqlite_schema limit 0'));
  }

  /** It differs after a change of tables, also in an open transaction. */
  get current(): number {
    return this.#version.get()!.schema_version;
  }

  /** The same, or undefined if it cannot be read. */
  get last(): number | undefined {
    try {
      return this.current;
    } catch {
      return undefined;
    }
  }

  /** Has each connection read a changed schema now. Otherwise the next user of the connection waits for it. */
  reread(): void {
    for (const use of this.#uses) {
      try {
        use.all();
      } catch {
        // The next use of the connection fails with the same error.
      }
    }
  }
}
