import type { Row } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import { numberIn, numeral } from '../../plain/line.ts';
import { mainDate, type SubjectField } from '../../plain/named.ts';
import { speaksOf } from '../fields.ts';
import { moments } from '../lexicon.ts';
import { averaging, counting, middling } from '../patterns.ts';
import type { Scene } from '../scene.ts';

/** The days that pass between two dates of a record. */
export interface Duration {
  readonly from: SubjectField;
  readonly to: SubjectField;
  readonly figure: 'average' | 'median' | 'longest' | 'number';
  /** Whether the words say which date comes first. Otherwise the records say it. */
  readonly isOrdered: boolean;
  /** The days that a record must take to count. */
  readonly bound?: { readonly operator: 'gt' | 'lt'; readonly value: number } | undefined;
}

const asked =
  /\bhow many days\b|\bhow (?:long|quickly|fast) (?:does|do|did|is|are|was|were|on average)\b|\bdays (?:from|between)\b/u;
const takers = /\btakes? (?:people|customers|clients|guests|us|them)\b/u;
const passing =
  /\b(?:pass|passes|lie|lies|elapse|go by|went on|gone by|takes?|took|ahead|between|from|until|till|days?|after|before|counting)\b/u;
const bounded = new RegExp(
  String.raw`\b(more than|over|longer than|less than|under|fewer than) (${numeral}) days\b`,
  'u',
);
const longest = /\blongest\b/u;

/** Takes "how many days does it take to deliver on average". The second date may stand alone: the record's own begins. */
export function takeDuration(scene: Scene): Duration | undefined {
  const { line, dates, whole } = scene;
  const found = figureIn(whole);
  if (!found) return undefined;
  const spoken = dates
    .map((field) => ({ field, at: line.words.findIndex((word, at) => line.isLeft(at) && isOf(word, field)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const fields = spoken.map(({ field }) => field);
  const [first, second] = fields.length === 1 ? [mainDate(dates), fields[0]] : fields;
  if (fields.length > 2 || !first || !second || first === second) return undefined;
  const between = new Set(line.words.slice(spoken[0]!.at, spoken.at(-1)!.at).map(({ folded }) => folded));
  const isTurned = fields.length === 2 && between.has('after');
  const isOrdered = isTurned || (fields.length === 2 && between.has('before'));
  const [from, to] = isTurned ? [second, first] : [first, second];
  for (const words of [
    takers,
    asked,
    ...(found.bound ? [bounded] : []),
    averaging,
    middling,
    ...(found.figure === 'longest' ? [longest] : []),
  ])
    line.take(words, 'field');
  for (const [at, word] of line.words.entries())
    if (
      line.isLeft(at) &&
      (passing.test(word.folded) || [from, to].some((field) => isOf(word, field) || speaksOf(word, field)))
    )
      line.read(at, at + 1, 'field');
  return { from, to, isOrdered, ...found };
}

function figureIn(whole: string): Pick<Duration, 'figure' | 'bound'> | undefined {
  const match = bounded.exec(whole);
  if (match && counting.test(whole)) {
    const operator = /^(?:less|under|fewer)/u.test(match[1]!) ? 'lt' : 'gt';
    return { figure: 'number', bound: { operator, value: numberIn(match[2]!) } };
  }
  const isAsked = asked.test(whole);
  if (isAsked && middling.test(whole)) return { figure: 'median' };
  if (isAsked && averaging.test(whole)) return { figure: 'average' };
  return longest.test(whole) && /^(?:which|what) /u.test(whole) ? { figure: 'longest' } : undefined;
}

/** Words that stand in the labels of dates and say nothing of what happened. */
const empty = /^(?:days?|dates?|for|out|off|on|in|to|at|by|of|back|from|until|first|last|next|when|since)$/u;

const isOf = (word: Scene['line']['words'][number], field: SubjectField): boolean =>
  !empty.test(word.folded) &&
  (speaksOf(word, field) || moments.get(word.folded)?.some((one) => field.label.toLowerCase().includes(one)) === true);

/** The figure over the records. Empty where it is negative, because the dates then mean something else. */
export function daysIn(rows: readonly Row[], { from, to, figure, isOrdered, bound }: Duration): Value[] {
  const spans = rows.map((row) => ({ row, days: dayOf(row[to.key]) - dayOf(row[from.key]) }));
  if (spans.length === 0) return [];
  const isBackwards = !isOrdered && spans.reduce((sum, { days }) => sum + days, 0) < 0;
  const forwards = isBackwards ? spans.map(({ row, days }) => ({ row, days: -days })) : spans;
  const all = forwards.toSorted((a, b) => a.days - b.days);
  if (figure === 'number') return numbered(all.filter(({ days }) => isWithin(days, bound!)).length);
  if (figure === 'longest') {
    const [last, other] = [all.at(-1)!, all.at(-2)];
    return last.days === other?.days ? [] : [{ value: last.row['title'] as string, type: 'text', fieldKey: 'title' }];
  }
  const days = all.map((one) => one.days);
  const half = (days[Math.floor((days.length - 1) / 2)]! + days[Math.floor(days.length / 2)]!) / 2;
  const value = figure === 'median' ? half : days.reduce((sum, one) => sum + one, 0) / days.length;
  return value < 0 ? [] : numbered(Math.round(value * 100) / 100);
}

const isWithin = (days: number, { operator, value }: NonNullable<Duration['bound']>): boolean =>
  operator === 'gt' ? days > value : days >= 0 && days < value;

const numbered = (value: number): Value[] => [{ value, type: 'number' }];

const dayOf = (value: unknown): number => Date.parse(String(value).slice(0, 10)) / 86_400_000;
