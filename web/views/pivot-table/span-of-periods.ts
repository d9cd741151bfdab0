import { limits } from '../../../schemas/limits.ts';
import type { Interval } from '../../../schemas/fields.ts';
import { daysBetween, today } from '../calendar/days.ts';
import type { DefinitionOf } from '../props.ts';

type Period = DefinitionOf<'pivot_table'>['period'];

/** The first and last day of a field. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** Beyond as many columns, periods are longer ones until somebody chooses. */
const readable = 24;
const byLength = ['month', 'quarter', 'year'] as const;

/** The period of a new pivot table: a span in months, or in longer periods if these are many. */
export const periodOf = (fieldKey: string, span: Span): Period => {
  const interval = byLength.find((one) => periodsOf(one, span) <= readable) ?? 'year';
  return periodIn(fieldKey, interval, span);
};

/**
 * As many periods as a span has, at most the last ones that fit. A span that reaches into the current period goes on
 * with time, and others stay where they are.
 */
export function periodIn(fieldKey: string, interval: Interval, { first, last }: Span): Period {
  const count = periodsOf(interval, { first, last });
  if (indexOf(interval, last) === indexOf(interval, today()))
    return count <= limits.pivotPeriodsDefault
      ? { fieldKey, interval }
      : { fieldKey, interval, count: Math.min(count, limits.pivotPeriods) };
  return count <= limits.pivotPeriods
    ? { fieldKey, interval, from: first, count }
    : { fieldKey, interval, from: last, count: -limits.pivotPeriods };
}

/** How many periods hold the days of a span. */
function periodsOf(interval: Interval, { first, last }: Span): number {
  return indexOf(interval, last) - indexOf(interval, first) + 1;
}

function indexOf(interval: Interval, day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  switch (interval) {
    case 'day':
      return daysBetween(anyMonday, day);
    case 'week':
      return Math.floor(daysBetween(anyMonday, day) / 7);
    case 'month':
      return year * 12 + month;
    case 'quarter':
      return year * 4 + Math.ceil(month / 3);
    case 'year':
      return year;
  }
}

const anyMonday = '2024-01-01';
