import type { Filters } from '../../../../schemas/queries.ts';
import { limits } from '../../../../schemas/limits.ts';
import { weekdays } from '../../language/lexicon/numbers.ts';
import type { Line } from '../../plain/line.ts';

/** The first and the last day on which a table has a record. */
export type Span = readonly [first: string, last: string];

const names = weekdays.map((day) => `${day}s?`).join('|');
const asked =
  /\b(?:which|what|on which|on what) (?:weekday|day of the week)s?\b|\bday of the week\b|\bby (?:weekday|day of the week)\b/u;
const named = new RegExp(
  String.raw`\b(?:on )?(?:a )?(weekends?|weekdays?|working days?|${names})(?: and (?:${names})| or (?:${names})| evenings?| mornings?)*\b`,
  'u',
);

/** Whether words speak of days of the week. */
export const speaksOfWeekdays = (text: string): boolean =>
  new RegExp(String.raw`\b(?:weekends?|weekdays?|working days?|days? of the week|${names})\b`, 'iu').test(text);

/** Takes "which weekday". */
export const takeAskedWeekday = (line: Line): boolean => line.take(asked, 'group') !== undefined;

/** Where days of the week are named. */
export const weekdayPlace = (line: Line): [from: number, to: number] | undefined => {
  const match = named.exec(line.text);
  return match ? line.wordsIn(match) : undefined;
};

/** The condition that days be of the week's named ones, as the days themselves. */
export function takeWeekdays(
  line: Line,
  field: string,
  span: Span,
): { filter: Filters[number]; from: number; to: number } | undefined {
  const match = line.take(named);
  if (!match) return undefined;
  const [from, to] = line.wordsIn(match);
  const isWorking = /weekday|working/u.test(match[0]);
  const chosen =
    /weekend/u.test(match[0]) || isWorking
      ? [5, 6]
      : weekdays.flatMap((day, at) => (match[0].includes(day) ? [at] : []));
  const value = daysOf(chosen, span);
  if (value.length === 0 || value.length > limits.inValues) return undefined;
  return { filter: { field, operator: isWorking ? 'not_in' : 'in', value }, from, to };
}

/** The condition for each day of the week, from Monday on. Undefined where a table spans too long a time. */
export function eachWeekday(field: string, span: Span): Filters[number][] | undefined {
  const all = weekdays.map((_, at) => daysOf([at], span));
  if (all.some(({ length }) => length > limits.inValues || length === 0)) return undefined;
  return all.map((value) => ({ field, operator: 'in', value }));
}

const day = 86_400_000;

function daysOf(chosen: readonly number[], [first, last]: Span): string[] {
  const found: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += day) {
    if (found.length > limits.inValues) break;
    if (chosen.includes((new Date(time).getUTCDay() + 6) % 7)) found.push(new Date(time).toISOString().slice(0, 10));
  }
  return found;
}
