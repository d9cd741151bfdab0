import SQLite, { type Statement } from 'better-sqlite3';

/** How the full-text index makes terms of words: stemmed, case and diacritics folded. */
export const tokenizer = 'porter unicode61 remove_diacritics 2';

interface Analyser {
  readonly forget: Statement;
  readonly add: Statement;
  readonly terms: Statement;
}

let analyser: Analyser | undefined;

/** The term that the index has of each word, if any; only an index of the same kind can tell. */
export function termsIn(words: readonly string[]): (string | undefined)[] {
  const { forget, add, terms } = (analyser ??= startAnalyser());
  forget.run();
  words.forEach((word, place) => add.run(place, word));
  const known = new Map(terms.all() as [number, string][]);
  return words.map((_word, place) => known.get(place));
}

function startAnalyser(): Analyser {
  const connection = new SQLite(':memory:');
  connection.exec(`create virtual table words using fts5(word, tokenize = '${tokenizer}');
    create virtual table terms using fts5vocab(words, instance)`);
  return {
    forget: connection.prepare('delete from words'),
    add: connection.prepare('insert into words(rowid, word) values (?, ?)'),
    terms: connection.prepare('select doc, term from terms').raw(),
  };
}
