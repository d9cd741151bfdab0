import type { TypedQuery } from '../../schemas/queries.ts';
import { contentOf, labelWords, type Word } from './language/words.ts';
import { isHead } from './plain/counted.ts';
import { explains, type Fit } from './subjects/fit.ts';
import type { Subject } from './subjects/subjects.ts';
import { isOneCount } from './suits.ts';
import type { TableAnswer } from './table/ask.ts';

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

/** Asks only how many there are of something: "how many planets are there". */
const bare = /^how many (?:\p{L}+ ){1,2}(?:are|were|exist)(?: there)?\W*$/iu;

/**
 * Whether a question is about the world, and not about a table that may hold anything. It counts what nothing names, or
 * leaves a name in capitals or a thing in general unread: "an apple".
 */
export function isOfWorld(text: string, words: readonly Word[], unread: readonly string[], query: TypedQuery): boolean {
  const left = new Set(unread);
  const isCount = isOneCount(query);
  const isOfAll = isCount && (query.filters ?? []).length === 0;
  const isLeft = (word: Word | undefined) => word !== undefined && left.has(word.text);
  return (
    (isCount && left.size > 0 && bare.test(text)) ||
    words.some(
      (word, at) =>
        isLeft(word) &&
        ((word.kind === 'name' && at > 0 && word.text !== word.folded && !nameless.test(word.folded)) ||
          (isOfAll && /^an?$/u.test(words[at - 1]?.folded ?? ''))),
    )
  );
}

const nameless = /^(?:i|we)$/u;

/** Whether the question compares numbers of a field that it names: "attendance over 50,000". */
export function comparesFields(
  words: readonly Word[],
  { fields }: Subject,
  conditions: TableAnswer['conditions'],
): boolean {
  const roots = new Set(words.map(({ root }) => root));
  const isNamed = (key: string) =>
    fields.some((field) => field.key === key && labelWords(field.label).some(({ root }) => roots.has(root)));
  return conditions.some(({ key, isComparison }) => isComparison && isNamed(key));
}
