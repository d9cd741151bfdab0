import { dateTypes } from '../../../schemas/fields.ts';
import { isSameWord, labelWords, type Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
import { names } from './fit.ts';
import type { Subject } from './subjects.ts';

type Labelled = Pick<Subject, 'choices' | 'fields'>;

/** Labels looked at for a word, of all tables together. Behind them, a word counts as a state: then nothing drops it. */
const mostLabels = 1_000;

/** Whether a word says what a record is. It is a choice, a checkbox or a whole cell, or a relative of one. */
export function isState(word: Word, subjects: readonly Labelled[], cells: readonly CellNamed[]): boolean {
  if (isOfCell(word, cells)) return true;
  let looked = 0;
  for (const label of labelsIn(subjects)) {
    looked += 1;
    if (looked > mostLabels) return true;
    if (labelWords(label).some((one) => one.root === word.root || isSameWord(word, one))) return true;
  }
  return false;
}

/** Whether a choice or a checkbox is called by this very word. False behind too many labels. */
export function isCalledState(word: Word, subjects: readonly Labelled[]): boolean {
  let looked = 0;
  for (const label of labelsIn(subjects)) {
    looked += 1;
    if (looked > mostLabels) return false;
    if (labelWords(label).some((one) => isSameWord(word, one))) return true;
  }
  return false;
}

function* labelsIn(subjects: readonly Labelled[]): Iterable<string> {
  for (const { fields, choices } of subjects) {
    for (const { type, label } of fields) if (type === 'checkbox') yield label;
    for (const ofField of choices.values()) {
      for (const { key, label } of ofField) {
        yield label;
        if (key !== label) yield key.replaceAll('_', ' ');
      }
    }
  }
}

/** Whether a word is in the words for a whole cell. */
export const isOfCell = ({ start, end }: Word, cells: readonly CellNamed[]): boolean =>
  cells.some((cell) => cell.isWhole && cell.start <= start && cell.end >= end);

/**
 * Tells the words of a question that its tables name. The "open" of "open matters" is not among them beside the date
 * `Opened`, because it may be a state.
 */
export const knownIn =
  (words: readonly Word[], subjects: readonly Subject[]) =>
  (word: Word): boolean =>
    subjects.some((subject) => names(subject, word) && !isBesideDate(word, words, subject));

const isBesideDate = (word: Word, words: readonly Word[], { called, fields }: Subject): boolean => {
  const at = words.indexOf(word);
  return fields.some((field) => saysState(words, at, field, ({ root }) => called.has(root)));
};

/** Whether a word says what the records are, and does not name a date that is called almost alike. */
export const saysState = (
  words: readonly Word[],
  at: number,
  { type, label }: Subject['fields'][number],
  isCalled: (word: Word) => boolean,
): boolean => dateTypes.has(type) && isOtherForm(words[at]!, label) && isBesideRecords(words, at, isCalled);

/** Whether a label is another form of a word, as `Opened` is of "open". */
function isOtherForm(word: Word, label: string): boolean {
  const [only, ...others] = labelWords(label);
  return only?.root === word.root && only.folded !== word.folded && others.length === 0;
}

/** Whether a word stands before the name of the records, or behind a form of "be". */
function isBesideRecords(words: readonly Word[], at: number, isCalled: (word: Word) => boolean): boolean {
  const [before, next] = [words[at - 1], words[at + 1]];
  return (next !== undefined && isCalled(next)) || (before !== undefined && being.test(before.folded));
}

const being = /^(?:is|are|was|were|be|being|still|remain|remains|remained|currently)$/u;
