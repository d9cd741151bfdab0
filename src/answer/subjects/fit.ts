import { dateTypes, numberTypes } from '../../../schemas/fields.ts';
import { listed } from '../language/listed.ts';
import { events, measures } from '../language/lexicon/events.ts';
import { superlatives } from '../language/lexicon/meanings.ts';
import { units } from '../language/lexicon/units.ts';
import { months, shortMonths, weekdays } from '../language/lexicon/numbers.ts';
import { contentOf, labelWords, positiveOf, rootOf, type Word } from '../language/words.ts';
import type { CellNamed } from './cells.ts';
import { isNameless, type Subject } from './subjects.ts';
import { wordsOfPlace } from './whereabouts.ts';

export interface Fit {
  readonly subject: Subject;
  readonly cells: readonly CellNamed[];
  /**
   * The weight of the subject's parts that the question names. It is 0 without any, or when the subject lacks too much.
   */
  readonly score: number;
  /** Whether the subject accounts for every word. */
  readonly isWhole: boolean;
  /** Whether the question names enough of the subject. A table whose name says nothing fits without, where it is alone. */
  readonly isNamed: boolean;
}

const rootsIn = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(rootOf));

const operationWords = listed(`
  average avg mean median total sum count number amount amounts altogether overall maximum minimum max min high highest low lowest
  greatest big biggest large largest small smallest top bottom best worst first last latest newest recent earliest oldest new old
  different distinct unique compare versus vs comparison difference share ratio percentage list overview breakdown group grouped split sorted
  order ordered arranged ascending descending alphabetical alphabetically rank ranking record records row rows entry entries item items value values worth field column long short
  greater less exceed equal exactly least most half double add come belong place receive occur happen outside exactly take work never exist contain include involve name called title
  currently so far date combined single individual respective rate proportion fraction percent neither nor except excluding fewer fewest other apart growth grow increase decrease change rise fall drop more than
  due headcount often times second third fourth fifth sixth seventh eighth ninth tenth`);
const timeWords = listed(`
  day week month quarter year date time today yesterday tomorrow daily weekly monthly quarterly yearly past next recent early late
  ${months.join(' ')} ${shortMonths.join(' ')} ${weekdays.join(' ')} q1 q2 q3 q4 h1 h2 mid`);
const moneyWords = listed(
  'price cost money pay worth expensive cheap value revenue turnover income takings earnings proceeds bill euro eur dollar usd pound gbp spend earn bring sign size volume',
);
const owningWords = listed('own owner owned belong responsible assigned assignee handle work');

const records = rootsIn(listed('record row entry'));

/** Words for operations that suit every table. */
export const operations = rootsIn(operationWords);
const times = rootsIn(timeWords);
export const moneyRoots = rootsIn(moneyWords);
const owning = rootsIn(owningWords);

/** The words that questions about any table are made of. */
export const wordsOfAsking: readonly string[] = [
  ...listed('many much which list show most each there between'),
  ...operationWords,
  ...timeWords,
  ...moneyWords,
  ...owningWords,
];

/** Whether a table accounts for a word. An answer must not ignore a word of the question. */
export const explains = (subject: Subject, word: Word, cells: readonly CellNamed[]): boolean =>
  names(subject, word, cells) || isVerbOf(word, subject.speaksOf);

/** The same but for verbs. "Delivered" may be a value of a field, also where there is a date of delivery. */
export function names(
  { called, speaksOf, placed, fields }: Subject,
  word: Word,
  cells: readonly CellNamed[] = [],
): boolean {
  const { root, kind, start, end } = word;
  const has = (types: (type: Subject['fields'][number]['type']) => boolean) =>
    fields.some(({ key, type }) => types(type) && !key.startsWith('created_') && !key.startsWith('updated_'));
  return (
    kind === 'number' ||
    called.has(root) ||
    speaksOf.has(root) ||
    positiveOf(word.folded).some((positive) => speaksOf.has(rootOf(positive))) ||
    placed.has(root) ||
    operations.has(root) ||
    superlatives.get(word.folded)?.of.some((label) => speaksOf.has(rootOf(label))) === true ||
    cells.some((cell) => cell.start <= start && cell.end >= end) ||
    (units.has(word.folded) && has((type) => numberTypes.has(type))) ||
    (times.has(root) && has((type) => dateTypes.has(type))) ||
    (moneyRoots.has(root) && has((type) => numberTypes.has(type))) ||
    (owning.has(root) && fields.some(isOwner))
  );
}

/** Whether a field says whose a record is. */
const isOwner = ({ type, label }: Subject['fields'][number]): boolean =>
  type === 'user' || (/text|select/u.test(type) && labelWords(label).some(({ root }) => owning.has(root)));

/** Whether a verb is about a date or a number of the table, as "joined" is about `Start date`. */
const isVerbOf = ({ folded }: Word, speaksOf: ReadonlySet<string>): boolean =>
  [events, measures].some((verbs) => verbs.get(folded)?.isDisjointFrom(speaksOf) === false);

const ofAll = 2;
const ofName = 3;
const ofField = 1;
const ofCell = 1.5;
const leastFit = 0.1;

export function fitOf(subject: Subject, words: readonly Word[], cells: readonly CellNamed[], context: FitContext): Fit {
  const placing = wordsOfPlace(words, subject, cells);
  const topics = contentOf(words).filter((word) => !placing.includes(word));
  const isHere = context.channelId !== undefined && context.channelId === subject.channelId;
  const isAny = isHere && context.isOnlyTable === true && isNameless(subject);
  const none = { subject, cells, score: isAny ? leastFit : 0, isWhole: false, isNamed: false };
  const strange = topics.filter((word) => !explains(subject, word, cells));
  const isWhole = strange.length === 0;
  if (!isWhole && !(isHere && mayStillFit(topics, strange))) return none;
  const roots = new Set(topics.map(({ root }) => root));
  const share = (set: ReadonlySet<string>) => [...roots].filter((root) => set.has(root)).length;
  const named = share(subject.called);
  const nameShare = subject.called.size === 0 ? 0 : Math.min(1, named / Math.min(subject.called.size, 2));
  const told = share(subject.speaksOf) + topics.filter((word) => isVerbOf(word, subject.speaksOf)).length;
  const isMeant = isHere && isWhole && topics.some(({ root }) => moneyRoots.has(root) || records.has(root));
  if (named + told + cells.length === 0 && !isMeant) return none;
  const isShown =
    context.objectTypeId !== undefined &&
    'objectTypeId' in subject.of &&
    subject.of.objectTypeId === context.objectTypeId;
  return {
    subject,
    cells,
    isWhole,
    isNamed: true,
    score:
      (isWhole ? ofAll : 0) +
      ofName * nameShare +
      ofField * told +
      ofCell * cells.length +
      (isHere ? 1 : 0) +
      (share(subject.placed) > 0 ? 1 : 0) +
      (isShown ? 3 : 0),
  };
}

const leastShare = 0.4;

/**
 * Allows some words that a table lacks, because questions name columns loosely. The table must be in the channel of the
 * question, and names must not be missing.
 */
const mayStillFit = (topics: readonly Word[], strange: readonly Word[]): boolean =>
  strange.every(({ kind }) => kind === 'plain') && topics.length - strange.length >= leastShare * topics.length;

/** Where the question was asked. */
export interface FitContext {
  readonly channelId?: string | undefined;
  /** Whether no other table is there. */
  readonly isOnlyTable?: boolean | undefined;
  /** Data Set of the View that the asker looks at. */
  readonly objectTypeId?: string | undefined;
}
