import { months, shortMonths } from '../../language/lexicon/numbers.ts';

/** The first and the last day of a time. */
export type Span = readonly [first: string, last: string];

/** A pattern for the names of months. */
export const monthWords = [...months, ...shortMonths].join('|');

/** `2026-03` in the given year, or else the latest such month that has begun. */
export function monthOf(name: string, year: string | undefined, today: string): string {
  const number = String(1 + months.findIndex((month) => month.startsWith(name.slice(0, 3)))).padStart(2, '0');
  const thisYear = Number(today.slice(0, 4));
  return `${year ?? (number <= today.slice(5, 7) ? thisYear : thisYear - 1)}-${number}`;
}

export const monthSpan = (month: string): Span => monthsSpan(month.slice(0, 4), Number(month.slice(5)), 1);
export const quarterSpan = (year: string, number: number): Span => monthsSpan(year, 3 * number - 2, 3);
export const halfSpan = (year: string, number: number): Span => monthsSpan(year, 6 * number - 5, 6);
export const yearSpan = (year: string): Span => monthsSpan(year, 1, 12);

/** A number of months, from one month of a year on. */
const monthsSpan = (year: string, first: number, count: number): Span => [
  dayOf(Number(year), first, 1),
  dayOf(Number(year), first + count, 0),
];

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The day that is a number of days, weeks, months or years away. */
export function dayBeside(from: string, count: number, unit: string): string {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  if (unit === 'year') return dayOf(year + count, month, day);
  if (unit === 'month') return dayOf(year, month + count, day);
  return dayOf(year, month, day + count * (unit === 'week' ? 7 : 1));
}

/** The month, quarter or year that is a number of them away from the one of a day. */
export function spanBeside(today: string, count: number, unit: string): Span {
  const [step, steps] = unit === 'quarter' ? ['month', 3 * count] : [unit, count];
  const day = dayBeside(`${today.slice(0, 7)}-01`, steps, step);
  const year = day.slice(0, 4);
  if (unit === 'month') return monthSpan(day.slice(0, 7));
  return unit === 'year' ? yearSpan(year) : quarterSpan(year, Math.ceil(Number(day.slice(5, 7)) / 3));
}
