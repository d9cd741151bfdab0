import { isSameWord, labelWords, type Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
import type { Subject } from './subjects.ts';

/** Whether a word says what a record is. It is a choice, a checkbox or a whole cell, or a relative of one. */
export function isState(
  word: Word,
  { choices, fields }: Pick<Subject, 'choices' | 'fields'>,
  cells: readonly CellNamed[],
): boolean {
  const boxes = fields.filter(({ type }) => type === 'checkbox').map(({ label }) => label);
  const labels = [...choices.values()].flat().flatMap(({ key, label }) => [key.replaceAll('_', ' '), label]);
  return (
    isOfCell(word, cells) ||
    [...boxes, ...labels].some((label) =>
      labelWords(label).some((one) => one.root === word.root || isSameWord(word, one)),
    )
  );
}

/** Whether a word is in the words for a whole cell. */
export const isOfCell = ({ start, end }: Word, cells: readonly CellNamed[]): boolean =>
  cells.some((cell) => cell.isWhole && cell.start <= start && cell.end >= end);
