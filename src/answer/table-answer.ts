import type { Workspace } from '../../schemas/index.ts';
import type { Answer, TypedQuery } from '../../schemas/queries.ts';
import type { Turn } from '../turns/turn.ts';
import { nameOf, type Value } from './figures/values.ts';
import { conditionsBeside } from './conditions-beside.ts';
import { type Data, dataOf, mostUnasked } from './figures/data.ts';
import { gives } from './figures/derived.ts';
import { written } from './figures/written.ts';
import type { FreeAnswer } from './free/answer.ts';
import type { Part } from './language/parts.ts';
import { formOf } from './language/expected.ts';
import { measures } from './language/lexicon/events.ts';
import { leavesAsked, leavesLimit, leavesTopic } from './language/topics.ts';
import type { Word } from './language/words.ts';
import { isMisread } from './misread.ts';
import { answerPlainly } from './plain/answer.ts';
import { answerGroups } from './plain/compound/groups.ts';
import { answerListing } from './plain/compound/listing.ts';
import { answerDifference } from './plain/compound/difference.ts';
import { answerShare } from './plain/compound/share.ts';
import type { Readable } from './readable.ts';
import { type CellNamed, isCode } from './subjects/cells.ts';
import type { Fit } from './subjects/fit.ts';
import { withKinds } from './subjects/kinds.ts';
import { fieldsMeant } from './subjects/meant.ts';
import { byName } from './subjects/naming.ts';
import { hasPeople, peopleAround } from './subjects/people.ts';
import { isNameless, rootsOf, type Subject } from './subjects/subjects.ts';
import { doubtsOfFigures } from './subjects/figure-doubts.ts';
import { summaryIn } from './subjects/summaries.ts';
import { withYearsOfLabels } from './subjects/years.ts';
import { comparesFields, countsOtherEvents, isOfOthers, isOfWorld } from './strange.ts';
import { answersAsked, comparesNames, isFewEnough, isOfAskedField, isOneCount, leavesVerb, suits } from './suits.ts';
import { askTable, type TableAnswer } from './table/ask.ts';
import type { TableQuestion } from './table-question.ts';
import { fieldsOf, filtered, overrides, type ShownView, within } from './view.ts';

/** Figures, and the words of the question that they account for. */
interface Read {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  /** The place in an order that is asked for. */
  readonly nth?: number;
  /** How the question was read, if the query does not show it. */
  readonly reading?: string;
  readonly isExact?: boolean;
  readonly unsure?: readonly string[];
  readonly unread?: readonly string[];
  readonly remarks?: readonly string[];
}

type Named = Pick<Fit, 'subject' | 'cells'>;

export interface Answered {
  readonly answer: Answer;
  /** Whether it leaves no word unread, and guesses at no verb. */
  readonly isRead: boolean;
  /** Whether the question was asked in a channel, and the table is of another. */
  readonly isElsewhere: boolean;
}

/** The figures of one table for a question. Undefined where no reading is certain or probable enough. */
export async function answerFrom(
  fit: Fit,
  question: TableQuestion,
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
  signal: AbortSignal,
): Promise<Answered | undefined> {
  const { subject } = fit;
  const ask = (through: Workspace) => readFrom(fit, question, through, turn, signal);
  const shown = await readAsShown(ask, subject, question.view, workspace);
  if (!shown || missesTopic(shown.found, question, fit)) return undefined;
  const { found, typedQuery } = shown;
  const data = await dataOf(typedQuery, workspace);
  if (!data || !gives(typedQuery, data, found.values)) return undefined;
  const figures = { subject, values: found.values, typedQuery, data };
  return answeredBy(figures, found, shown.isWithin, question, workspace, readable);
}

/** A reading, and the query of it under the filters of the View that is shown. */
interface Shown {
  readonly found: Read;
  readonly typedQuery: TypedQuery;
  /** Whether the View's filters hold. */
  readonly isWithin: boolean;
}

/** Reads a question within the View that the asker looks at. One that says otherwise is read of the whole table. */
async function readAsShown(
  ask: (through: Workspace) => Promise<Read | undefined>,
  subject: Subject,
  view: ShownView | undefined,
  workspace: Workspace,
): Promise<Shown | undefined> {
  const shown = shownOf(subject, view);
  const inView = shown && (await ask(within(subject.of, shown.filters, workspace)));
  if (shown && inView && !overrides(inView.typedQuery, shown))
    return { found: inView, typedQuery: filtered(inView.typedQuery, shown.filters), isWithin: true };
  const found = await ask(workspace);
  return found && { found, typedQuery: found.typedQuery, isWithin: false };
}

/** Whether a reading leaves out something that the question is about, or lists what nobody asked to list. */
function missesTopic(found: Read, question: TableQuestion, named: Named): boolean {
  const { unread = [], typedQuery } = found;
  const { text, words } = question;
  if (isUnaskedList(found, question)) return true;
  if (isOfAnything(question, named.subject)) return isOfWorld(text, words, unread, typedQuery);
  const isOfDataSet = 'objectTypeId' in named.subject.of;
  return (
    leavesTopic(text, unread, isOfDataSet) ||
    (isOfDataSet && leavesAsked(text, words, unread)) ||
    (isOneCount(typedQuery) && leavesLimit(words, unread)) ||
    (!found.isExact && countsOtherEvents(words, unread, typedQuery, named))
  );
}

/**
 * Whether the one table of a channel has a name that says nothing. It may hold whatever a question there is about,
 * unless the question says the name.
 */
function isOfAnything({ words, isOnlyTable = false }: TableQuestion, subject: Subject): boolean {
  const named = rootsOf([subject.name]);
  return isOnlyTable && isNameless(subject) && !words.some(({ kind, root }) => kind !== 'number' && named.has(root));
}

/** The answer with figures, which is `exact` where nothing casts a doubt on the reading. */
async function answeredBy(
  figures: Figures,
  found: Read,
  isWithin: boolean,
  question: TableQuestion,
  workspace: Workspace,
  readable: Readable,
): Promise<Answered> {
  const { subject } = figures;
  const { reading, nth, unsure = [], unread = [], remarks = [] } = found;
  const isElsewhere = question.channelId !== undefined && subject.channelId !== question.channelId;
  const beside = conditionsBeside(question.text, question.words, found.typedQuery, subject).map(doubtOf);
  const added = [
    ...(await doubtsOfFigures(found.typedQuery, question.words, subject, workspace)),
    ...(gap.test(question.text) ? ['A gap is to be filled.'] : []),
  ];
  const doubts = [...(question.doubts ?? []), ...remarks, ...beside, ...added];
  const elsewhere = isElsewhere ? (subject.place ?? '') : undefined;
  const isOfCode = isCodeGuessed(found, question, subject);
  const isDoubted = isElsewhere || question.doubts || beside.length + added.length > 0 || isOfCode;
  const confidence = found.isExact && !isDoubted ? 'exact' : 'likely';
  const said = { reading: isWithin ? undefined : reading, nth, unsure, doubts, unread, elsewhere };
  return {
    answer: await answerOf(figures, confidence, said, question.words, workspace, readable),
    isRead: unread.length === 0 && !unsure.some(isGuessed) && !isOfCode,
    isElsewhere,
  };
}

const doubtOf = ({ text }: Part): string => `“${text}” was read as a condition, and may be beside the question.`;

/** Whether a doubted part is a verb that was taken for the name of a number. */
const isGuessed = (part: string): boolean => measures.has(part.toLowerCase());

/** Whether a word in small letters was read as a code in capitals. It may be a mistyped word: "ar" for "are". */
function isCodeGuessed({ typedQuery }: Read, { words }: TableQuestion, { fields }: Subject): boolean {
  const small = new Set(words.filter(({ text, folded }) => text === folded).map(({ text }) => text));
  const isGuessed = (code: unknown) =>
    typeof code === 'string' &&
    isCode(code) &&
    /^\p{Lu}+$/u.test(code) &&
    small.has(code.toLowerCase()) &&
    !words.some(({ text }) => text === code);
  const labels = (value: unknown) =>
    fields.flatMap(({ options }) => options?.choices?.find(({ key }) => key === value)?.label ?? []);
  const valuesOf = (filter: unknown): unknown[] =>
    typeof filter === 'object' && filter !== null ? Object.values(filter).flatMap(valuesOf) : [filter];
  return valuesOf(typedQuery.filters ?? []).some((value) => [value, ...labels(value)].some(isGuessed));
}

/** The words that ask for a list. "Rented units with no insurance" may be a count. */
const listing =
  /\b(?:which|what|who|whose|when|where|list|show|give|tell|name|names|find|display|get|see|all|every|each|by|per)\b/iu;

const isUnaskedList = ({ values, typedQuery }: Read, { text }: TableQuestion): boolean =>
  typedQuery.operation === 'records' && values.length > mostUnasked && !listing.test(text);

/** The answer of a free reading. It is likely at most, and says so. */
export const likelyAnswer = (
  { unread, reading, ...figures }: FreeAnswer,
  words: readonly Word[],
  workspace: Workspace,
  readable: Readable,
): Promise<Answer> => answerOf(figures, 'likely', { reading, unread, doubts: [looseness] }, words, workspace, readable);

const looseness = 'The words were read loosely. Look at the conditions.';

type Figures = Pick<FreeAnswer, 'subject' | 'values' | 'typedQuery' | 'data'>;
type Said = Omit<Parameters<typeof written>[0], 'values' | 'query' | 'data' | 'name' | 'fields' | 'names'>;

/** Figures with their words, their table and their sources. */
async function answerOf(
  { subject, ...found }: Figures,
  confidence: 'exact' | 'likely',
  said: Said,
  words: readonly Word[],
  workspace: Workspace,
  readable: Readable,
): Promise<Answer> {
  const names = hasPeople(subject) ? await peopleAround(subject, workspace, readable) : new Map<string, string>();
  const { name, fields, channelId, place, url } = subject;
  const { values, typedQuery, data, remark } = await byName(found, subject, words, workspace);
  const doubts = [...(said.doubts ?? []), ...(remark === undefined ? [] : [remark])];
  return {
    answer: written({ ...said, doubts, values, query: typedQuery, data, name, fields, names }),
    confidence: remark === undefined ? confidence : 'likely',
    values: values.map((value) => called(value, names)),
    typedQuery,
    ...(place !== undefined && { channelLinks: [{ channelId: channelId!, name: place, url }] }),
    ...withSources(await sourcesOf(subject, data, workspace)),
  };
}

/** A user's name in place of the ID. */
const called = (value: Value, names: ReadonlyMap<string, string>): Value =>
  value.type === 'user' ? { ...value, value: nameOf(String(value.value), names) } : value;

const shownOf = ({ of }: Subject, view: ShownView | undefined): ShownView | undefined =>
  view && 'objectTypeId' in of && view.objectTypeId === of.objectTypeId ? view : undefined;

/**
 * Nobody asks for summary rows, such as one called Total. If the reading includes them, the question is read again
 * without them.
 */
async function readFrom(
  fit: Fit,
  question: TableQuestion,
  workspace: Workspace,
  turn: Turn,
  signal: AbortSignal,
): Promise<Read | undefined> {
  const found = await readingOf(fit, question, workspace, turn, signal);
  const summary = found && (await summaryIn(found, fit.subject, workspace));
  if (!summary) return found;
  const again = await readingOf(fit, question, within(fit.subject.of, summary, workspace), turn, signal);
  return again && { ...again, typedQuery: filtered(again.typedQuery, summary), isExact: false };
}

/** The plain reading if it accounts for every word, or else the most probable one. */
async function readingOf(
  fit: Fit,
  question: TableQuestion,
  workspace: Workspace,
  turn: Turn,
  signal: AbortSignal,
): Promise<Read | undefined> {
  const { subject, cells, isWhole } = fit;
  const words = withYearsOfLabels(question.words, subject);
  const named = { subject, cells };
  let kinds: ReturnType<typeof withKinds> | undefined;
  const withTheirs = () => (kinds ??= withKinds(named, workspace));
  const plainly = isWhole ? await plainReading(words, named, withTheirs, workspace, turn) : undefined;
  const isMeant = plainly && isFewEnough(plainly, words) && isOfAskedField(plainly, words, subject);
  const plain = isMeant && (plainly.isExact || !isMisread(plainly, words, subject, cells)) ? plainly : undefined;
  const isAny = isOfAnything(question, subject);
  if (question.isStrict || plain?.isExact || (plain && !isAny)) return plain;
  const partly = async () => {
    const read = await partialReading(words, named, withTheirs, workspace);
    const isAsked =
      read && isFewEnough(read, words) && answersAsked(read, words, subject, cells) && !findsNoGroup(read);
    return isAsked ? read : undefined;
  };
  const probably = () => weighedReading(fit, { ...question, words }, workspace, turn, signal);
  const isFirst = isAny || 'artifactId' in subject.of;
  for (const read of isFirst ? [probably, () => plain, partly] : [partly, probably]) {
    const found = await read();
    // A table that may hold anything confirms what rules assume, or they do not answer.
    if (found && !(isAny && (found.remarks ?? []).length > 0)) return found;
  }
  return undefined;
}

/** "Hull played at home and so did ___" */
const gap = /_{2}/u;

/** Whether every group has fewer records than asked for. The number was of something else: "more than 2,000 people". */
const findsNoGroup = ({ typedQuery, values }: Read): boolean =>
  typedQuery.having !== undefined && values.every(({ value }) => value === 0);

/** The most probable reading, where it is of what is asked. */
async function weighedReading(
  { subject, cells }: Fit,
  question: TableQuestion,
  workspace: Workspace,
  turn: Turn,
  signal: AbortSignal,
): Promise<Read | undefined> {
  const { text, words, isOnlyTable = false } = question;
  const asked = { ...subject, fields: fieldsMeant(subject, words, cells), cellsNamed: async () => cells };
  const found = await askTable(text, asked, workspace, turn, signal);
  const isAsked =
    found &&
    isFewEnough(found, words) &&
    answersAsked(found, words, subject, cells) &&
    !leavesVerb(words, found.unread);
  if (!isAsked) return undefined;
  const isMeant =
    isOfAnything(question, subject) ||
    (!comparesNames(found.typedQuery, subject) &&
      ('artifactId' in subject.of || isAbout(found, words, { subject, cells }, isOnlyTable)) &&
      suits(found, formOf(text, words), words, subject));
  return isMeant ? found : undefined;
}

/**
 * Whether an answer of the learned reader is about this Data Set. Where the channel has no other table, people may have a
 * word of their own for its records. A table whose name says nothing may hold anything.
 */
const isAbout = (
  { typedQuery, conditions }: Pick<TableAnswer, 'typedQuery' | 'conditions'>,
  words: readonly Word[],
  named: Named,
  isOnlyTable: boolean,
): boolean =>
  accountsFor(typedQuery, named.cells, conditions) &&
  (!isOfOthers(words, named, typedQuery) ||
    (isOnlyTable && (isNameless(named.subject) || comparesFields(words, named.subject, conditions))));

/** Kinds cost a look through the table, so they are looked for only where the question is not answered without. */
async function plainReading(
  words: readonly Word[],
  named: Named,
  withTheirs: () => ReturnType<typeof withKinds>,
  workspace: Workspace,
  turn: Turn,
): Promise<Read | undefined> {
  const found = await plainly(words, named, workspace, turn);
  if (found?.isExact) return found;
  const theirs = await withTheirs();
  return (theirs && (await plainly(words, theirs, workspace, turn))) ?? found;
}

/** The reading that passes over a few words. It is likely at most. Fields of kinds come first, because their words are then conditions. */
async function partialReading(
  words: readonly Word[],
  named: Named,
  withTheirs: () => ReturnType<typeof withKinds>,
  workspace: Workspace,
): Promise<Read | undefined> {
  const { subject, cells } = (await withTheirs()) ?? named;
  const found = await answerPlainly(words, subject, cells, workspace, true);
  return found && { ...found, isExact: false };
}

async function plainly(
  words: readonly Word[],
  { subject, cells }: Named,
  workspace: Workspace,
  turn: Turn,
): Promise<Read | undefined> {
  for (const answer of [answerShare, answerDifference, answerGroups, answerPlainly, answerListing]) {
    await turn.yield();
    const found = await answer(words, subject, cells, workspace);
    if (found) return found;
  }
  return undefined;
}

type Sources = NonNullable<Answer['sources']>;

const withSources = (sources: Sources) => (sources.length > 0 ? { sources } : {});

/** The most records that are named as sources. */
const mostRecords = 5;

/** The sources of the figures: the sheet, or the records if they are few. */
async function sourcesOf({ of, name, url }: Subject, { rows = [] }: Data, { records }: Workspace): Promise<Sources> {
  if ('artifactId' in of) return [{ type: 'artifact', id: of.artifactId, title: name, url, snippet: '' }];
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? id : []));
  if (ids.length > mostRecords) return [];
  const found = await Promise.all(
    ids.map((recordId) => records.get({ channelId: of.channelId, recordId }).catch(() => undefined)),
  );
  return found.flatMap((one) => {
    if (!one) return [];
    const { id, title, url } = one.record;
    return [{ type: 'record' as const, id, title, url, snippet: title }];
  });
}

/** Whether a reading uses all cells that the question names, each through one field that has it. */
function accountsFor(
  { filters = [] }: TypedQuery,
  cells: readonly CellNamed[],
  conditions: TableAnswer['conditions'],
): boolean {
  const asked = new Set([...filters.flatMap(fieldsOf), ...conditions.map(({ key }) => key)]);
  return [...Map.groupBy(cells, ({ start, end }) => `${start} ${end}`).values()].every((alike) =>
    alike.some(({ fieldKey }) => asked.has(fieldKey)),
  );
}
