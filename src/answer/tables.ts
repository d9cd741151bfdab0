import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import { folded } from '../text/folding.ts';
import { abstainBetween } from './abstention.ts';
import { formOf } from './language/expected.ts';
import { type Word, wordsOf } from './language/words.ts';
import type { Turn } from '../turns/turn.ts';
import type { Readable } from './readable.ts';
import { cellsNamed, recordsNamed, rowOf, rowsNamed } from './subjects/cells.ts';
import { type Fit, fitOf } from './subjects/fit.ts';
import { isOfCell, knownIn } from './subjects/states.ts';
import { hasPeople, peopleAround, peopleNamed } from './subjects/people.ts';
import type { Subject } from './subjects/subjects.ts';
import { withTitlesNamed } from './subjects/titles.ts';
import { answerFrom, type Answered } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';
import { fieldsOf, type ShownView } from './view.ts';

/** No rule reads a longer question. */
export const mostWords = 80;
/** Tables that fit within this of the best fit alike. */
const alike = 0.75;
const mostAsked = 3;

interface Found {
  readonly answer?: Answer | undefined;
  readonly isAsked?: boolean;
  /** Whether a table accounts for every word. */
  readonly isWhole?: boolean;
  /** Whether the answer leaves no word unread, and guesses at no verb. */
  readonly isRead?: boolean;
  /** Whether the question was asked in a channel, and the answer's table is of another. */
  readonly isElsewhere?: boolean | undefined;
  /** Whether the question names enough of the answer's table. */
  readonly isNamed?: boolean | undefined;
  /** Words of the question that stand in whole cells. */
  readonly ofCells?: readonly string[];
}

/**
 * Says whether a table is asked, and answers with the figures of the one table that a question is about. One that is asked in a
 * channel is about a table there, where one answers.
 */
export async function answerFromTables(
  question: TableQuestion,
  subjects: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
  signal: AbortSignal,
): Promise<Found> {
  const { text, words } = question;
  if (words.length > mostWords || formOf(text, words).expected === 'reason') return {};
  const isHere = ({ channelId }: Subject) => channelId === question.channelId;
  const [here, elsewhere] = question.channelId === undefined ? [[], subjects] : apart(subjects, isHere);
  const asked = { ...question, isOnlyTable: here.length === 1 };
  const found = await answerFromOne(asked, here, subjects, workspace, readable, turn, signal);
  if (found.answer || found.isWhole) return found;
  const other = await answerFromOne(question, elsewhere, subjects, workspace, readable, turn, signal);
  const ofCells = [...(found.ofCells ?? []), ...(other.ofCells ?? [])];
  return other.answer ? other : { isAsked: found.isAsked === true || other.isAsked === true, ofCells };
}

const apart = <One>(all: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];

/** Several tables that fit alike and answer are named, and none is chosen. */
async function answerFromOne(
  question: TableQuestion,
  some: readonly Subject[],
  subjects: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
  signal: AbortSignal,
): Promise<Found> {
  const fits = await fitting(question, some, workspace, readable, turn);
  const [best] = fits;
  if (!best) return {};
  // Among tables of the same name, only the channel or View of the question decides.
  const isNamesake = ({ name }: Subject) => !question.channelId && !question.view && name === best.subject.name;
  const isClose = ({ score, subject }: Fit) => score >= best.score - alike || isNamesake(subject);
  const close = fits.filter(isClose).slice(0, mostAsked);
  const answers: ({ fit: Fit } & Answered)[] = [];
  for (const fit of close) {
    signal.throwIfAborted();
    const answered = await answerFrom(fit, question, workspace, readable, turn, signal);
    if (answered) answers.push({ fit, ...answered });
  }
  const isRead = answers.every((one) => one.isRead);
  if (answers.length > 1) return { answer: abstainBetween(answers.map(({ fit }) => fit.subject)), isRead };
  const [found] = answers;
  const twins = found ? twinsOf(found.fit.subject, found.answer, subjects, question.view) : [];
  if (twins.length > 0) return { answer: abstainBetween([found!.fit.subject, ...twins].slice(0, mostAsked)), isRead };
  const cells = fits.flatMap((fit) => fit.cells);
  return {
    answer: found?.answer,
    isRead,
    isElsewhere: found?.isElsewhere,
    isNamed: found?.fit.isNamed,
    ofCells: question.words.filter((word) => isOfCell(word, cells)).map(({ folded }) => folded),
    isWhole: best.isWhole,
    isAsked: best.isWhole && asksForRecords(question, best.subject),
  };
}

/** Tables of the same name and place that fit the same query. Only a View of one of them decides. */
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
      other.of !== subject.of &&
      'artifactId' in other.of === 'artifactId' in subject.of &&
      other.channelId === subject.channelId &&
      folded(other.name) === folded(subject.name) &&
      needed.every(({ key }) => other.fields.some((field) => field.key === key)),
  );
}

/** "How many deals …" is about the records, and nothing that somebody wrote of deals answers it. */
function asksForRecords({ text, words }: TableQuestion, { called, choices }: Subject): boolean {
  const { focus, expected } = formOf(text, words);
  const named = new Set(
    [...choices.values()].flat().flatMap(({ key, label }) => wordsOf(`${key} ${label}`).map(({ root }) => root)),
  ).union(called);
  return focus.some((root) => named.has(root)) || (expected === 'number' && words.some(({ root }) => called.has(root)));
}

/** Tables that account for all that is asked, the best first. */
async function fitting(
  { text, words, channelId, isOnlyTable, view }: TableQuestion,
  some: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
): Promise<Fit[]> {
  if (some.length === 0) return [];
  const subjects: Subject[] = [];
  for (const subject of some) {
    subjects.push(await withTitlesNamed(subject, words, workspace));
    await turn.yield();
  }
  const isCalled = ({ root }: Word) => subjects.some(({ called }) => called.has(root));
  // A choice of another table may be a text in the one that the question names.
  const called = subjects.filter((subject) => words.some(({ root }) => subject.called.has(root)));
  const likely = called.length > 0 ? called : subjects;
  const isKnown = knownIn(words, likely);
  const places = new Set(called.map(({ channelId }) => channelId));
  const place = places.size === 1 ? called[0]!.channelId : undefined;
  const hasDataSet = subjects.some(({ of }) => 'objectTypeId' in of);
  const records = hasDataSet ? await recordsNamed(words, workspace, isKnown, isCalled, place) : [];
  const rowsFor = async (subject: Subject) => {
    const { of } = subject;
    if ('objectTypeId' in of) return records.filter((one) => one.objectTypeId === of.objectTypeId).map(rowOf);
    return rowsNamed(words, subject, workspace, knownIn(words, [subject]));
  };
  const fits: Fit[] = [];
  for (const subject of subjects) {
    const people = await peopleIn(text, words, subject, workspace, readable);
    const cells = await cellsNamed(words, subject, await rowsFor(subject), workspace, turn);
    fits.push(
      fitOf(subject, words, [...cells, ...people], { channelId, isOnlyTable, objectTypeId: view?.objectTypeId }),
    );
    await turn.yield();
  }
  return fits.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}

async function peopleIn(
  text: string,
  words: readonly Word[],
  subject: Subject,
  workspace: Workspace,
  readable: Readable,
) {
  if (!hasPeople(subject) || !words.some(({ root }) => subject.called.has(root) || subject.speaksOf.has(root)))
    return [];
  return peopleNamed(text, words, subject, readable, await peopleAround(subject, workspace, readable));
}
