import type { Database as Connection, Statement } from 'better-sqlite3';

const most = 500;

/** A longer statement is of many conditions, hardly comes again, and takes much memory. */
const longestKept = 20_000;

interface StatementsOptions {
  /** Rows are arrays of their columns, which are made sooner than objects. */
  readonly rowsAsArrays?: boolean;
}

/** How much text the rows of an answer may have. */
export interface Room {
  readonly bytes: number;
  /** For each column, what each byte of a text counts, or a number as a whole. */
  readonly factors: readonly number[];
  /** It surely suffices while no text of the table has more characters than so many, which a statement tells. */
  readonly unlessShort?: { readonly longest: string; readonly characters: number };
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

type BareRow = readonly (string | number | null)[];

export interface FittingRows<Row> {
  readonly rows: Row[];
  /** The room that is left. */
  readonly room: () => Room | undefined;
  /** Whether there are others. */
  readonly isCut: boolean;
}

/** Of bounded rows those that there is room for, the one included with which it ends. */
export function fittingRows<Row extends BareRow>(rows: Row[], room: Room | undefined): FittingRows<Row> {
  if (!room) return { rows, room: () => undefined, isCut: false };
  if (room.bytes < 0) return { rows: [], room: () => room, isCut: rows.length > 0 };
  const filling = new Filling(room);
  const last = rows.findIndex((row) => filling.add(row));
  const isCut = last >= 0 && last < rows.length - 1;
  return { rows: isCut ? rows.slice(0, last + 1) : rows, room: () => ({ ...room, bytes: filling.left() }), isCut };
}

/** Rows that fill a room. Their texts are measured only where they might be too long: to ask for the length in UTF-8 takes a while. */
class Filling {
  readonly #room: Room;
  readonly #unmeasured: BareRow[] = [];
  #left: number;
  /** At least. */
  #leftSurely: number;

  constructor(room: Room) {
    this.#room = room;
    this.#left = this.#leftSurely = room.bytes;
  }

  /** Whether the room ends with this row. */
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
