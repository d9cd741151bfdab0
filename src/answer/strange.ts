import type { TypedQuery } from '../../schemas/queries.ts';
import { contentOf, type Word } from './language/words.ts';
import { isHead } from './plain/counted.ts';
import { explains, type Fit } from './subjects/fit.ts';

/**
 * Whether the question counts something that the table does not have: "how many crates". The same holds where it
 * describes the records by a strange word: "painted moorings".
 */
export function isOfOthers(
  words: readonly Word[],
  { subject, cells }: Pick<Fit, 'subject' | 'cells'>,
  { metrics = [] }: TypedQuery,
): boolean {
  const isStrange = (word: Word | undefined) =>
    word !== undefined && contentOf([word]).length > 0 && !explains(subject, word, cells);
  const many = words.findIndex(({ folded }, at) => folded === 'many' && words[at - 1]?.folded === 'how');
  const isCount = metrics.some(({ function: name }) => name === 'count_rows');
  return (
    (isCount && many > 0 && isStrange(words[many + 1])) ||
    words.some((word, at) => isStrange(word) && words[at + 1] !== undefined && isHead(words[at + 1]!, subject))
  );
}
