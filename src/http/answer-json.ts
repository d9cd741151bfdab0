import { isSurelyLonger } from '../../schemas/json-length.ts';
import { inTurns, type Work } from '../store/turn.ts';

/** So much JSON is written at once; a longer one is written in pieces of this length. */
const pieceCharacters = 64 * 1024;

/** The JSON of an answer. A long one is written while others go on, and is there as bytes. */
export const answerJson = async (subject: string, answer: unknown): Promise<string | Buffer> =>
  isShort(answer) ? JSON.stringify(answer) : inTurns(subject, written(answer));

const isShort = (value: unknown): boolean => !isSurelyLonger(value, pieceCharacters);

function* written(answer: unknown): Work<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  for (const part of partsOf(answer)) {
    text += part;
    if (text.length < pieceCharacters) continue;
    pieces.push(Buffer.from(text));
    text = '';
    yield;
  }
  return yield* joined([...pieces, Buffer.from(text)]);
}

function* joined(pieces: readonly Buffer[]): Work<Buffer> {
  const whole = Buffer.allocUnsafe(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    at += piece.copy(whole, at);
    yield;
  }
  return whole;
}

function* partsOf(value: unknown): Generator<string> {
  if (isShort(value)) yield JSON.stringify(value) ?? 'null';
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

/** Not between the two halves of a character, which JSON would escape. */
const endOfPiece = (text: string, end: number): number =>
  end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
