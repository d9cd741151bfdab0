import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import type { Turn } from '../../turns/turn.ts';
import { type Data, dataOf, mostUnasked } from '../figures/data.ts';
import type { Value } from '../figures/values.ts';
import { isDate, ownFields } from '../plain/named.ts';
import { changesMeaning } from '../language/accounting.ts';
import { type Word, wordsOf } from '../language/words.ts';
import { type CellNamed, cellsNamed, recordsNamed, rowOf, rowsNamed } from '../subjects/cells.ts';
import { withKinds } from '../subjects/kinds.ts';
import { knownIn } from '../subjects/states.ts';
import type { Subject } from '../subjects/subjects.ts';
import { withTitlesNamed } from '../subjects/titles.ts';
import type { Spans } from './conditions.ts';
import type { Frame } from './frame.ts';
import { asksForMore, goesOn, merged } from './merging.ts';
import { comparing, inWordsOfTables } from './patterns.ts';
import { planOf } from './plans.ts';
import { frameOf } from './reading.ts';
import { weights } from './scene.ts';
import { type Span, speaksOfWeekdays } from './days/weekdays.ts';

/** Figures of a free reading, which are likely at most. */
export interface FreeAnswer {
  readonly subject: Subject;
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  /** The result of this query. */
  readonly data: Data;
  readonly unread: readonly string[];
  /** How the question was read, where the query does not show it. */
  readonly reading?: string;
}

const mostWords = 60;
/** Patterns of words take the square of the longest word. */
const mostLetters = 60;

export const isTooLong = ({ folded }: Word): boolean => folded.length > mostLetters;
/** Words that point to an earlier question. */
const pointing = /\b(?:of|about|for|than|with|from|by|and) (?:those|these|them)\b(?! (?:who|that|which|with)\b)/iu;
const leastScore = 0.5;
const mostUnread = 1;

/**
 * Reads a question, with the whole questions that it goes on from, in the words of everyday business. It chooses the
 * table that accounts for the most of it.
 */
export async function answerFreely(
  texts: readonly string[],
  subjects: readonly Subject[],
  workspace: Workspace,
  turn: Turn,
): Promise<FreeAnswer | undefined> {
  if (texts.length === 1 && pointing.test(texts[0]!)) return undefined;
  // A condition behind two figures may be of one of them.
  if (texts.slice(0, -1).some((text) => comparing.test(text.toLowerCase()))) return undefined;
  const today = new Date().toISOString().slice(0, 10);
  const found: Frame[] = [];
  for (const subject of likeliest(texts, subjects)) {
    let frame: Frame | undefined;
    for (const text of texts) {
      const words = wordsOf(inWordsOfTables(text));
      if (words.length > mostWords || words.some(isTooLong)) return undefined;
      const next = await frameIn(words, subject, workspace, today, turn);
      if (frame && !goesOn(frame, next)) return undefined;
      if (text !== texts.at(-1) && asksForMore(text, next, next.unread)) return undefined;
      const scored = {
        ...next,
        score: next.score + (next.isVerbLeft ? weights.verb : weights.unread) * next.unread.length,
      };
      frame = frame ? { ...merged(frame, scored), score: frame.score + scored.score } : scored;
      await turn.yield();
    }
    if (frame) found.push(frame);
  }
  const [best, second] = found.toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const isOfOnly = subjects.length === 1 && ranksThings(best);
  if ((best.score < leastScore && !isOfOnly) || (second && second.score === best.score)) return undefined;
  if (!isWholeEnough(best)) return undefined;
  return answerOf(best, workspace);
}

/** Whether a month or somebody is asked for by an order. The only table may be meant then, whatever its records are called. */
const ranksThings = ({ order, period, target, measure, unread }: Frame): boolean =>
  order !== undefined &&
  unread.length === 0 &&
  (period !== undefined || (target !== undefined && measure !== undefined));

const mostSubjects = 8;
/** A wider table is not read, because each word of a question is compared with each word of a label. */
const mostFields = 100;
const mostCharactersOfLabels = 3_000;

/** The tables of which the questions name the most. Each costs a search. */
export function likeliest(texts: readonly string[], subjects: readonly Subject[]): readonly Subject[] {
  const roots = new Set(texts.flatMap((text) => wordsOf(text).map(({ root }) => root)));
  const named = ({ called, speaksOf }: Subject) => roots.intersection(called.union(speaksOf)).size;
  return subjects
    .filter(({ fields }) => fields.length <= mostFields && charactersOf(fields) <= mostCharactersOfLabels)
    .toSorted((a, b) => named(b) - named(a))
    .slice(0, mostSubjects);
}

const charactersOf = (fields: Subject['fields']): number => fields.reduce((sum, { label }) => sum + label.length, 0);

/** Whether nothing found says that there is nothing: every condition is named in full. */
const isSure = ({ conditions, unread }: Frame): boolean =>
  unread.length === 0 &&
  conditions.length > 1 &&
  conditions.every(({ mentions = [] }) => mentions.every(({ isWhole }) => isWhole));

async function answerOf(frame: Frame, workspace: Workspace): Promise<FreeAnswer | undefined> {
  const plan = planOf(frame);
  const data = plan && (await dataOf(plan.query, workspace));
  if (!data || (plan.needsAll && !data.completeness?.complete)) return undefined;
  const values = plan.valuesIn(data.rows ?? []);
  if (frame.ask === 'list' && !frame.isAsked && values.length > mostUnasked)
    return answerOf({ ...frame, ask: 'count' }, workspace);
  if (values.length === 0)
    return frame.ask === 'list' && isSure(frame) ? answerOf({ ...frame, ask: 'count' }, workspace) : undefined;
  if (/^(?:figure|count)$/u.test(frame.ask) && values.length === 1 && values[0]!.value === 0 && !isSure(frame))
    return undefined;
  return {
    subject: frame.subject,
    values,
    typedQuery: plan.query,
    data,
    unread: frame.unread,
    ...(plan.reading !== undefined && { reading: plan.reading }),
  };
}

/** Participles and verbs that say which records are meant. */
const narrowing =
  /^(?:hold|held|finish(?:ed)?|complet(?:e|ed)|attend(?:ed)?|turned|done|fix(?:ed)?|deliver(?:ed)?|return(?:ed)?)$/iu;

/** Whether few words are left, none of which is a name or turns the meaning round. */
const isWholeEnough = ({ unread, ask, isVerbLeft, isPlain, target, whether }: Frame): boolean =>
  isPlain &&
  // "When was it founded" asks for a day that the table may lack.
  !(unread.length > 0 && target && isDate(target)) &&
  unread.length <= mostUnread &&
  // A figure of other records says neither yes nor no.
  !(unread.length > 0 && whether) &&
  // The part of a share is exact, and so is what it is a share of.
  !(unread.length > 0 && ask === 'share' && !isVerbLeft) &&
  !unread.some((text) => narrowing.test(text)) &&
  unread.every(
    (text) =>
      (isVerbLeft || /\p{Ll}(?:ed|ing|ly)$/u.test(text)) &&
      !changesMeaning(text.toLowerCase()) &&
      !/^(?:\p{Lu}|(?:leav|exclud|skipp|ignor|omitt)ing)/u.test(text),
  );

async function frameIn(
  words: readonly Word[],
  plain: Subject,
  workspace: Workspace,
  today: string,
  turn: Turn,
): Promise<Frame> {
  const { subject, cells, spans } = await besideTable(words, plain, workspace, turn);
  return turn.finish(frameOf(words, subject, cells, today, spans));
}

/** Finds the names of a question in a table, and the time that the table spans where it is needed. */
export async function besideTable(
  words: readonly Word[],
  plain: Subject,
  workspace: Workspace,
  turn: Turn,
): Promise<{ readonly subject: Subject; readonly cells: readonly CellNamed[]; readonly spans: Spans }> {
  const subject = await withTitlesNamed(plain, words, workspace);
  const { of } = subject;
  const isCalled = ({ root }: Word) => subject.called.has(root);
  const isKnown = knownIn(words, [subject]);
  const recordsOf = async ({ objectTypeId }: { readonly objectTypeId: string }) =>
    (await recordsNamed(words, workspace, isKnown, isCalled, subject.channelId)).filter(
      (one) => one.objectTypeId === objectTypeId,
    );
  const rows =
    'objectTypeId' in of ? (await recordsOf(of)).map(rowOf) : await rowsNamed(words, subject, workspace, isKnown);
  const cells = await cellsNamed(words, subject, rows, workspace, turn);
  const kinds = await withKinds({ subject, cells }, workspace);
  const spans = words.some(({ folded }) => speaksOfWeekdays(folded) || folded === 'week')
    ? await spansOf(subject, workspace)
    : new Map<string, Span>();
  return { subject: kinds?.subject ?? subject, cells: kinds?.cells ?? cells, spans };
}

/** The first and the last day of each date of a table. */
async function spansOf(subject: Subject, workspace: Workspace): Promise<Spans> {
  const dates = ownFields(subject).filter(isDate).slice(0, mostDates);
  const metrics = dates.flatMap(({ key: field }, at) => [
    { alias: `first${at}`, function: 'minimum' as const, field },
    { alias: `last${at}`, function: 'maximum' as const, field },
  ]);
  if (dates.length === 0) return new Map();
  const data = await dataOf({ mode: 'deterministic', ...subject.of, operation: 'aggregate', metrics }, workspace);
  const row = data?.rows?.[0] ?? {};
  return new Map(
    dates.flatMap(({ key }, at) => {
      const [first, last] = [row[`first${at}`], row[`last${at}`]];
      return typeof first === 'string' && typeof last === 'string'
        ? [[key, [first.slice(0, 10), last.slice(0, 10)] as const] as const]
        : [];
    }),
  );
}

const mostDates = 8;
