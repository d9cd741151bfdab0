import type { Interval, Period } from '../../schemas/fields.ts';
import { dayMs } from '../../schemas/durations.ts';
import { type Day, dayOf, earliest, latest, localDay, offsetAt, startOfDayUtc, utc } from './days.ts';

/** The clock and calendar of one query: the organisation's time zone, and one moment for the whole query. */
export interface Calendar {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Without making a date, since an import asks it of every cell. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** RFC 3339 with an offset and at most milliseconds; undefined for any other text. */
export function millisecondsOf(text: string): number | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/.exec(
      text,
    );
  if (!parts || !isDay(parts[1]!)) return undefined;
  const [, day, hours, minutes, seconds, fraction = '', sign, offsetHours = 0, offsetMinutes = 0] = parts;
  const clock = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const time = startOfDayUtc(day!) + (clock - offset) * 1_000 + Number(fraction.padEnd(3, '0'));
  return time >= earliest && time <= latest ? time : undefined;
}

/**
 * An ISO 8601 time; one without an offset is read by a zone's clock. The first moment, where the clock shows it twice; where
 * it skips it, the moment that the offset before gives.
 */
export function momentOf(text: string, timeZone: string): number | undefined {
  const local = millisecondsOf(`${text}Z`);
  if (local === undefined) return millisecondsOf(text);
  const moments = [local - dayMs, local + dayMs].map((time) => local - offsetAt(time, timeZone));
  const shown = moments.filter((time) => time + offsetAt(time, timeZone) === local);
  const moment = shown.length > 0 ? Math.min(...shown) : moments[0]!;
  return moment >= earliest && moment <= latest ? moment : undefined;
}

export const timestampOf = (time: number): string => new Date(time).toISOString();

export function addDays(day: Day, count: number): Day {
  return dayOf(Math.min(Math.max(startOfDayUtc(day) + count * dayMs, earliest), latest));
}

/** Where the interval that holds a day begins; weeks begin on Monday. */
export function startOfInterval(day: Day, interval: Interval): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  switch (interval) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, -weekday(day));
    case 'month':
      return dayOf(utc(year, month, 1));
    case 'quarter':
      return dayOf(utc(year, month - ((month - 1) % 3), 1));
    case 'year':
      return dayOf(utc(year, 1, 1));
  }
}

/** Where the interval `count` after that which begins on `start` begins. */
export function shiftInterval(start: Day, interval: Interval, count: number): Day {
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))];
  switch (interval) {
    case 'day':
      return addDays(start, count);
    case 'week':
      return addDays(start, 7 * count);
    case 'month':
      return clampedDay(year, month + count);
    case 'quarter':
      return clampedDay(year, month + 3 * count);
    case 'year':
      return clampedDay(year + count, 1);
  }
}

/** The last day of the interval that begins on `start`; the last interval ends where the calendar does. */
export function endOfInterval(start: Day, interval: Interval): Day {
  const next = shiftInterval(start, interval, 1);
  return startOfInterval(next, interval) === start ? next : addDays(next, -1);
}

/** A bucket's name: `2026-10-05`, `2026-W41`, `2026-10`, `2026-Q4`, `2026`. */
export function bucketOf(day: Day, interval: Interval): string {
  switch (interval) {
    case 'day':
      return day;
    case 'week':
      return isoWeek(day);
    case 'month':
      return day.slice(0, 7);
    case 'quarter':
      return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    case 'year':
      return day.slice(0, 4);
  }
}

/** First and last day of a period, today included (CONTRACT section 7). */
export function daysOf(period: Period, { now, timeZone }: Calendar): readonly [Day, Day] {
  const today = localDay(now, timeZone);
  const whole = (interval: Interval, shift: number): readonly [Day, Day] => {
    const start = shiftInterval(startOfInterval(today, interval), interval, shift);
    return [start, endOfInterval(start, interval)];
  };
  switch (period) {
    case 'today':
      return whole('day', 0);
    case 'yesterday':
      return whole('day', -1);
    case 'this_week':
      return whole('week', 0);
    case 'last_week':
      return whole('week', -1);
    case 'this_month':
      return whole('month', 0);
    case 'last_month':
      return whole('month', -1);
    case 'this_quarter':
      return whole('quarter', 0);
    case 'last_quarter':
      return whole('quarter', -1);
    case 'this_year':
      return whole('year', 0);
    case 'last_year':
      return whole('year', -1);
    case 'past_7_days':
      return [addDays(today, -6), today];
    case 'past_30_days':
      return [addDays(today, -29), today];
    case 'next_7_days':
      return [today, addDays(today, 6)];
    case 'next_30_days':
      return [today, addDays(today, 29)];
  }
}

/** The moment that a signed ISO 8601 duration from now names; undefined for any other text. Months and years are the zone's calendar's. */
export function momentFromNow(text: string, { now, timeZone }: Calendar): number | undefined {
  const parts =
    /^([+-]?)P(?=.)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/.exec(
      text,
    );
  if (!parts) return undefined;
  const sign = parts[1] === '-' ? -1 : 1;
  const [years, months, weeks, days, hours, minutes, seconds] = parts.slice(2).map((part) => sign * Number(part ?? 0));
  const today = localDay(now, timeZone);
  const inMonth = sameDayOf(today, 12 * years! + months!);
  const moved = addDays(inMonth, 7 * weeks! + days!);
  const timeOfDay = now + offsetAt(now, timeZone) - startOfDayUtc(today);
  const wallClock = startOfDayUtc(moved) + timeOfDay;
  const time = wallClock - offsetAt(wallClock - offsetAt(wallClock, timeZone), timeZone);
  return Math.min(Math.max(time + ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000, earliest), latest);
}

/**
 * The same day some months later. A shorter month gives its last day. A month out of range gives the earliest or latest
 * day.
 */
function sameDayOf(day: Day, months: number): Day {
  const month = utc(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months, 1);
  if (month < earliest) return dayOf(earliest);
  if (month > latest) return dayOf(latest);
  const first = dayOf(month);
  const last = endOfInterval(first, 'month');
  const same = first.slice(0, 8) + day.slice(8);
  return same < last ? same : last;
}

const clampedDay = (year: number, month: number): Day =>
  dayOf(Math.min(Math.max(utc(year, month, 1), earliest), latest));

/** Days since Monday. */
const weekday = (day: Day): number => (new Date(startOfDayUtc(day)).getUTCDay() + 6) % 7;

/** ISO 8601: a week belongs to the year of its Thursday. */
function isoWeek(day: Day): string {
  const thursday = addDays(day, 3 - weekday(day));
  const year = thursday.slice(0, 4);
  const week = Math.floor((startOfDayUtc(thursday) - startOfDayUtc(`${year}-01-01`)) / (7 * dayMs)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
