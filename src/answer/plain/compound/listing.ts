import type { Workspace } from '../../../../schemas/index.ts';
import type { TypedQuery } from '../../../../schemas/queries.ts';
import { dataOf, mostOfList } from '../../figures/data.ts';
import { isSameWord, type Word, wordsOf } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import type { PlainAnswer } from '../answer.ts';
import { isHead } from '../counted.ts';
import {
  isDate,
  isGroup,
  isNumber,
  isOfPeople,
  isPerson,
  onlyOne,
  ownFields,
  type SubjectField,
  wordsOfLabel,
} from '../named.ts';
import type { Direction } from '../plans.ts';
import { countWords, textOf } from './figure.ts';

type Order = NonNullable<TypedQuery['orderBy']>[number];

/** All records in an order, or the values of one field. */
interface Listing {
  readonly field?: SubjectField;
  readonly order?: Order;
  /** Words that leave the order open. */
  readonly unsure: readonly string[];
}

const asking =
  /^(?:(?:list|show|display|give|see|find|name|view|get|print|browse)(?: out| up)? |(?:what|which|who) (?:(?:are|is) (?=there |all |the |our |these |those )(?:there )?)?|(?=all ))(?:(?:an? |the )?(?:full |complete |whole |entire )?(?:list|names?|titles?) of )?(?:(?:all|every|each) (?:of )?)?(?:the |our |these |those )?(?:different |distinct |unique |various )?(?:(?:records|rows|entries|items) (?:in|of|from) (?:the )?)?/u;
/** Words behind what is listed that say nothing more of it. A dash stands for the records. */
const ending =
  /^(?:(?:that |which )?(?:are |is )?(?:there|we have|do we have|have we got|exist|in existence|on (?:record|file|the list)|recorded|listed) |(?:do |did )?(?:(?:have |has |with |in |of |for |from |across |among )+(?:the |our |any )?|any )?- (?:with |for |from |in |at )?|in (?:the |this |our )?(?:list|table|sheet|data ?set) )*$/u;
const sorting = /\b(sorted |ordered |ranked |arranged )?(?:by|on) (?:the |their )?/u;
const rising =
  /^(?:(?:in )?(?:ascending|asc|alphabetical|chronological)(?: order)?|alphabetically|(?:from )?(?:lowest|smallest|least|oldest|earliest|cheapest|shortest)(?: first| to \p{L}+| on)?) ?$/u;
const falling =
  /^(?:(?:in )?(?:descending|desc)(?: order)?|(?:from )?(?:highest|largest|biggest|greatest|most|newest|latest|longest)(?: first| to \p{L}+| on)?) ?$/u;

/** All records of a table, or all values of a field. Examples are "List all deals" and "Which companies do we have?". */
export async function answerListing(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const listing = cells.length === 0 ? listingOf(words, subject) : undefined;
  if (!listing) return undefined;
  const { field, order, unsure } = listing;
  const typedQuery = field ? valuesOf(field, subject) : recordsOf(subject, order);
  const data = await dataOf(typedQuery, workspace);
  const rows = data?.rows ?? [];
  if (!data || rows.length === 0) return undefined;
  const { key, type } = field ?? ({ key: 'title', type: 'text' } as const);
  const values = rows.map((row) => ({ value: row[key] as string, type, fieldKey: key }));
  const remarks = data.completeness?.complete === false ? ['There are more.'] : [];
  return { values, typedQuery, isExact: unsure.length + remarks.length === 0, unsure, remarks };
}

function listingOf(words: readonly Word[], subject: Subject): Listing | undefined {
  const text = textOf(words);
  const asked = asking.exec(text);
  if (!asked) return undefined;
  const from = countWords(asked[0]);
  const sorted = sorting.exec(text);
  const end = sorted ? countWords(text.slice(0, sorted.index)) : words.length;
  const order = sorted ? orderOf(words.slice(end + countWords(sorted[0])), subject, !sorted[1]) : { unsure: [] };
  const what = words.slice(from, end);
  const rest = recordsAt(what, subject);
  const isWho = asked[0].startsWith('who ');
  if (rest !== undefined)
    return (!isWho || isOfPeople(subject)) && order && isEnding(what.slice(rest), subject) ? order : undefined;
  const field = sorted ? undefined : fieldAt(what, subject);
  return field && (!isWho || isPerson(field)) && isEnding(what.slice(wordsOfLabel(field.label).length), subject)
    ? { field, unsure: [] }
    : undefined;
}

/** The number of words that name the records at the beginning, the last of which is the word for one. */
function recordsAt(words: readonly Word[], subject: Subject): number | undefined {
  const other = words.findIndex(({ root }) => !subject.called.has(root));
  const length = other < 0 ? words.length : other;
  return length > 0 && isHead(words[length - 1]!, subject) ? length : undefined;
}

/** The only field whose label begins here, with the most words. */
function fieldAt(words: readonly Word[], subject: Subject): SubjectField | undefined {
  const there = ownFields(subject).filter((field) => isGroup(field) && startsWith(words, wordsOfLabel(field.label)));
  const longest = Math.max(...there.map(({ label }) => wordsOfLabel(label).length));
  return onlyOne(there.filter(({ label }) => wordsOfLabel(label).length === longest));
}

const startsWith = (words: readonly Word[], label: readonly Word[]): boolean =>
  label.length > 0 && label.every((word, at) => words[at] !== undefined && isSameWord(words[at], word));

const isEnding = (words: readonly Word[], subject: Subject): boolean =>
  ending.test(textOf(words.map((word) => (isHead(word, subject) ? { ...word, folded: '-' } : word))));

/**
 * The order by a field. Where the direction is not said, it begins with the most of a number and is uncertain. The word "by"
 * alone orders by a number or a date.
 */
function orderOf(words: readonly Word[], subject: Subject, isBare: boolean): Listing | undefined {
  const there = ownFields(subject).filter((field) => startsWith(words, wordsOfLabel(field.label)));
  const field = onlyOne(there);
  if (!field || (isBare && !isNumber(field) && !isDate(field))) return undefined;
  const whole = wordsOf(field.label);
  const label = startsWith(words, whole) ? whole : wordsOfLabel(field.label);
  const rest = textOf(words.slice(label.length));
  const said = directionIn(rest);
  if (rest !== '' && !said) return undefined;
  const direction = said ?? (isNumber(field) || isDate(field) ? 'desc' : 'asc');
  return { order: { field: field.key, direction }, unsure: said ? [] : [label.map(({ text }) => text).join(' ')] };
}

const directionIn = (text: string): Direction | undefined =>
  rising.test(text) ? 'asc' : falling.test(text) ? 'desc' : undefined;

function recordsOf(subject: Subject, order: Order | undefined): TypedQuery {
  const text = ownFields(subject).find(({ type }) => type === 'text');
  const beside = order?.field ?? text?.key;
  return {
    mode: 'deterministic',
    ...subject.of,
    operation: 'records',
    fields: ['title', ...(beside === undefined ? [] : [beside])],
    ...(order && { orderBy: [order] }),
    limit: mostOfList,
  };
}

const valuesOf = ({ key }: SubjectField, { of }: Subject): TypedQuery => ({
  mode: 'deterministic',
  ...of,
  operation: 'aggregate',
  groupBy: [key],
  metrics: [{ alias: 'number_of_records', function: 'count_rows' }],
  filters: [{ field: key, operator: 'is_not_empty' }],
  limit: mostOfList,
});
