import type { Database as Connection, Statement } from 'better-sqlite3';

const most = 500;

/** Longer statements have many conditions, are rarely repeated and use much memory, so they are not kept. */
const longestKept = 20_000;

interface StatementsOptions {
  /** Rows are arrays, which are faster to create than objects. */
  readonly rowsAsArrays?: boolean;
}

/** The room for the texts of an answer. */
export interface Room {
  readonly bytes: number;
  /** A factor for each column, applied to each byte of a text or once to a number. */
  readonly factors: readonly number[];
  /**
   * The limit need not be checked while the longest text has at most `characters`. The SQL `longest` returns its
   * length.
   */
  readonly unlessShort?: { readonly longest: string; readonly characters: number };
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

type BareRow = readonly (string | number | null)[];

export interface FittingRows<Row> {
  readonly rows: Row[];
  /** The remaining room. */
  readonly room: () => Room | undefined;
  /** Whether more rows exist. */
  readonly isCut: boolean;
}

/** The bounded rows that fit, including the one that fills the room. */
export function fittingRows<Row extends BareRow>(rows: Row[], room: Room | undefined): FittingRows<Row> {
  if (!room) return { rows, room: () => undefined, isCut: false };
  if (room.bytes < 0) return { rows: [], room: () => room, isCut: rows.length > 0 };
  const filling = new Filling(room);
  const last = rows.findIndex((row) => filling.add(row));
  const isCut = last >= 0 && last < rows.length - 1;
  return { rows: isCut ? rows.slice(0, last + 1) : rows, room: () => ({ ...room, bytes: filling.left() }), isCut };
}

/**
 * Tracks the room that rows fill. Texts are measured only if they might be too long, because measuring UTF-8 is slow.
 */
class Filling {
  readonly #room: Room;
  readonly #unmeasured: BareRow[] = [];
  #left: number;
  /** A lower bound of the remaining room. */
  #leftSurely: number;

  constructor(room: Room) {
    this.#room = room;
    this.#left = this.#leftSurely = room.bytes;
  }

  /** Whether this row fills the room. */
  add(row: BareRow): boolean {
    this.#unmeasured.push(row);
    this.#leftSurely -= bytesIn(row, this.#room, mostBytesOf);
    return this.#leftSurely < 0 && this.left() < 0;
  }

  left(): number {
    for (const row of this.#unmeasured.splice(0)) this.#left -= bytesIn(row, this.#room, Buffer.byteLength);
    return (this.#leftSurely = this.#left);
  }
}

const mostBytesOf = (text: string): number => 3 * text.length;

function bytesIn(row: BareRow, { factors }: Room, bytesOf: (text: string) => number): number {
  let bytes = 0;
  for (let place = 0; place < factors.length; place += 1) {
    const value = row[place]!;
    if (value !== null) bytes += factors[place]! * (typeof value === 'string' ? bytesOf(value) : 1);
  }
  return bytes;
}

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
