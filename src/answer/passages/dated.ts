import type { Answer } from '../../../schemas/queries.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { addDays, daysOf } from '../../time/dates.ts';
import type { Turn } from '../../turns/turn.ts';
import { weekdays } from '../language/lexicon/numbers.ts';
import { listed } from '../language/listed.ts';
import { contentOf, rootOf, type Word } from '../language/words.ts';
import { Line } from '../plain/line.ts';
import { takeTime } from '../plain/times/times.ts';
import { answerFrom } from './answer.ts';
import { evidenceOf } from './evidence.ts';

/** Acts of people who write. The time of a question about them is the time of writing. */
const acts: ReadonlySet<string> = new Set(
  listed('decide agree announce discuss conclude approve propose suggest promise recommend').map(rootOf),
);
/** Verbs beside an act that say nothing, as in "decisions were made". */
const idle: ReadonlySet<string> = new Set(listed('make take reach come happen anything something').map(rootOf));

interface Written {
  /** The first and the last day. */
  readonly days: readonly [string, string];
  /** The words that name no time. */
  readonly words: readonly Word[];
}

/** Answers by texts of the days that a question names: "what was decided last week". */
export async function answerOfDays(
  question: string,
  words: readonly Word[],
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<Answer | undefined> {
  const asked = writtenIn(words, new Date().toISOString().slice(0, 10));
  if (!asked) return undefined;
  const evidence = await evidenceOf(asked.words, asked.days, workspace, channelId, turn);
  return answerFrom(question, asked.words, evidence, turn, { isWhole: true, days: asked.days });
}

function writtenIn(words: readonly Word[], today: string): Written | undefined {
  if (!contentOf(words).some(({ root }) => acts.has(root))) return undefined;
  const line = new Line(words);
  const days = takeRecent(line, today) ?? takeSinceWeekday(line, today) ?? takeSpan(line, today);
  const isLeft = (word: Word, at: number) => line.isLeft(at) && !idle.has(word.root);
  return days && { days, words: words.filter(isLeft) };
}

const recentDays = 30;

function takeRecent(line: Line, today: string): Written['days'] | undefined {
  return line.take(/\b(?:recently|lately|so far|most recently)\b/u) && [addDays(today, -recentDays), today];
}

function takeSinceWeekday(line: Line, today: string): Written['days'] | undefined {
  const named = line.take(new RegExp(String.raw`\b(since|on) (?:last )?(${weekdays.join('|')})\b`, 'u'));
  if (!named) return undefined;
  const back = (weekdayOf(today) - weekdays.indexOf(named[2]!) + weekdays.length) % weekdays.length;
  const day = addDays(today, -back);
  return [day, named[1] === 'since' ? today : day];
}

const weekdayOf = (day: string): number =>
  weekdays.indexOf(weekdayName.format(new Date(`${day}T00:00:00Z`)).toLowerCase());
const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** "Last week" goes on until today, because it may also be the seven days up to today. */
function takeSpan(line: Line, today: string): Written['days'] | undefined {
  const time = takeTime(line, today);
  if (!time) return undefined;
  const { operator, value } = time.days;
  if (operator === 'between') return value;
  if (operator === 'within') {
    const [first, last] = daysOf(value, { now: Date.parse(today), timeZone: 'UTC' });
    return [first, value === 'last_week' ? today : last];
  }
  if (operator === 'gt') return [addDays(value, 1), today];
  if (operator === 'gte') return [value, today];
  return operator === 'eq' ? [value, value] : [earliest, operator === 'lt' ? addDays(value, -1) : value];
}

const earliest = '0001-01-01';
