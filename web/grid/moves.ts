/** A cell of a table: data rows and columns are counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page key moves by. */
  readonly page: number;
  /** The last cell that is written, if empty ones follow it. A far move ends there first. */
  readonly last?: CellPlace;
}

const bounded = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads in a table; nothing when it leads nowhere. */
export function moveOf(
  { key, ctrlKey, metaKey }: Key,
  { row, column }: CellPlace,
  { rows, columns, page, last = { row: 0, column: 0 } }: Size,
): CellPlace | undefined {
  const isFar = ctrlKey || metaKey;
  const [lowest, rightmost] = [row < last.row ? last.row : rows, column < last.column ? last.column : columns];
  const moves: Record<string, [row: number, column: number]> = {
    ArrowUp: [isFar ? 0 : row - 1, column],
    ArrowDown: [isFar ? lowest : row + 1, column],
    ArrowLeft: [row, isFar ? 0 : column - 1],
    ArrowRight: [row, isFar ? rightmost : column + 1],
    Home: [isFar ? 0 : row, 0],
    End: [isFar ? lowest : row, rightmost],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
  };
  const move = moves[key];
  return move && { row: bounded(move[0], rows), column: bounded(move[1], columns) };
}
