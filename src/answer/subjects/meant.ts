import { labelWords, type Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
import type { Subject } from './subjects.ts';

/** The most fields that are tried in every way that a question may mean. */
const mostFields = 16;

/** The fields of a wide table that the question can mean: the named ones, then the first. */
export function fieldsMeant(
  { fields }: Subject,
  words: readonly Word[],
  cells: readonly CellNamed[],
): Subject['fields'] {
  if (fields.length <= mostFields) return fields;
  const roots = new Set(words.map(({ root }) => root));
  const named = new Set(cells.map(({ fieldKey }) => fieldKey));
  const weight = ({ key, label }: Subject['fields'][number]) =>
    (named.has(key) ? 2 : 0) + (labelWords(label).some(({ root }) => roots.has(root)) ? 1 : 0);
  const kept = new Set(fields.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostFields));
  return fields.filter((field) => kept.has(field));
}
