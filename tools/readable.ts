import { escapeOf, type HiddenCharacters, hiddenCharacters, kindsOf } from '../schemas/shown.ts';

export interface Readable {
  readonly text: string;
  readonly hiddenCharacters?: HiddenCharacters;
}

/** A piece takes a few milliseconds if all its characters are hidden. */
const pieceCharacters = 8 * 1024;
/** Neither a flag nor the surroundings that decide whether a character is hidden are longer. */
const contextCharacters = 16;

/**
 * A text as a model is shown it, in pieces: hidden characters are escapes, and counted. Undefined if its JSON has more
 * than `mostBytes`. A control character takes six bytes there.
 */
export function* readable(text: string, mostBytes: number): Generator<void, Readable | undefined, void> {
  const pieces: string[] = [];
  const kinds = new Set<string>();
  let count = 0;
  let bytes = '""'.length;
  for (let from = 0; from < text.length; ) {
    const piece = visiblePiece(text, from);
    pieces.push(piece.text);
    bytes += Buffer.byteLength(JSON.stringify(piece.text)) - '""'.length;
    if (bytes > mostBytes) return undefined;
    count += piece.hidden.length;
    for (const character of piece.hidden) kinds.add(character);
    from = piece.end;
    yield;
  }
  return { text: pieces.join(''), ...(count > 0 && { hiddenCharacters: { count, kinds: kindsOf([...kinds]) } }) };
}

interface Piece {
  readonly text: string;
  readonly hidden: readonly string[];
  readonly end: number;
}

/** Reads a piece within its surroundings. It ends behind the last character that begins in it. */
function visiblePiece(text: string, from: number): Piece {
  const start = Math.max(0, from - contextCharacters);
  const around = text.slice(start, from + pieceCharacters + contextCharacters);
  const most = from - start + pieceCharacters;
  const seek = hiddenCharacters();
  const parts: string[] = [];
  const hidden: string[] = [];
  let at = from - start;
  seek.lastIndex = at;
  for (let found = seek.exec(around); found && found.index < most; found = seek.exec(around)) {
    const [character] = found;
    const isFlag = character.length > 2;
    const isShown = isFlag || around.startsWith('\r\n', found.index);
    parts.push(around.slice(at, found.index), isShown ? character : escapeOf(character));
    if (!isShown) hidden.push(character);
    at = found.index + character.length;
  }
  const end = Math.max(at, endOfCharacter(around, most));
  return { text: parts.join('') + around.slice(at, end), hidden, end: start + end };
}

/** The place, or the one behind it if that would split a surrogate pair. */
const endOfCharacter = (text: string, place: number): number =>
  (text.codePointAt(place - 1) ?? 0) > 0xff_ff ? place + 1 : Math.min(place, text.length);
