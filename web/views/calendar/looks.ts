import { shownDay } from '../../fields/format.ts';
import { addDays, mondayOf, monthAfter, today, weeksOf } from './days.ts';

/** How a calendar is looked at: a grid of weeks, one week, one day, or a list. */
export const looks = ['month', 'week', 'day', 'list'] as const;
export type Look = (typeof looks)[number];

export const isLook = (text: string | undefined): text is Look => looks.some((look) => look === text);

export interface Range {
  readonly first: string;
  readonly last: string;
}

/** The first and the last day that a look shows around a day. */
export function rangeOf(look: Look, day: string): Range {
  if (look === 'day') return { first: day, last: day };
  if (look === 'week') return { first: mondayOf(day), last: addDays(mondayOf(day), 6) };
  const month = day.slice(0, 7);
  return look === 'month' ? weeksOf(month) : { first: `${month}-01`, last: addDays(`${monthAfter(month, 1)}-01`, -1) };
}

/** The day around which the look before or after is. */
export function dayAfter(look: Look, day: string, steps: number): string {
  if (look === 'day') return addDays(day, steps);
  return look === 'week' ? addDays(day, 7 * steps) : `${monthAfter(day.slice(0, 7), steps)}-01`;
}

/** The length of a look's steps, in one word. */
export const stepWords = (look: Look): string => (look === 'list' ? 'month' : look);

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function rangeWords(look: Look, day: string): string {
  if (look === 'day') return shownDay(day);
  if (look !== 'week') return month.format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`));
  const { first, last } = rangeOf(look, day);
  return `${shownDay(first)} to ${shownDay(last)}`;
}

/** Whether a look shows now. */
export function isNow(look: Look, day: string): boolean {
  const now = today();
  return look === 'month' ? now.slice(0, 7) === day.slice(0, 7) : inRange(rangeOf(look, day), now);
}

const inRange = ({ first, last }: Range, day: string): boolean => first <= day && day <= last;
