import { dateTypes } from '../../schemas/fields.ts';
import type { TypedQuery } from '../../schemas/queries.ts';
import { events } from './language/lexicon/events.ts';
import { isPast } from './language/telling.ts';
import { existing } from './language/topics.ts';
import { contentOf, labelWords, type Word, wordsOf } from './language/words.ts';
import { isHead } from './plain/counted.ts';
import { explains, type Fit } from './subjects/fit.ts';
import type { Subject } from './subjects/subjects.ts';
import { isOneCount } from './suits.ts';
import type { TableAnswer } from './table/ask.ts';
import { fieldsOf } from './view.ts';

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

/** Verbs of coming and going, which a table's only date may be of. */
const moving = /^(?:went|gone|came|come|set)$/u;

/**
 * Whether records of a time are counted, and the question tells of something else that happened then. The date of a
 * purchase does not answer "how many bikes were stolen in 2025".
 */
export function countsOtherEvents(
  words: readonly Word[],
  unread: readonly string[],
  query: TypedQuery,
  { subject, cells }: Pick<Fit, 'subject' | 'cells'>,
): boolean {
  const limited = new Set((query.filters ?? []).flatMap(fieldsOf));
  const dates = subject.fields.filter(({ key, type }) => limited.has(key) && dateTypes.has(type));
  if (!isOneCount(query) || dates.length === 0) return false;
  const left = new Set(unread.map((word) => word.toLowerCase()));
  const isOfTimeAlone = limited.size === dates.length;
  const isGeneral = ({ folded }: Word) =>
    (existing.has(folded) && !isOfOtherSide(folded, dates)) ||
    moving.test(folded) ||
    dates.some(({ label }) => isEventOf(folded, label));
  return words.some((word, at) => {
    if (contentOf([word]).length === 0 || isGeneral(word)) return false;
    const isLeft = left.has(word.folded);
    const isStrange = isLeft || existing.has(word.folded) || !explains(subject, word, cells);
    return (isLeft && isOfTimeAlone) || (isStrange && isVerb(words, at));
  });
}

/** Whether something was bought on a date, and a question asks what was sold. */
const isOfOtherSide = (verb: string, dates: readonly { readonly label: string }[]): boolean =>
  /^(?:sell|sells|sold)$/u.test(verb) && dates.every(({ label }) => /\b(?:bought|purchased?|acquired)\b/iu.test(label));

/** Whether a date is of what a verb tells: `Pickup date` of "picked up". */
const isEventOf = (verb: string, label: string): boolean =>
  wordsOf(label).some(({ root }) => events.get(verb)?.has(root) === true);

/** Whether a word is a verb that tells what happened: "stolen", "did we refuse". */
const isVerb = (words: readonly Word[], at: number): boolean =>
  isPast(words[at]!) ||
  words[at]!.folded.endsWith('ied') ||
  words.slice(Math.max(0, at - 4), at).some(({ folded }) => /^(?:do|does|did)$/u.test(folded));
