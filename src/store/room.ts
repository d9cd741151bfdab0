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

export type BareRow = readonly (string | number | null)[];

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
export class Filling {
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
