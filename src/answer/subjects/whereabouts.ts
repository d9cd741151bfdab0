import { listed } from '../language/listed.ts';
import type { Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
import type { Subject } from './subjects.ts';

const before: ReadonlySet<string> = new Set(listed('in on of within from'));
const determiners: ReadonlySet<string> = new Set(listed('the this that our my'));
const tables: ReadonlySet<string> = new Set(listed('table list sheet spreadsheet dataset database file'));
/** The length of "data set". */
const mostOfTable = 2;

/** The words of "on the table", which only place the records. A table that knows the noun may mean something by it. */
export function wordsOfPlace(
  words: readonly Word[],
  { speaksOf }: Pick<Subject, 'speaksOf'>,
  cells: readonly CellNamed[],
): readonly Word[] {
  const isKnown = (word: Word) =>
    speaksOf.has(word.root) || cells.some((cell) => cell.start <= word.start && cell.end >= word.end);
  return words.flatMap(({ folded }, at) => {
    if (!before.has(folded) || !determiners.has(words[at + 1]?.folded ?? '')) return [];
    const noun = words.slice(at + 2, at + 2 + mostOfTable);
    const isSet = noun[0]?.folded === 'data' && noun[1]?.folded === 'set';
    const place = isSet ? noun : noun.slice(0, 1);
    const isTable = isSet || tables.has(noun[0]?.folded ?? '');
    return isTable && !place.some(isKnown) ? words.slice(at, at + 2 + place.length) : [];
  });
}
