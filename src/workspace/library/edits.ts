import type { ArtifactKind, Edit, Splice } from '../../../schemas/artifacts.ts';
import { invalidRequest, tooLarge, type WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { withEscaped, withHidden } from '../../../schemas/shown.ts';
import { inTurns, type Work } from '../../turns/turn.ts';

const mostBytes: Record<ArtifactKind, number> = { markdown: limits.markdownBytes, csv: limits.csvBytes };

/** The bytes of a content that may be stored; they are exactly those of the text. */
export function contentBytes(kind: ArtifactKind, content: string): Uint8Array {
  refuseUnstorable(content, '/content');
  const bytes = Buffer.from(content);
  if (bytes.byteLength > mostBytes[kind]) throw contentTooLarge(kind);
  return bytes;
}

/** Applies edits in order, all or none. Others go on meanwhile, and what it costs grows only with the length of the texts. */
export const applyEdits = (
  kind: ArtifactKind,
  content: string,
  edits: readonly Edit[],
  subject: string,
): Promise<string> => inTurns(subject, edited(kind, content, edits));

/** A text in UTF-16 code units: an edit may name half of a character. */
type Units = Uint16Array;

/** Longer edits do not quote an answer, so no escapes are looked for in them. */
const mostQuoted = 4 * limits.windowMost;

/** Looked at between two moments at which others may go on. */
const unitsAtOnce = 1 << 16;

function* edited(kind: ArtifactKind, content: string, edits: readonly Edit[]): Work<string> {
  let text = unitsOf(content);
  for (const [index, edit] of edits.entries()) {
    yield;
    text = yield* applyEdit(kind, text, edit, `/edits/${index}`);
  }
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf16le');
}

/** Replaces ranges of a stored text in one pass, all or none. */
export const applySplices = (
  kind: ArtifactKind,
  stored: Uint8Array,
  splices: readonly Splice[],
  subject: string,
): Promise<Uint8Array> => inTurns(subject, spliced(kind, stored, splices));

function* spliced(kind: ArtifactKind, stored: Uint8Array, splices: readonly Splice[]): Work<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let [from, bytes] = [0, stored.byteLength];
  for (const [index, { start, end, text }] of splices.entries()) {
    const at = `/splices/${index}`;
    if (start < from) throw invalidRequest(`${at}/start`, `must be at least ${from}, where the splice before ends`);
    if (end < start) throw invalidRequest(`${at}/end`, `must be at least ${start}, where the splice starts`);
    refuseInsideCharacter(stored, start, `${at}/start`);
    refuseInsideCharacter(stored, end, `${at}/end`);
    refuseUnstorable(text, `${at}/text`);
    const written = Buffer.from(text);
    pieces.push(stored.subarray(from, start), written);
    bytes += written.byteLength - (end - start);
    from = end;
    yield;
  }
  if (bytes > mostBytes[kind]) throw contentTooLarge(kind);
  return Buffer.concat([...pieces, stored.subarray(from)], bytes);
}

function refuseInsideCharacter(stored: Uint8Array, place: number, path: string): void {
  if (place > stored.byteLength)
    throw invalidRequest(path, `must be at most ${stored.byteLength}, the bytes of the cited version`);
  if (((stored[place] ?? 0) & 0xc0) === 0x80)
    throw invalidRequest(path, 'is inside a character; cut between characters');
}

function refuseUnstorable(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidRequest(path, 'must be valid Unicode text without NUL characters');
  }
}

function* applyEdit(
  kind: ArtifactKind,
  text: Units,
  { oldText: quoted, newText: written, replaceAll = false }: Edit,
  at: string,
): Work<Units> {
  const path = `${at}/oldText`;
  let [oldText, newText] = [quoted, written];
  let ends = yield* endsIn(text, oldText, replaceAll);
  if (ends.length === 0 && quoted.length + written.length <= mostQuoted) {
    const { text: meant, escapes } = withHidden(quoted);
    if (escapes.size > 0) {
      [oldText, newText] = [meant, withEscaped(written, escapes)];
      ends = yield* endsIn(text, oldText, replaceAll);
    }
  }
  refuseUnstorable(newText, `${at}/newText`);
  if (ends.length === 0)
    throw invalidRequest(path, 'does not occur in the text; read the artifact again and copy the text exactly');
  if (!replaceAll && ends.length > 1) {
    throw invalidRequest(path, 'occurs more than once; add text around it until it is unique, or set replaceAll');
  }
  // The size is checked before the text is built, because a replacement can multiply it.
  const length = text.length + ends.length * (newText.length - oldText.length);
  if (replaceAll && length > mostBytes[kind]) throw contentTooLarge(kind);
  return yield* replaced(text, ends, oldText.length, unitsOf(newText), length);
}

function* endsIn(text: Units, old: string, all: boolean): Work<ArrayLike<number>> {
  return old.length > text.length ? [] : yield* endsOf(unitsOf(old), text, all);
}

/** Where occurrences end: all that do not overlap, or the first two, which may. */
function* endsOf(old: Units, text: Units, all: boolean): Work<ArrayLike<number>> {
  const most = all ? Math.floor(text.length / old.length) : 2;
  const search = { old, text, mayOverlap: !all, borders: yield* bordersOf(old), ends: new Int32Array(most) };
  let state = { matched: 0, found: 0 };
  for (let at = 0; at < text.length && state.found < most; at += unitsAtOnce) {
    state = searched(search, state, at, Math.min(at + unitsAtOnce, text.length));
    yield;
  }
  return search.ends.subarray(0, state.found);
}

interface Search {
  readonly old: Units;
  readonly text: Units;
  readonly mayOverlap: boolean;
  readonly borders: Int32Array;
  readonly ends: Int32Array;
}

/** By Knuth, Morris and Pratt, since `indexOf` takes the product of both lengths for texts that are made for it. */
function searched(
  { old, text, mayOverlap, borders, ends }: Search,
  state: { readonly matched: number; readonly found: number },
  from: number,
  to: number,
) {
  let { matched, found } = state;
  for (let at = from; at < to && found < ends.length; at += 1) {
    const unit = text[at];
    while (matched > 0 && unit !== old[matched]) matched = borders[matched]!;
    if (unit === old[matched]) matched += 1;
    if (matched < old.length) continue;
    ends[found++] = at + 1;
    matched = mayOverlap ? borders[matched]! : 0;
  }
  return { matched, found };
}

/** The border lengths of all prefixes of a text. A border is both a start and an end of its prefix. */
function* bordersOf(old: Units): Work<Int32Array> {
  const borders = new Int32Array(old.length + 1);
  for (let at = 1, length = 0; at < old.length; at += 1) {
    if (at % unitsAtOnce === 0) yield;
    while (length > 0 && old[at] !== old[length]) length = borders[length]!;
    if (old[at] === old[length]) length += 1;
    borders[at + 1] = length;
  }
  return borders;
}

/** The text in which what ends at these places is replaced. */
function* replaced(
  text: Units,
  ends: ArrayLike<number>,
  oldLength: number,
  newText: Units,
  length: number,
): Work<Units> {
  const result = new Uint16Array(length);
  const parts = Math.ceil((text.length + length) / unitsAtOnce);
  const endsAtOnce = Math.ceil(ends.length / parts);
  let [from, filled] = [0, 0];
  for (let first = 0; first < ends.length; first += endsAtOnce) {
    for (let index = first; index < Math.min(first + endsAtOnce, ends.length); index += 1) {
      const until = ends[index]! - oldLength;
      while (from < until) result[filled++] = text[from++]!;
      for (let at = 0; at < newText.length; at += 1) result[filled++] = newText[at]!;
      from += oldLength;
    }
    yield;
  }
  result.set(text.subarray(from), filled);
  return result;
}

function unitsOf(text: string): Units {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

function contentTooLarge(kind: ArtifactKind): WorkspaceError {
  const name = kind === 'csv' ? 'sheet' : 'document';
  return tooLarge(
    mostBytes[kind],
    `A ${name} holds at most ${mostBytes[kind]} bytes; split it, or upload it as a file.`,
  );
}
