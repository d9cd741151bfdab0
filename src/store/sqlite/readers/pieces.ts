/** A chunk of values sent between processes. Short messages are quick to write and read. */
export interface Piece {
  readonly values: readonly unknown[];
  /** Whether its first value continues the last one before it. */
  readonly goesOn: boolean;
  readonly isLast: boolean;
}

const pieceCharacters = 128 * 1024;
/** Overhead counted for each value, in characters. */
const aroundValue = 8;

export function* piecesOf(all: Iterable<unknown>): Generator<Piece> {
  let values: unknown[] = [];
  let goesOn = false;
  let left = pieceCharacters;
  for (const value of all) {
    for (const [place, part] of partsOf(value).entries()) {
      if (left < 0 || place > 0) {
        yield { values, goesOn, isLast: false };
        [values, goesOn, left] = [[], place > 0, pieceCharacters];
      }
      values.push(part);
      left -= aroundValue + (typeof part === 'string' ? part.length : 0);
    }
  }
  yield { values, goesOn, isLast: true };
}

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'string' || value.length <= pieceCharacters) return [value];
  const count = Math.ceil(value.length / pieceCharacters);
  return Array.from({ length: count }, (_, place) =>
    value.slice(place * pieceCharacters, (place + 1) * pieceCharacters),
  );
}

/** Appends the values of a piece; pieces must come in order. */
export function gather(values: unknown[], piece: Piece): void {
  const [first, ...others] = piece.values;
  if (piece.goesOn) values.push(String(values.pop()) + String(first), ...others);
  else values.push(...piece.values);
}
