import type { Database as Connection, Statement } from 'better-sqlite3';
import { type BareRow, Filling, type Room } from '../room.ts';

const most = 500;

/** A longer statement is of many conditions, hardly comes again, and takes much memory. */
const longestKept = 20_000;

interface StatementsOptions {
  /** Rows are arrays of their columns, which are made sooner than objects. */
  readonly rowsAsArrays?: boolean;
}

/**
 * The rows of a statement that makes arrays of them. Of those that come to more than there is room for only the first: the one
 * with which the room ends, and one more, which shows that there are others. `watch` may end the statement by throwing.
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

/** A clock takes as long as a short row. */
const rowsBetweenLooks = 4;

/** The statements of a connection, each prepared once unless it is long; the oldest make room. */
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
