import { dateTypes, type Field, isMultiple, numberTypes } from '../../../schemas/fields.ts';
import { isSameWord, labelWords, type Word } from '../language/words.ts';

/**
 * The roots by which a question calls the records. A word of the table's name that stands alone may name a field. In Boat
 * rentals, "how many boats" counts values of `Boat`, and "boat rentals" are the records.
 */
export function calledIn(
  words: readonly Word[],
  called: ReadonlySet<string>,
  heads: readonly Word[],
  fields: readonly Field[],
): ReadonlySet<string> {
  const isHead = (word: Word) => heads.some((head) => isSameWord(word, head));
  const isLed = (at: number) => words[at + 1] !== undefined && called.has(words[at + 1]!.root);
  const apart = new Map<string, boolean>();
  for (const [at, word] of words.entries()) {
    if (!called.has(word.root) || isHead(word)) continue;
    const isField = !isLed(at) && fields.some((field) => isKind(field) && isLabel(word, field));
    apart.set(word.root, isField && apart.get(word.root) !== false);
  }
  return new Set([...called].filter((root) => apart.get(root) !== true));
}

/** Whether a field has one value in each record, which is neither an amount nor a day. */
const isKind = (field: Field): boolean =>
  field.key !== 'title' &&
  !numberTypes.has(field.type) &&
  !dateTypes.has(field.type) &&
  !isMultiple(field) &&
  field.type !== 'checkbox';

function isLabel(word: Word, { label }: Field): boolean {
  const [own, ...more] = labelWords(label);
  return own !== undefined && more.length === 0 && isSameWord(word, own);
}
