import type { Period } from '../../schemas/fields.ts';

/** The moment and the zone in which relative dates are meant. */
export interface Clock {
  readonly now: Date;
  readonly timeZone: string;
}

const dayMilliseconds = 86_400_000;

/** The calendar day of a moment in a zone, as `2026-10-05`. */
export function dayIn(timeZone: string, moment: Date): string {
  return wallClock(timeZone, moment).toISOString().slice(0, 10);
}

/** The wall clock of the zone, as if it were UTC. */
function wallClock(timeZone: string, moment: Date): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return new Date(shown + moment.getUTCMilliseconds());
}

/** The moment at which clocks in the zone show this. */
function momentOf(timeZone: string, shown: Date): Date {
  let guess = shown.getTime();
  for (let round = 0; round < 3; round += 1) {
    guess += shown.getTime() - wallClock(timeZone, new Date(guess)).getTime();
  }
  return new Date(guess);
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function plusMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return plusDays(first.toISOString().slice(0, 10), Math.min(date, length) - 1);
}

const monthStart = (day: string) => `${day.slice(0, 7)}-01`;
const yearStart = (day: string) => `${day.slice(0, 4)}-01-01`;
const weekStart = (day: string) => plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
const quarterStart = (day: string) => plusMonths(monthStart(day), -((Number(day.slice(5, 7)) - 1) % 3));

/** First and last day of a period. */
export function daysOf(period: Period, { now, timeZone }: Clock): [first: string, last: string] {
  const today = dayIn(timeZone, now);
  const months = (start: string, count: number): [string, string] => [start, plusDays(plusMonths(start, count), -1)];
  const week = weekStart(today);
  switch (period) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [plusDays(today, -1), plusDays(today, -1)];
    case 'this_week':
      return [week, plusDays(week, 6)];
    case 'last_week':
      return [plusDays(week, -7), plusDays(week, -1)];
    case 'this_month':
      return months(monthStart(today), 1);
    case 'last_month':
      return months(plusMonths(monthStart(today), -1), 1);
    case 'this_quarter':
      return months(quarterStart(today), 3);
    case 'last_quarter':
      return months(plusMonths(quarterStart(today), -3), 3);
    case 'this_year':
      return months(yearStart(today), 12);
    case 'last_year':
      return months(plusMonths(yearStart(today), -12), 12);
    case 'past_7_days':
      return [plusDays(today, -6), today];
    case 'past_30_days':
      return [plusDays(today, -29), today];
    case 'next_7_days':
      return [today, plusDays(today, 6)];
    case 'next_30_days':
      return [today, plusDays(today, 29)];
  }
}

const durationForm = /^([+-]?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

export const isDuration = (text: string): boolean => /^[+-]?P/.test(text);

/** The moment that lies a signed ISO 8601 duration from now; years to days are the calendar's, in the zone. */
export function momentFrom({ now, timeZone }: Clock, duration: string): Date {
  const match = durationForm.exec(duration);
  if (!match) throw new Error(`${duration} is no duration.`);
  const sign = match[1] === '-' ? -1 : 1;
  const amount = (index: number) => sign * Number(match[index] ?? 0);
  const shown = wallClock(timeZone, now).toISOString();
  const day = plusDays(plusMonths(shown.slice(0, 10), amount(2) * 12 + amount(3)), amount(4) * 7 + amount(5));
  const moment = momentOf(timeZone, new Date(`${day}${shown.slice(10)}`));
  return new Date(moment.getTime() + ((amount(6) * 60 + amount(7)) * 60 + amount(8)) * 1000);
}
