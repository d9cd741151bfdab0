import { isSameWord, labelWords, type Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
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
