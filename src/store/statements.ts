import type { Database as Connection, Statement } from 'better-sqlite3';

const most = 500;

interface StatementsOptions {
  /** Rows are arrays of their columns, which are made sooner than objects. */
  readonly rowsAsArrays?: boolean;
}

/** The rows of a statement that makes arrays of them; of those that come to more than so many characters only the first. */
export function boundedRows(statement: Statement, parameters: readonly unknown[], mostCharacters?: number): BareRow[] {
  if (mostCharacters === undefined) return statement.all(...parameters) as BareRow[];
  const rows: BareRow[] = [];
  let left = mostCharacters;
  for (const row of statement.iterate(...parameters) as Iterable<BareRow>) {
    rows.push(row);
    left -= charactersIn(row);
    if (left < 0) break;
  }
  return rows;
}

type BareRow = readonly (string | number | null)[];

export function charactersIn(row: BareRow): number {
  let characters = 0;
  for (const value of row) if (typeof value === 'string') characters += value.length;
  return characters;
}

/** The statements of a connection, each prepared once; the oldest make room. */
export class Statements {
  readonly #connection: Connection;
  readonly #rowsAsArrays: boolean;
  readonly #known = new Map<string, Statement>();

  constructor(connection: Connection, { rowsAsArrays = false }: StatementsOptions = {}) {
    this.#connection = connection;
    this.#rowsAsArrays = rowsAsArrays;
  }

  of(sql: string): Statement {
    const known = this.#known.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    if (this.#rowsAsArrays) statement.raw();
    if (this.#known.size >= most) this.#known.delete(this.#oldest());
    this.#known.set(sql, statement);
    return statement;
  }

  #oldest(): string {
    return this.#known.keys().next().value ?? '';
  }
}
