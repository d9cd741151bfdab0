import { isSurelyLonger } from '../../schemas/json-length.ts';

/** Characters of JSON written at once. Longer JSON is split into pieces of this length. */
const pieceCharacters = 64 * 1024;

export const isOnePiece = (value: unknown): boolean => !isSurelyLonger(value, pieceCharacters);

/** The JSON of a value, in pieces. */
export function* jsonPieces(value: unknown): Generator<string> {
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
  }
  yield text;
}

function* partsOf(value: unknown): Generator<string> {
  if (isOnePiece(value)) yield JSON.stringify(value) ?? 'null';
  else if (typeof value === 'string') yield* partsOfText(value);
  else if (Array.isArray(value)) yield* partsOfList(value);
  else yield* partsOfObject(value as object);
}

function* partsOfList(items: readonly unknown[]): Generator<string> {
  for (const [place, item] of items.entries()) {
    yield place === 0 ? '[' : ',';
    yield* partsOf(item);
  }
  yield ']';
}

function* partsOfObject(object: object): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* partsOf(value);
    before = ',';
  }
  yield '}';
}

function* partsOfText(text: string): Generator<string> {
  yield '"';
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfPiece(text, from + pieceCharacters);
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
  }
  yield '"';
}

/** Keeps surrogate pairs together; JSON would escape the halves. */
const endOfPiece = (text: string, end: number): number =>
  end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
