import type { Database as Connection } from 'better-sqlite3';
import type { Statement } from '../scan.ts';

/** Indexes come and go; so long may one that went be counted on. */
const knownForMs = 1_000;

/** What SQLite's query planner makes of statements. */
export class Plans {
  readonly #connection: Connection;
  readonly #indexed = new Map<string, boolean>();
  #since = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether an index gives the rows of a Data Set in their order, searched by every one of these columns. */
  isIndexed(statement: Statement, searchedBy: readonly string[]): boolean {
    const now = performance.now();
    if (now - this.#since > knownForMs) {
      this.#indexed.clear();
      this.#since = now;
    }
    let indexed = this.#indexed.get(statement.sql);
    if (indexed === undefined) {
      indexed = isIndexedBy(this.#stepsOf(statement), searchedBy);
      this.#indexed.set(statement.sql, indexed);
    }
    return indexed;
  }

  /** A plan is made of the schema that the connection knows, which it looks at anew only when it runs a statement. */
  #stepsOf({ sql, parameters }: Statement): string[] {
    this.#connection.prepare('select 1 from sqlite_master limit 1').get();
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
