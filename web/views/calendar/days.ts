import { dayMs } from '../../../schemas/durations.ts';

/** Days as `YYYY-MM-DD`. Arithmetic is in UTC, where each day has 24 hours. */

export const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayOfTime = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOfTime(timeOf(day) + days * dayMs);
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / dayMs);

/** The day of a date, or of a moment where the browser is. */
export function dayOfValue(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : localDay(time);
}

/** Today where the browser is. */
export const today = (): string => localDay(new Date());

const localDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
    .padStart(10, '0');

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** Whether a text is a month as `YYYY-MM`. Years have four digits. */
export const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) && text < '9999';

/** The month before or after, as `YYYY-MM`. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whether a text is a day as `YYYY-MM-DD`. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && isMonth(text.slice(0, 7)) && /^-\d{2}$/.test(text.slice(7)) && !Number.isNaN(timeOf(text));

export interface Month {
  /** The first and last day that its weeks show. */
  readonly first: string;
  readonly last: string;
  /** The Mondays of its weeks. */
  readonly weeks: readonly string[];
}

/** The weeks that a month is part of, from Monday to Sunday. */
export function weeksOf(month: string): Month {
  const first = mondayOf(`${month}-01`);
  const end = addDays(`${monthAfter(month, 1)}-01`, -1);
  const weeks: string[] = [];
  for (let day = first; day <= end; day = addDays(day, 7)) weeks.push(day);
  return { first, last: addDays(weeks.at(-1)!, 6), weeks };
}
