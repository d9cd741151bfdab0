import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { listed, weekdays } from './lexicon.ts';
import type { Word } from './words.ts';

/** Words that change what is asked and that no reading of a table takes account of. */
const unread: ReadonlySet<string> = new Set(
  listed(`
    because due reason reasons why weekend weekends large big small huge tiny expensive cheap almost nearly roughly
    percentage rate ratio median
    ${weekdays.map((day) => `${day} ${day}s`).join(' ')}`),
);

/** Whether a question says something that figures of the table would pass over: a word above, unless the table has it itself. */
export const passesOver = (
  words: readonly Word[],
  { called, speaksOf }: Subject,
  cells: readonly CellNamed[],
): boolean =>
  words.some(
    ({ folded, root, start, end }) =>
      unread.has(folded) &&
      !called.has(root) &&
      !speaksOf.has(root) &&
      !cells.some((cell) => cell.start <= start && end <= cell.end),
  );
