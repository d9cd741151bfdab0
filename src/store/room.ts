/** How much text the rows of an answer may have. */
export interface Room {
  readonly bytes: number;
  /** For each column, what each byte of a text counts, or a number as a whole. */
  readonly factors: readonly number[];
  /** It surely suffices while no text of the table has more characters than so many, which a statement tells. */
  readonly unlessShort?: { readonly longest: string; readonly characters: number };
}

export type BareRow = readonly (string | number | null)[];

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
export class Filling {
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
