import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Answer, TypedQuery } from '../../schemas/queries.ts';
import { folded } from '../store/folding.ts';
import { abstainBetween } from './abstention.ts';
import { type Data, gives, type Value, written } from './figures/written.ts';
import { answerPlainly } from './plain/answer.ts';
import { formOf, type QuestionForm } from './language/expected.ts';
import { superlatives } from './language/lexicon.ts';
import { passesOver } from './language/unread.ts';
import { type Word, wordsOf } from './language/words.ts';
import type { Readable } from './readable.ts';
import { type CellNamed, cellsIn, recordsNamed, rowOf, rowsNamed } from './subjects/cells.ts';
import { explains, type Fit, fitOf, operations } from './subjects/fit.ts';
import { peopleAround, peopleNamed } from './subjects/people.ts';
import type { Subject } from './subjects/subjects.ts';
import { askTable } from './table/ask.ts';
import { fieldsOf, filtered, overrides, type ShownView, within } from './view.ts';

export interface TableQuestion {
  readonly text: string;
  readonly words: readonly Word[];
  readonly channelId: string | undefined;
  /** That the asker looks at. */
  readonly view: ShownView | undefined;
}

/** Tables that fit within this of the best fit alike. */
const alike = 0.75;
const mostAsked = 3;

/**
 * Says whether a table is asked, and answers with the figures of the one table that a question is about. Several that fit alike and answer are named, and none is chosen.
 */
export async function answerFromTables(
  question: TableQuestion,
  subjects: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  signal: AbortSignal,
): Promise<{ readonly answer?: Answer | undefined; readonly isAsked?: boolean }> {
  if (formOf(question.text, question.words).expected === 'reason') return {};
  const fits = inItsChannel(question, await fitting(question, subjects, workspace, readable));
  const [best] = fits;
  if (!best) return {};
  // Of several tables of one name, the channel or the View in which it is asked says which is meant, and nothing else.
  const isNamesake = ({ name }: Subject) => !question.channelId && !question.view && name === best.subject.name;
  const isClose = ({ score, subject }: Fit) => score >= best.score - alike || isNamesake(subject);
  const close = fits.filter(isClose).slice(0, mostAsked);
  const answers: { fit: Fit; answer: Answer }[] = [];
  for (const fit of close) {
    signal.throwIfAborted();
    const answer = await answerFrom(fit, question, workspace, readable, signal);
    if (answer) answers.push({ fit, answer });
  }
  if (answers.length > 1) return { answer: abstainBetween(answers.map(({ fit }) => fit.subject)) };
  const [found] = answers;
  const twins = found ? twinsOf(found.fit.subject, found.answer, subjects, question.view) : [];
  if (twins.length > 0) return { answer: abstainBetween([found!.fit.subject, ...twins].slice(0, mostAsked)) };
  return { answer: found?.answer, isAsked: best.isWhole && asksForRecords(question, best.subject) };
}

/** Those of the channel that a question is about, where any there accounts for all that is asked. */
function inItsChannel({ channelId }: TableQuestion, fits: readonly Fit[]): readonly Fit[] {
  const here = fits.filter(
    ({ isWhole, subject }) => isWhole && channelId !== undefined && subject.channelId === channelId,
  );
  return here.length > 0 ? here : fits;
}

/** Tables of one name in one place that could be asked the same: only a View of one of them says which is meant. */
function twinsOf(
  subject: Subject,
  { typedQuery }: Answer,
  subjects: readonly Subject[],
  view: ShownView | undefined,
): readonly Subject[] {
  if ('objectTypeId' in subject.of && subject.of.objectTypeId === view?.objectTypeId) return [];
  const { filters = [], metrics = [], groupBy = [] } = typedQuery!;
  const asked = new Set([
    ...filters.flatMap(fieldsOf),
    ...metrics.map(({ field }) => field),
    ...groupBy.map((group) => (typeof group === 'string' ? group : group.field)),
  ]);
  const needed = subject.fields.filter(({ key }) => asked.has(key));
  return subjects.filter(
    (other) =>
      other !== subject &&
      'artifactId' in other.of === 'artifactId' in subject.of &&
      other.channelId === subject.channelId &&
      folded(other.name) === folded(subject.name) &&
      needed.every(({ key }) => other.fields.some((field) => field.key === key)),
  );
}

/** "How many deals …" is about the records, and nothing that somebody wrote of deals answers it. */
function asksForRecords({ text, words }: TableQuestion, { called, fields }: Subject): boolean {
  const { focus, expected } = formOf(text, words);
  const choices = fields.flatMap(({ options }) => options?.choices ?? []);
  const named = called.union(
    new Set(choices.flatMap(({ key, label }) => wordsOf(`${key} ${label}`)).map(({ root }) => root)),
  );
  return focus.some((root) => named.has(root)) || (expected === 'number' && words.some(({ root }) => called.has(root)));
}

/** Tables that account for all that is asked, the best first. */
async function fitting(
  { text, words, channelId, view }: TableQuestion,
  subjects: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
): Promise<Fit[]> {
  if (subjects.length === 0) return [];
  const isCalled = ({ root }: Word) => subjects.some(({ called }) => called.has(root));
  const isKnown = (word: Word) => subjects.some((subject) => explains(subject, word, []));
  const records = await recordsNamed(words, workspace, isKnown, isCalled);
  const rowsFor = async (subject: Subject) => {
    const { of } = subject;
    if ('objectTypeId' in of) return records.filter((one) => one.objectTypeId === of.objectTypeId).map(rowOf);
    return rowsNamed(words, subject, workspace, (word) => explains(subject, word, []));
  };
  const fits = await Promise.all(
    subjects.map(async (subject) => {
      const people = await peopleIn(text, words, subject, workspace, readable);
      const cells = cellsIn(words, subject, await rowsFor(subject));
      return fitOf(subject, words, [...cells, ...people], {
        channelId,
        objectTypeId: view?.objectTypeId,
      });
    }),
  );
  return fits.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

const hasPeople = ({ fields }: Subject): boolean =>
  fields.some(({ key, type }) => type === 'user' && key !== 'created_by');

async function peopleIn(
  text: string,
  words: readonly Word[],
  subject: Subject,
  workspace: Workspace,
  readable: Readable,
) {
  if (!hasPeople(subject)) return [];
  return peopleNamed(text, words, subject, readable, await peopleAround(subject, workspace, readable));
}

interface Read {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  readonly reading?: string;
}

async function answerFrom(
  { subject, cells, isWhole }: Fit,
  { text, words, view }: TableQuestion,
  workspace: Workspace,
  readable: Readable,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (passesOver(words, subject, cells)) return undefined;
  const most = mostWanted(words);
  const asked = { ...subject, fields: fieldsMeant(subject, words, cells), cellsNamed: async () => cells };
  const probableAnswer = async (through: Workspace): Promise<Read | undefined> => {
    const found = await askTable(text, asked, through, signal);
    const isMeant =
      found && (isSheet || accountsFor(found.typedQuery, cells)) && answersFocus(found, formOf(text, words), subject);
    return isMeant ? found : undefined;
  };
  const isSheet = 'artifactId' in subject.of;
  const plainAnswer = async (through: Workspace): Promise<Read | undefined> =>
    isWhole ? answerPlainly(words, subject, cells, through) : undefined;
  const fewEnough = (found: Read | undefined) =>
    most !== undefined && found && found.values.length > most ? undefined : found;
  const ask = async (through: Workspace) =>
    fewEnough(await plainAnswer(through)) ?? fewEnough(await probableAnswer(through));
  const shown =
    view && 'objectTypeId' in subject.of && view.objectTypeId === subject.of.objectTypeId ? view : undefined;
  let found = await ask(shown ? within(shown, workspace) : workspace);
  const isWithin = shown !== undefined && found !== undefined && !overrides(found.typedQuery, shown);
  if (shown && !isWithin) found = await ask(workspace);
  if (!found) return undefined;
  const typedQuery = isWithin ? filtered(found.typedQuery, shown.filters) : found.typedQuery;
  const data = await dataOf(typedQuery, workspace);
  if (!data || !gives(data, found.values)) return undefined;
  const names = hasPeople(subject) ? await peopleAround(subject, workspace, readable) : new Map<string, string>();
  const { name, fields, channelId, place, url } = subject;
  const reading = isWithin ? undefined : found.reading;
  return {
    answer: written({ values: found.values, query: typedQuery, data, reading, name, fields, names }),
    confidence: 'exact',
    values: [...found.values],
    typedQuery,
    ...(place !== undefined && { channelLinks: [{ channelId: channelId!, name: place, url }] }),
    ...withSources(await sourcesOf(subject, data, workspace)),
  };
}

type Sources = NonNullable<Answer['sources']>;

const withSources = (sources: Sources) => (sources.length > 0 ? { sources } : {});

/** A few records are named themselves. */
const mostRecords = 5;

/** The sheet, or the records that the figures come from where they are few. */
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

/** How many of a ranking are asked for: "the top 3", "three largest". */
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

/** A query that is refused gave no figures. */
async function dataOf(query: TypedQuery, { queries }: Workspace) {
  return queries.run(query).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'invalid_request') return undefined;
      throw error;
    },
  );
}

/** Whether a query asks for all that the question names, each by one of the fields that have it. */
function accountsFor({ filters = [] }: TypedQuery, cells: readonly CellNamed[]): boolean {
  const asked = new Set(filters.flatMap(fieldsOf));
  return [...Map.groupBy(cells, ({ start, end }) => `${start} ${end}`).values()].every((alike) =>
    alike.some(({ fieldKey }) => asked.has(fieldKey)),
  );
}

/** Whoever asks for the price is answered with a price: where a field is called as what is asked for, the values are its. */
function answersFocus({ values }: Read, { expected, focus }: QuestionForm, { fields }: Subject): boolean {
  if (expected === 'number') return true;
  const asked = fields.filter(({ label }) => wordsOf(label).some(({ root }) => focus.includes(root)));
  return asked.length === 0 || values.every(({ fieldKey }) => asked.some(({ key }) => fieldKey?.startsWith(key)));
}

/** So many fields at most are tried in every way that a question may mean. */
const mostFields = 16;

/** Of a table of many fields those that the question can mean: what it names, and then the first. */
function fieldsMeant({ fields }: Subject, words: readonly Word[], cells: readonly CellNamed[]): Subject['fields'] {
  if (fields.length <= mostFields) return fields;
  const roots = new Set(words.map(({ root }) => root));
  const named = new Set(cells.map(({ fieldKey }) => fieldKey));
  const weight = ({ key, label }: Subject['fields'][number]) =>
    (named.has(key) ? 2 : 0) + (wordsOf(label).some(({ kind, root }) => kind !== 'stop' && roots.has(root)) ? 1 : 0);
  const kept = new Set(fields.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostFields));
  return fields.filter((field) => kept.has(field));
}
