import type { Database as Connection, Statement } from 'better-sqlite3';
import { type BareRow, Filling, type Room } from '../room.ts';

const most = 500;

/** Longer statements have many conditions, are rarely repeated and use much memory, so they are not kept. */
const longestKept = 20_000;

interface StatementsOptions {
  /** Rows are arrays, which are faster to create than objects. */
  readonly rowsAsArrays?: boolean;
}

/**
 * The rows of a statement, bounded by room. Stops one row after the row that fills the room; the extra row shows that
 * more exist. `watch` may end the statement by throwing.
 */
export function boundedRows(
  statement: Statement,
  parameters: readonly unknown[],
  room?: Room,
  watch: () => void = () => {},
): BareRow[] {
  if (!room) return statement.all(...parameters) as BareRow[];
  const rows: BareRow[] = [];
  const filling = new Filling(room);
  let isFull = room.bytes < 0;
  for (const row of statement.iterate(...parameters) as Iterable<BareRow>) {
    if (rows.length % rowsBetweenLooks === 0) watch();
    rows.push(row);
    if (isFull) break;
    isFull = filling.add(row);
  }
  return rows;
}

/** Reading the clock costs as much as a short row. */
const rowsBetweenLooks = 4;

/** The prepared statements of a connection. Long ones are not kept; the oldest is dropped first. */
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
    if (sql.length > longestKept) return statement;
    if (this.#known.size >= most) this.#known.delete(this.#oldest());
    this.#known.set(sql, statement);
    return statement;
  }

  #oldest(): string {
    return this.#known.keys().next().value ?? '';
  }
}
