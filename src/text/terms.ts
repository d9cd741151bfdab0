import SQLite, { type Statement } from 'better-sqlite3';
import { segmented } from './segmenting.ts';

/** How words become terms: stemmed, case and diacritics folded. */
const tokenizer = 'porter unicode61 remove_diacritics 2';

/** A word contains neither white space nor the segment separator. In ASCII, it contains only letters and digits. */
const pieces = /(?:[0-9A-Za-z]|(?![\s\u200b])[\u0080-\u{10ffff}])+/gu;
/** Pieces that are one term each. */
const isPlain = /^[0-9A-Za-z]+$/;

/** Caches the terms of pieces. Most pieces were met before and give one term. */
const known = new Map<string, string | readonly string[]>();
const mostKnown = 50_000;
const longestKnown = 40;
const noOthers: ReadonlyMap<string, readonly string[]> = new Map();

/** The terms of a text in their order, a word repeated as often as it is there. */
export function termsIn(text: string): string[] {
  const found = segmented(text).match(pieces) ?? [];
  return termsKnown(found, noOthers) ?? termsKnown(found, learn(found))!;
}

/** Undefined where a piece was not met before. */
function termsKnown(found: readonly string[], others: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const terms: string[] = [];
  for (const piece of found) {
    const some = known.get(piece) ?? others.get(piece);
    if (some === undefined) return undefined;
    if (typeof some === 'string') terms.push(some);
    else terms.push(...some);
  }
  return terms;
}

/** Caches the terms of a text that comes in many pieces. One large look-up is faster than many small ones. */
export function meetWords(text: string): void {
  learn(segmented(text).match(pieces) ?? []);
}

/** The term of one segment of a text; undefined when the segment is not a word. */
export const termOf = (segment: string): string | undefined => analysed([segment])[0]?.[0];

/**
 * Caches the terms of pieces that were not met before. Returns the terms of pieces that are not plain words or are too
 * long to keep.
 */
function learn(found: readonly string[]): ReadonlyMap<string, readonly string[]> {
  if (known.size > mostKnown) known.clear();
  const unknown = new Set<string>();
  for (const piece of found) if (!known.has(piece)) unknown.add(piece);
  if (unknown.size === 0) return noOthers;
  const plain: string[] = [];
  const others: string[] = [];
  for (const piece of unknown) (piece.length <= longestKnown && isPlain.test(piece) ? plain : others).push(piece);
  const [words = [], ...rest] = analysed([plain.join(' '), ...others]);
  plain.forEach((piece, place) => known.set(copied(piece, words[place]), words[place]!));
  others.forEach((piece, place) => piece.length <= longestKnown && known.set(copied(piece), rest[place]!));
  return new Map(others.map((piece, place) => [piece, rest[place]!]));
}

/** Copies a part of a text, because a slice would keep the whole text in memory. */
const copied = (part: string, same?: string): string => (part === same ? same : Buffer.from(part).toString());

/**
 * The terms of each text, which only a full-text index can tell. One long text takes less time than many short ones.
 */
function analysed(texts: readonly string[]): string[][] {
  const { begin, add, terms, forget } = (analyser ??= startAnalyser());
  const found = texts.map((): string[] => []);
  begin.run();
  try {
    texts.forEach((text, row) => add.run(row, text));
    for (const [row, term, place] of terms.all() as [number, string, number][]) found[row]![place] = term;
  } finally {
    forget.run();
  }
  return found;
}

interface Analyser {
  readonly begin: Statement;
  readonly add: Statement;
  readonly terms: Statement;
  readonly forget: Statement;
}

let analyser: Analyser | undefined;

function startAnalyser(): Analyser {
  const connection = new SQLite(':memory:');
  connection.exec(`create virtual table words using fts5(word, content = '', tokenize = '${tokenizer}');
    create virtual table terms using fts5vocab(words, instance)`);
  return {
    begin: connection.prepare('begin'),
    add: connection.prepare('insert into words(rowid, word) values (?, ?)'),
    terms: connection.prepare('select doc, term, "offset" from terms').raw(),
    forget: connection.prepare('rollback'),
  };
}
