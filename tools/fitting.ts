import type { FeedItem } from '../schemas/feed.ts';
import type { Record } from '../schemas/records.ts';
import type { AnswerSources, Column, Completeness, Query, Row, WidgetResult } from '../schemas/queries.ts';
import type { Message } from '../schemas/sessions.ts';
import { isSurelyLonger } from '../schemas/json-length.ts';
import { limits } from '../schemas/limits.ts';
import { escapedIn, visibleIn } from '../schemas/shown.ts';

/** The room for the data of an answer, in bytes. The rest of the 24 KiB is for its envelope. */
export const roomForData = limits.toolAnswerBytes - 4 * 1024;

export const fits = (value: unknown, room: number = roomForData): boolean => bytesOf(value, room) <= room;

/** The longest prefix of a list that fits, measured by `shownOf`. Later items are not visited. */
export function mostOf<Item>(items: Iterable<Item>, room: number, shownOf = (item: Item): unknown => item): Item[] {
  const taken: Item[] = [];
  let left = room - '[]'.length;
  for (const item of items) {
    left -= bytesOf(shownOf(item), left) + (taken.length > 0 ? ','.length : 0);
    if (left < 0) break;
    taken.push(item);
  }
  return taken;
}

interface Portion {
  readonly shown: unknown;
  /** The index of the first character or item that is not shown. */
  readonly next?: number;
}

/** The longest part of a text or list that fits from `offset` on, cut at a character. Other values stay whole. */
function portionOf(value: unknown, room: number, offset = 0): Portion {
  if (typeof value !== 'string' && !Array.isArray(value)) return { shown: value };
  const rest: string | unknown[] = value.slice(offset);
  const count = typeof rest === 'string' ? lengthWithin(rest, room) : mostOf(rest, room).length;
  return { shown: rest.slice(0, count), ...(count < rest.length && { next: offset + count }) };
}

/** How many characters of a text fit; each takes at least one byte. */
function lengthWithin(text: string, room: number): number {
  const start = text.slice(0, Math.max(0, room));
  const json = escapedIn(JSON.stringify(start));
  if (Buffer.byteLength(visibleIn(json)) <= room) return endOfCharacter(text, start.length);
  let length = charactersWithin(json, room);
  // Cutting may hide a character at the new end, such as a joiner between two pictures. It is then escaped, and longer.
  while (length > 0 && !fits(start.slice(0, length), room)) length -= 1;
  return endOfCharacter(text, length);
}

/** How many characters of a text fit, measured on its JSON. */
function charactersWithin(json: string, room: number): number {
  let [count, left] = [0, room - '""'.length];
  for (let at = 1; at < json.length - 1; count += 1) {
    const escape = json[at] === '\\' ? (json[at + 1] === 'u' ? 6 : 2) : 0;
    left -= escape ? shownBytes(json[at + 1]!) : bytesOfUnit(json.charCodeAt(at));
    if (left < 0) break;
    at += escape || 1;
  }
  return count;
}

/** At most as many bytes are shown for a JSON escape that begins with this letter, such as `\\\\u{202e}`. */
const shownBytes = (letter: string): number => (letter === 'u' ? 9 : 'bfr'.includes(letter) ? 6 : 2);

/** Bytes in UTF-8. Each half of a surrogate pair counts two. */
function bytesOfUnit(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
}

/** The first characters of a text, cut between characters. */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, endOfCharacter(text, most));

/** The place itself, or the one before if it would split a surrogate pair. */
const endOfCharacter = (text: string, place: number): number =>
  place > 0 && (text.codePointAt(place - 1) ?? 0) > 0xffff ? place - 1 : place;

interface Portions {
  readonly shown: Row;
  /** The offset at which each cut value continues. */
  readonly next: { readonly [key: string]: number };
  /** The number of values whose names did not fit. */
  readonly leftOut: number;
}

/** Values that fit, together with the names and offsets of cut ones. Each value gets an equal share. */
function portionsOf(values: Row, room: number, offset?: number): Portions {
  const keys = mostOf(Object.keys(values), room / 3);
  const names = bytesOf(Object.fromEntries(keys.map((key) => [key, limits.cell])));
  const share = (room - 2 * names) / keys.length;
  const portions = keys.map((key) => [key, portionOf(values[key], share, offset)] as const);
  return {
    shown: Object.fromEntries(portions.map(([key, { shown }]) => [key, shown])),
    next: Object.fromEntries(portions.flatMap(([key, { next }]) => (next === undefined ? [] : [[key, next]]))),
    leftOut: Object.keys(values).length - keys.length,
  };
}

/**
 * A record with long values cut. `nextOffsets` says where they continue. `valuesLeftOut` counts values without even a
 * name.
 */
export function fittedRecord(record: Record, { fields, offset }: { fields?: readonly string[]; offset?: number } = {}) {
  const kept = fields ?? Object.keys(record.values);
  const values = Object.fromEntries(Object.entries(record.values).filter(([key]) => kept.includes(key)));
  if (offset === undefined && fits(values)) return { record: { ...record, values } };
  const { shown, next, leftOut } = portionsOf(values, roomForData, offset);
  return {
    record: { ...record, values: shown },
    ...(Object.keys(next).length > 0 && { nextOffsets: next }),
    ...(leftOut > 0 && { valuesLeftOut: leftOut }),
  };
}

/** Records with long values cut, so that each one fits alone. `shortened` names the cut fields. */
export function fittedValues<Item extends { readonly values: Row }>(records: readonly Item[]) {
  if (mostOf(records, roomForData).length === records.length) return { records: [...records] };
  const portions = records.map(({ values }) => portionsOf(values, roomForData / 2));
  const leftOut = Math.max(...portions.map((portion) => portion.leftOut));
  return {
    records: records.map((record, index) => ({ ...record, values: portions[index]!.shown })),
    ...namesOfCut(portions),
    ...(leftOut > 0 && { valuesLeftOut: leftOut }),
  };
}

const namesOfCut = (portions: readonly Portions[]) => {
  const names = new Set(portions.flatMap(({ next }) => Object.keys(next)));
  return names.size > 0 ? { shortened: [...names] } : {};
};

/** The room for one body. A root and a comment, with all their mentions, then fit into one answer. */
const roomForBody = roomForData / 5;

/**
 * A post, reply or comment with a long body cut. `nextOffset` says where it continues. The duplicate author is removed.
 */
export function fittedBody<Said extends { readonly body: string; readonly createdBy: unknown }>(
  { createdBy: _author, ...said }: Said,
  offset?: number,
) {
  const { shown, next } = portionOf(said.body, roomForBody, offset);
  return { ...said, body: String(shown), ...(next !== undefined && { nextOffset: next }) };
}

/** The same for a feed item. An author other than the actor is kept. */
export function fittedItem(item: FeedItem, offset?: number) {
  const { actor } = item;
  if (item.type === 'post') return { ...item, post: fittedBody(item.post, offset) };
  if (item.type === 'artifact' && item.artifact.updatedBy.id === actor.id) {
    const { updatedBy: _author, ...artifact } = item.artifact;
    return { ...item, artifact };
  }
  if (item.type === 'file' && item.file.createdBy.id === actor.id) {
    const { createdBy: _creator, ...file } = item.file;
    return { ...item, file };
  }
  return item;
}

interface Answered {
  readonly answer?: string | undefined;
  readonly sources?: AnswerSources | undefined;
  readonly values?: Query['values'];
}

/**
 * An answer cut to fit, from `offset` on. `nextOffset` says where it continues. Only the first sources and values are
 * kept.
 */
export function fittedAnswer<Asked extends Answered>(asked: Asked, offset?: number) {
  const { answer, sources, values } = asked;
  const { shown, next } = portionOf(answer, roomForData / 2, offset);
  return {
    ...asked,
    ...(answer !== undefined && { answer: String(shown) }),
    ...(next !== undefined && { nextOffset: next }),
    ...(sources && { sources: mostOf(sources, roomForData / 4) }),
    ...(values && { values: mostOf(values, roomForData / 8) }),
  };
}

/** The same for a message. */
export function fittedMessage({ body, ...message }: Message, offset?: number) {
  const { answer, ...rest } = fittedAnswer({ ...message, answer: body }, offset);
  return { ...rest, body: answer };
}

interface Table {
  readonly columns?: Column[] | undefined;
  readonly rows?: Row[] | undefined;
  readonly completeness?: Completeness | undefined;
}

/**
 * A table cut to fit: the first columns, cut values and the first rows. `columnCount` and `shortened` tell what was
 * cut. `completeness` says whether rows are missing.
 */
export function fittedTable<Result extends Table>(result: Result, room = roomForData) {
  const { columns = [], rows = [], completeness } = result;
  if (!completeness || (mostOf(rows, room).length === rows.length && fits(result, room))) return result;
  const head = columns.slice(0, Math.max(1, mostOf(columns, room / 4).length));
  const left = room - bytesOf(head);
  const portions = rows.values().map((row) => portionsOf(withKeys(row, head), left / 2));
  const fitting = mostOf(portions, left, ({ shown }) => shown);
  return {
    ...result,
    columns: head,
    ...(head.length < columns.length && { columnCount: columns.length }),
    rows: fitting.map(({ shown }) => shown),
    ...namesOfCut(fitting),
    completeness: fitting.length < rows.length ? incomplete(completeness, fitting.length) : completeness,
  };
}

const withKeys = (row: Row, columns: readonly Column[]): Row =>
  Object.fromEntries(columns.flatMap(({ key }) => (Object.hasOwn(row, key) ? [[key, row[key]]] : [])));

/** The completeness of an answer from which rows are left out because it would be too long. */
export const incomplete = (completeness: Completeness, returned: number): Completeness => ({
  ...completeness,
  complete: false,
  returned,
  reason: 'size_limit',
});

/** A smaller share is not worth starting a widget. */
const leastWidget = 1_024;

/** Widgets that fit together, each cut to its share. `notShown` has the IDs of the others. */
export function fittedWidgets(widgets: readonly WidgetResult[]) {
  const shown: WidgetResult[] = [];
  const notShown: string[] = [];
  let left = roomForData;
  for (const [index, widget] of widgets.entries()) {
    const share = Math.max(left / (widgets.length - index), leastWidget);
    const fitted = fittedTable(widget, share);
    if (fits(fitted, left)) {
      shown.push(fitted);
      left -= bytesOf(fitted);
    } else notShown.push(widget.id);
  }
  return { widgets: shown, ...(notShown.length > 0 && { notShown }) };
}

/** The bytes of a value in an answer; Infinity if its JSON has more than `most` characters. */
function bytesOf(value: unknown, most = Infinity): number {
  if (value === undefined) return 0;
  if (isSurelyLonger(value, most)) return Infinity;
  const json = JSON.stringify(value);
  return json.length > most ? Infinity : Buffer.byteLength(visibleIn(escapedIn(json)));
}
