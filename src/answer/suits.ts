import { dateTypes, numberTypes } from '../../schemas/fields.ts';
import type { TypedQuery } from '../../schemas/queries.ts';
import type { Value } from './figures/values.ts';
import type { QuestionForm } from './language/expected.ts';
import { superlatives } from './language/lexicon/meanings.ts';
import { isSameWord, labelWords, type Word, wordsOf } from './language/words.ts';
import { isMisread } from './misread.ts';
import { isHead } from './plain/counted.ts';
import { isMoney } from './plain/measures.ts';
import { isIdentifier, isNumber, isRecord, ownFields, wordsOfLabel } from './plain/named.ts';
import { operations } from './subjects/fit.ts';
import { saysState } from './subjects/states.ts';
import type { CellNamed } from './subjects/cells.ts';
import type { Subject } from './subjects/subjects.ts';

interface Read {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
}

/** Labels of text fields that hold people. */
const personal =
  /\b(?:name|player|owner|manager|captain|mayor|author|writer|customer|client|contact|employee|assignee|agent|coach|driver|winner|director|president|leader|member|master|chief|head|host|artist|singer|actor|actress|rider|runner|swimmer|athlete|candidate|champion|person|people|nominee|judge|engineer|teacher|student|guest|visitor|speaker|opponent|skipper|keeper|scorer|team|club|by|composer|producer|creator|architect|founder|editor|representative|minister|governor|king|queen|pope|bishop|nation|country|company|party)s?\b/i;
const temporal =
  /\b(?:date|year|season|day|time|month|when|founded|opened|built|born|died|established|released?|period|from|until|since)\b/i;

/**
 * Whether an answer is of the kind asked for. A question with "who" needs a person, and one with "when" a time. A
 * question with "how much" does not ask for a count. A question for the price needs the price.
 */
export function suits(read: Read, form: QuestionForm, words: readonly Word[], subject: Subject): boolean {
  const { values, typedQuery } = read;
  if (asksForSum(words, subject) && isCount(typedQuery)) return false;
  if (asksForRecords(words, subject) && !isCount(typedQuery)) return false;
  const fields = values.map(({ fieldKey }) => subject.fields.find(({ key }) => fieldKey?.startsWith(key)));
  if (form.expected === 'person') return fields.every((field) => field !== undefined && isPersonal(field, subject));
  if (form.expected === 'time') return fields.every((field) => field === undefined || isTemporal(field));
  if (form.expected === 'number') return values.every(({ value }) => typeof value !== 'boolean');
  const asked = subject.fields.filter(({ label }) => labelWords(label).some(({ root }) => form.focus.includes(root)));
  return asked.length === 0 || values.every(({ fieldKey }) => asked.some(({ key }) => fieldKey?.startsWith(key)));
}

/** Whether values are of the kind that the first words ask for, as far as these say it. */
export const answersAsked = (
  read: Read,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[] = [],
): boolean =>
  !(asksForSum(words, subject) && isCount(read.typedQuery)) &&
  isOfAskedField(read, words, subject) &&
  isOfAskedKind(read, words, subject) &&
  !takesMostForLatest(read.typedQuery, words, subject) &&
  !ranksByNumber(read.typedQuery, words) &&
  !isMisread(read, words, subject, cells);

/** Whether nothing reads the verb of "who complained the most", or of "who complained most". */
export const leavesVerb = (words: readonly Word[], unread: readonly string[]): boolean =>
  /^(?:most|least)$/u.test(words.at(-1)?.folded ?? '') &&
  unread.includes(words.at(words.at(-2)?.folded === 'the' ? -3 : -2)?.text ?? '');

/** Whether a query counts records once. A limit that it leaves out makes the count wrong. */
export const isOneCount = (query: TypedQuery): boolean => isCount(query) && (query.groupBy ?? []).length === 0;

/** Whether numbers are compared that only name a record, such as `Order no.` */
export const comparesNames = ({ orderBy = [], metrics = [] }: TypedQuery, { fields }: Subject): boolean =>
  [...orderBy, ...metrics].some(({ field }) => fields.some((one) => one.key === field && isIdentifier(one)));

/** Whether the amount or the field answers that is asked for, and not the records themselves. */
export const isOfAskedField = (read: Pick<Read, 'values'>, words: readonly Word[], subject: Subject): boolean =>
  isOfAskedMoney(read, words, subject) && isOfNamedField(read, words, subject) && !isEcho(read, words);

/** A field that "which" asks for answers, and not the records: "which vet" asks for no visit. */
function isOfNamedField({ values }: Pick<Read, 'values'>, words: readonly Word[], subject: Subject): boolean {
  if (!/^(?:which|what)$/u.test(words[0]?.folded ?? '')) return true;
  if (asksForNumber(words, subject)) return !values.every(({ fieldKey }) => fieldKey === 'title');
  const isAsked = (field: Field) => {
    const named = labelWords(field.label);
    const isNamed = named.every((word, at) => words[at + 1] && isSameWord(words[at + 1]!, word));
    return named.length > 0 && isNamed && !saysState(words, 1, field, ({ root }) => subject.called.has(root));
  };
  const asked = subject.fields.find(isAsked);
  const isOfRecords = asked === undefined || isRecord(asked, subject) || isHead(words[1]!, subject);
  return isOfRecords || !values.every(({ fieldKey }) => fieldKey === 'title');
}

/** Whether the end of a number is asked for: "what is the highest altitude". */
function asksForNumber(words: readonly Word[], { fields }: Subject): boolean {
  const text = words.map(({ folded }) => folded).join(' ');
  if (!/^(?:what|which) (?:is|was) the (?:highest|lowest|largest|smallest|biggest|greatest) /u.test(text)) return false;
  const isThere = (field: Field) => {
    const label = wordsOfLabel(field.label);
    return label.length > 0 && label.every((word, at) => words[at + 4] && isSameWord(words[at + 4]!, word));
  };
  return fields.some((field) => isNumber(field) && isThere(field));
}

/** Whether the number of records stands for a quality: the fastest team is not the one with the most games. */
const ranksByNumber = (query: TypedQuery, words: readonly Word[]): boolean =>
  isCount(query) &&
  query.groupBy !== undefined &&
  query.orderBy !== undefined &&
  words.some(({ folded }) => superlatives.has(folded) && !/^(?:oldest|youngest|busiest)$/u.test(folded));

/** Whether "who made the most batches", or more of two, is read as the latest day of making. */
const takesMostForLatest = ({ orderBy = [] }: TypedQuery, words: readonly Word[], { fields }: Subject): boolean =>
  /\bthe (?:most|fewest)(?! recent)\b|\b(?:more|fewer)\b.* or /u.test(words.map(({ folded }) => folded).join(' ')) &&
  orderBy.some((order) => fields.some(({ key, type }) => key === order.field && dateTypes.has(type)));

const moneyAsked =
  /^(?:and )?what (?:(?:was|were|is|has been|have been) |(?:did|do|does|have|has) (?:\p{L}+ ){1,6})(?:invoiced?|billed?|charged?|earn(?:ed)?|spen[dt]|bring in|brought in)\b/u;

/** The question "what was invoiced in May" asks for an amount, where the table has one. */
function isOfAskedMoney({ values }: Pick<Read, 'values'>, words: readonly Word[], subject: Subject): boolean {
  if (!moneyAsked.test(words.map(({ folded }) => folded).join(' '))) return true;
  return !hasMoney(subject) || values.every(({ type }) => figures.has(type));
}

const figures: ReadonlySet<Value['type']> = new Set(['number', 'currency', 'percent', 'checkbox']);

/** Who and when ask for no figure, and who asks for no day. */
function isOfAskedKind({ values }: Pick<Read, 'values'>, words: readonly Word[], { fields }: Subject): boolean {
  const first = words[0]?.folded ?? '';
  if (/^(?:who|whom|whose)$/u.test(first))
    return !values.some(({ type }) => figures.has(type) || type === 'date' || type === 'date_time');
  const isOfTime = (key: string | undefined) => fields.some((field) => field.key === key && isTemporal(field));
  return first !== 'when' || !values.some(({ type, fieldKey }) => figures.has(type) && !isOfTime(fieldKey));
}

/** Whether only the records are answered that the question names. J-1 does not answer "what make is J-1". */
function isEcho({ values }: Pick<Read, 'values'>, words: readonly Word[]): boolean {
  const text = words.map(({ folded }) => folded).join(' ');
  const isSaid = (value: Value['value']) =>
    text.includes(
      wordsOf(String(value))
        .map(({ folded }) => folded)
        .join(' '),
    );
  return (
    /^(?:what|who|when|where)\b/u.test(text) &&
    !/\bor\b/u.test(text) &&
    values.every(({ fieldKey, value }) => fieldKey === 'title' && isSaid(value))
  );
}

type Field = Subject['fields'][number];

const isPersonal = ({ key, type, label }: Field, { fields }: Subject): boolean =>
  type === 'user' ||
  (key === 'title'
    ? fields.some((field) => field.key !== 'title' && personal.test(field.label))
    : personal.test(label)) ||
  (!numberTypes.has(type) && !dateTypes.has(type) && !fields.some((field) => personal.test(field.label)));

const isTemporal = ({ type, label }: Field): boolean => dateTypes.has(type) || temporal.test(label);

/** Whether an amount is asked for rather than a count: "How much", "what is the total of". */
const asksForSum = (words: readonly Word[], subject: Subject): boolean => {
  const text = words.map(({ folded }) => folded).join(' ');
  return (
    (sums.test(text) || (totalAlone.test(text) && hasMoney(subject))) &&
    !/\bhow many\b|\bnumber\b|\bcount\b/u.test(text)
  );
};

const sums = /\bhow much\b|\b(?:sum|total) of\b|\btotal (?:amount|value|revenue|price|cost|sales)\b/u;
/** "The total in Kiel" names nothing to count. */
const totalAlone = /\b(?:the|our) total(?: (?:in|for|from|at|on|during)\b|$)/u;

const hasMoney = (subject: Subject): boolean => ownFields(subject).some((field) => isNumber(field) && isMoney(field));

/** Whether records are counted, as in "How many refunds". It holds even where a field has their name. */
const asksForRecords = (words: readonly Word[], { heads }: Subject): boolean => {
  const at = words.findIndex(({ folded }, index) => folded === 'many' && words[index - 1]?.folded === 'how');
  const counted = at < 0 ? undefined : words[at + 1];
  return counted !== undefined && heads.some((head) => isSameWord(counted, head));
};

const isCount = ({ metrics = [] }: TypedQuery): boolean =>
  metrics.length > 0 && metrics.every(({ function: name }) => name.startsWith('count'));

/** Whether a ranking is as long as asked for at most. */
export const isFewEnough = ({ values }: Pick<Read, 'values'>, words: readonly Word[]): boolean =>
  values.length <= (mostWanted(words) ?? Infinity);

/** The length of a ranking: "the top 3", "three largest". */
function mostWanted(words: readonly Word[]): number | undefined {
  const ranks = (word: Word | undefined) =>
    word !== undefined &&
    (['top', 'worst'].includes(word.folded) ||
      superlatives.has(word.folded) ||
      (word.folded.endsWith('est') && operations.has(word.root)));
  const place = words.findIndex(
    ({ root }, index) => /^\d+$/.test(root) && [words[index - 1], words[index + 1]].some(ranks),
  );
  return place < 0 ? undefined : Number(words[place]!.root);
}
