import type { Database as Connection, Statement } from 'better-sqlite3';
import type { Sizes } from '../scan.ts';
import { boundedRows, type Statements } from './statements.ts';

/** Measures the lengths of a table's columns once, and again after any commit. */
export class TableSizes {
  readonly #statements: Statements;
  readonly #dataVersion: Statement;
  readonly #known = new Map<string, Sizes>();
  #version: unknown;

  constructor(connection: Connection, statements: Statements) {
    this.#statements = statements;
    this.#dataVersion = connection.prepare('pragma data_version').pluck();
  }

  of(table: string, columns: readonly string[]): Sizes {
    const version = this.#dataVersion.get();
    if (version !== this.#version) {
      this.#version = version;
      this.#known.clear();
    }
    let sizes = this.#known.get(table);
    if (!sizes) this.#known.set(table, (sizes = this.#measured(table, columns)));
    return sizes;
  }

  /** SQLite knows the bytes of a value without reading it. */
  #measured(table: string, columns: readonly string[]): Sizes {
    if (columns.length === 0) return new Map();
    const figures = columns.map((column) => `total(octet_length(${column})), max(octet_length(${column}))`);
    const [row] = boundedRows(this.#statements.of(`select ${figures.join(', ')} from ${table}`), []);
    return new Map(
      columns.map((column, place) => [
        column,
        { bytes: Number(row![2 * place]), longest: Number(row![2 * place + 1]) },
      ]),
    );
  }
}
