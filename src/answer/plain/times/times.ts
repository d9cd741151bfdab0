import type { Period } from '../../../../schemas/fields.ts';
import { dayBeside, monthOf, monthSpan, monthWords, quarterSpan, type Span, spanBeside } from './calendar.ts';
import { type Line, numberIn, numeral } from '../line.ts';
import { takePart } from './parts.ts';

/** Days that a question names, as a typed query expresses them. */
type Days =
  | { readonly operator: 'within'; readonly value: Period }
  | { readonly operator: 'between'; readonly value: readonly [string, string] }
  | { readonly operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; readonly value: string };

export interface Time {
  readonly days: Days;
  /**
   * False when the words can mean other days. The words "in March" lack a year. The words "until 2026" may include the
   * year or not.
   */
  readonly isSure: boolean;
  /** A whole year that was given by its number alone. */
  readonly year?: string;
  /** The words of the time. */
  readonly place: readonly [from: number, to: number];
}

const behind = '(?:(?:in|during|of|from|on|within|over) (?:the )?)?';

const relative = new RegExp(String.raw`\b${behind}(this|last|past|previous|current) (week|month|quarter|year)\b`, 'u');
const coming = new RegExp(String.raw`\b${behind}next (week|month|quarter|year)\b`, 'u');
const beforeLast = new RegExp(String.raw`\b${behind}(?:the )?(week|month|quarter|year) before last\b`, 'u');
const counted = new RegExp(String.raw`\b${behind}(past|last|next) (${numeral}) (days?|weeks?|months?|years?)\b`, 'u');
const single = /\b(?:on )?(today|yesterday)\b/u;
const isoDay = String.raw`(\d{4}) (\d\d) (\d\d)`;
const dayOfMonth = String.raw`(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(${monthWords})|(${monthWords}) (\d{1,2})(?:st|nd|rd|th)?)(?: (\d{4}))?`;
const compares = String.raw`(?:(since|from|after|before|until|till|up to|in|during|of|for) (?:the )?)?`;
const comparing = String.raw`(since|from|after|before|until|till|by|up to|on)`;

/** Reads the time that the words name. A month or day without a year is the latest one that has begun. */
export function takeTime(line: Line, today: string): Time | undefined {
  return (
    takePartOf(line, today) ??
    takeBeforeLast(line, today) ??
    takeRelative(line) ??
    takeComing(line, today) ??
    takeCounted(line, today) ??
    takeBetween(line, today) ??
    takeDay(line, today) ??
    takeMonth(line, today) ??
    takeQuarter(line, today) ??
    takeYear(line)
  );
}

const said = (line: Line, match: RegExpExecArray, days: Days, isSure = true): Time => ({
  days,
  isSure,
  place: line.wordsIn(match),
});

/** Reads "in the first half of 2026" and "before late March". */
function takePartOf(line: Line, today: string): Time | undefined {
  const part = takePart(line, today);
  return part && { days: compared(part.word, part.span), isSure: part.isSure && isPlain(part.word), place: part.place };
}

function takeRelative(line: Line): Time | undefined {
  const named = line.take(relative);
  if (named) {
    const which = named[1] === 'this' || named[1] === 'current' ? 'this' : 'last';
    // "The last week" may also be the seven days up to today.
    const isSure = named[1] !== 'past' && !/\bthe (?:last|previous)\b/u.test(named[0]);
    return said(line, named, { operator: 'within', value: `${which}_${named[2]}` as Period }, isSure);
  }
  const day = line.take(single);
  return day && said(line, day, { operator: 'within', value: day[1] as Period });
}

/** Reads "the month before last". */
function takeBeforeLast(line: Line, today: string): Time | undefined {
  const match = line.take(beforeLast);
  const value = match && (match[1] === 'week' ? weekBeside(today, -2) : spanBeside(today, -2, match[1]!));
  return value && said(line, match, { operator: 'between', value });
}

/** Reads "next month": the one after the current one. */
function takeComing(line: Line, today: string): Time | undefined {
  const match = line.take(coming);
  if (match?.[1] === 'week') return said(line, match, { operator: 'between', value: weekBeside(today, 1) });
  return match && said(line, match, { operator: 'between', value: spanBeside(today, 1, match[1]!) });
}

/** From Monday to Sunday. */
function weekBeside(today: string, count: number): Span {
  const monday = dayBeside(today, 7 * count - ((new Date(today).getUTCDay() + 6) % 7), 'day');
  return [monday, dayBeside(monday, 6, 'day')];
}

/** Reads "in the last 3 months", up to today, and "in the next 3 months", from today. */
function takeCounted(line: Line, today: string): Time | undefined {
  const match = line.take(counted);
  if (!match) return undefined;
  const count = numberIn(match[2]!);
  const unit = match[3]!.replace(/s$/, '');
  const isNext = match[1] === 'next';
  if (unit === 'day' && (count === 7 || count === 30))
    return said(line, match, { operator: 'within', value: `${isNext ? 'next' : 'past'}_${count}_days` });
  const other = dayBeside(today, isNext ? count : -count, unit);
  return said(line, match, { operator: 'between', value: isNext ? [today, other] : [other, today] });
}

function takeBetween(line: Line, today: string): Time | undefined {
  const match = line.take(new RegExp(String.raw`\bbetween ${isoDay} and ${isoDay}\b`, 'u'));
  if (match)
    return said(line, match, {
      operator: 'between',
      value: [match.slice(1, 4).join('-'), match.slice(4, 7).join('-')],
    });
  const years = line.take(/\b(?:between|from) ((?:19|20)\d\d) (?:and|to|until|till|through) ((?:19|20)\d\d)\b/u);
  if (years) return said(line, years, { operator: 'between', value: [`${years[1]}-01-01`, `${years[2]}-12-31`] });
  return takeDaysBetween(line, today) ?? takeMonthsBetween(line, today);
}

/** Reads "between 1 March and 15 April 2025". A first day without a year is in the year of the last. */
function takeDaysBetween(line: Line, today: string): Time | undefined {
  const match = line.take(
    new RegExp(
      String.raw`\b(?:between|from) (?:the )?${dayOfMonth} (?:and|to|until|till|through) (?:the )?${dayOfMonth}\b`,
      'u',
    ),
  );
  if (!match) return undefined;
  const dayIn = ([numbered, month, monthFirst, number]: readonly (string | undefined)[], year: string | undefined) =>
    `${monthOf((month ?? monthFirst)!, year, today)}-${(numbered ?? number)!.padStart(2, '0')}`;
  const last = dayIn(match.slice(6, 10), match[10]);
  const year = match[5] ?? last.slice(0, 4);
  const first = dayIn(match.slice(1, 5), year);
  const isTurned = first > last;
  const before = isTurned && match[5] === undefined ? `${Number(year) - 1}${first.slice(4)}` : first;
  return said(line, match, { operator: 'between', value: [before, last] }, match[10] !== undefined && !isTurned);
}

function takeMonthsBetween(line: Line, today: string): Time | undefined {
  const months = line.take(
    new RegExp(String.raw`\b(?:between|from) (${monthWords}) (?:and|to|until) (${monthWords})(?: (\d{4}))?\b`, 'u'),
  );
  if (!months) return undefined;
  const last = monthOf(months[2]!, months[3], today);
  const first = monthOf(months[1]!, last.slice(0, 4), today);
  const days = { operator: 'between', value: [monthSpan(first)[0], monthSpan(last)[1]] } as const;
  return said(line, months, days, months[3] !== undefined);
}

function takeDay(line: Line, today: string): Time | undefined {
  const iso = line.take(new RegExp(String.raw`\b(?:${comparing} )?${isoDay}\b`, 'u'));
  if (iso) {
    const day = iso.slice(2, 5).join('-');
    return said(line, iso, compared(iso[1], [day, day]), iso[1] !== 'from');
  }
  const match = line.take(new RegExp(String.raw`\b(?:${comparing} )?(?:the )?${dayOfMonth}\b`, 'u'));
  if (!match) return undefined;
  const month = monthOf((match[3] ?? match[4])!, match[6], today);
  const day = `${month}-${(match[2] ?? match[5])!.padStart(2, '0')}`;
  return said(line, match, compared(match[1], [day, day]), match[6] !== undefined && match[1] !== 'from');
}

function takeMonth(line: Line, today: string): Time | undefined {
  const pattern = new RegExp(String.raw`\b${compares}(${monthWords})(?: (?:of )?(\d{4}))?\b`, 'u');
  const [found, word, , ofYear] = pattern.exec(line.text) ?? [];
  if (found === undefined || (/\bmay\b/.test(found) && word === undefined && ofYear === undefined)) return undefined;
  const month = line.take(pattern)!;
  const at = line.wordsIn(month)[0];
  const which = line.words[at - 1]?.folded;
  const isNext = which === 'next';
  if (isNext || which === 'this') line.read(at - 1, at);
  const isAhead =
    isNext ||
    (month[3] === undefined &&
      line.words.some(({ folded }) => ahead.test(folded)) &&
      !line.words.some(({ folded }) => past.test(folded)));
  const year = month[3] ?? (which === 'this' ? today.slice(0, 4) : undefined);
  const first = isAhead ? comingMonth(month[2]!, today) : monthOf(month[2]!, year, today);
  return said(line, month, compared(month[1], monthSpan(first)), month[3] !== undefined && isPlain(month[1]));
}

/** Words of what is still to come. */
const ahead = /^(?:due|booked|scheduled|planned|upcoming|coming|expir\w+|renew\w*|will|starting)$/u;
const past = /^(?:was|were|did|had|got)$/u;

/** Such a month that has not ended. */
function comingMonth(name: string, today: string): string {
  const month = monthOf(name, today.slice(0, 4), today);
  return month >= today.slice(0, 7) ? month : monthOf(name, String(Number(today.slice(0, 4)) + 1), today);
}

function takeQuarter(line: Line, today: string): Time | undefined {
  const quarter = line.take(
    new RegExp(String.raw`\b${compares}(?:q([1-4])|(first|second|third|fourth) quarter)(?: (?:of )?(\d{4}))?\b`, 'u'),
  );
  if (!quarter) return undefined;
  const number = Number(quarter[2] ?? 1 + ['first', 'second', 'third', 'fourth'].indexOf(quarter[3]!));
  const year = quarter[4] ?? today.slice(0, 4);
  const days = compared(quarter[1], quarterSpan(year, number));
  return said(line, quarter, days, quarter[4] !== undefined && isPlain(quarter[1]));
}

/** Reads a number as a year after a word of time. */
function takeYear(line: Line): Time | undefined {
  const year = line.take(
    new RegExp(
      String.raw`\b(since|from|after|before|until|till|in|during|of|for) (?:the )?(?:year )?((?:19|20)\d\d)\b`,
      'u',
    ),
  );
  if (!year) return takeBareYear(line);
  const days = compared(year[1], [`${year[2]}-01-01`, `${year[2]}-12-31`]);
  return { ...said(line, year, days, isPlain(year[1])), year: year[2]! };
}

/** Reads the year of "2025 sales" and "by region, 2025 only", with a doubt. An amount may look like a year. */
function takeBareYear(line: Line): Time | undefined {
  const match = bareYear.exec(line.text);
  if (!match) return undefined;
  line.read(...line.wordsIn(match));
  const span: Span = [`${match[1]}-01-01`, `${match[1]}-12-31`];
  return { ...said(line, match, compared(undefined, span), false), year: match[1]! };
}

const bareYear =
  /(?<!\b(?:than|over|under|above|below|least|most|to|between|number|no|top|last|first|next|-+) )\b(20[0-3]\d)(?: (?:only|alone))?(?= (?:\p{L}|-|$)|$)/u;

/** Whether it is clear if the named days are included. */
const isPlain = (word: string | undefined): boolean => !['until', 'till', 'up to', 'from'].includes(word ?? '');

function compared(word: string | undefined, [first, last]: Span): Days {
  if (word === 'since' || (word === 'from' && first === last)) return { operator: 'gte', value: first };
  if (word === 'after') return { operator: 'gt', value: last };
  if (word === 'before') return { operator: 'lt', value: first };
  if (word === 'until' || word === 'till' || word === 'up to' || (word === 'by' && first === last))
    return { operator: 'lte', value: last };
  return first === last ? { operator: 'eq', value: first } : { operator: 'between', value: [first, last] };
}
