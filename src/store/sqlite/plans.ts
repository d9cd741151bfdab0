import type { Database as Connection } from 'better-sqlite3';
import type { Statement } from '../fragment.ts';

/** How long a plan is trusted, in ms. Indexes are added and dropped. */
const knownForMs = 1_000;

/** Query plans of statements, cached for a short time. */
export class Plans {
  readonly #connection: Connection;
  readonly #indexed = new Map<string, boolean>();
  #since = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether an index returns the rows of a Data Set in order, searched by each of these columns. */
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

  /**
   * The connection rereads the schema only when it runs a statement. Without this one, plans would use an old schema.
   */
  #stepsOf({ sql, parameters }: Statement): string[] {
    this.#connection.prepare('select 1 from sqlite_master limit 1').get();
    const steps = this.#connection.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  }
}

/**
 * Matches `SEARCH data_7 USING INDEX … (f2=? AND f3>?)`. Without search columns, an index may also be scanned in order.
 */
function isIndexedBy(steps: readonly string[], searchedBy: readonly string[]): boolean {
  return steps.every((step) => {
    if (step.startsWith('USE TEMP B-TREE')) return false;
    if (!/^(SEARCH|SCAN) data_/.test(step)) return true;
    return searchedBy.every((column) => new RegExp(`[( ]${column}=\\?`).test(step));
  });
}
