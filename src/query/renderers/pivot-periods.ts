import { invalidRequest } from '../../../schemas/errors.ts';
import type { Interval } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import type { LeftOut, Row } from '../../../schemas/queries.ts';
import {
  bucketOf,
  type Calendar,
  endOfInterval,
  isDay,
  millisecondsOf,
  momentFromNow,
  shiftInterval,
  startOfInterval,
} from '../../time/dates.ts';
import { type Day, localDay } from '../../time/days.ts';
import { atOnce } from '../../turns/turn.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { type Condition, planViewFilters } from '../plan.ts';
import type { Metric } from '../plan-aggregate.ts';
import type { DefinitionOf } from './definition.ts';

export interface Period {
  /** As a group of the interval is named. */
  readonly key: string;
  readonly label: string;
  /** First and last day. */
  readonly start: Day;
  readonly end: Day;
}

type Asked = DefinitionOf<'pivot_table'>['period'];

/** The periods from the one that holds `from`, or until it where `count` is negative. By default they end now. */
export function periodsOf({ interval, from, count }: Asked, calendar: Calendar): Period[] {
  const most = Math.abs(count ?? limits.pivotPeriodsDefault);
  const isUntil = from === undefined || (count ?? 1) < 0;
  return periodsFrom(from === undefined ? today(calendar) : dayFrom(from, calendar), interval, most, isUntil);
}

/**
 * The periods from the first record to come, else until the last one, where none is in the present periods.
 * Undefined where the definition or the data keep them as they are.
 */
export function periodsOfRecords(
  { interval, from, count = limits.pivotPeriodsDefault }: Asked,
  found: Row,
  { timeZone }: Calendar,
): Period[] | undefined {
  const [first, last] = [found[columns.first], found[columns.last]];
  const nearest = first ?? last;
  const isFixed = from !== undefined || count < 0;
  if (isFixed || typeof nearest !== 'string' || found[columns.within] !== 0) return undefined;
  const day = isDay(nearest) ? nearest : localDay(millisecondsOf(nearest)!, timeZone);
  return periodsFrom(day, interval, count, first === undefined);
}

/** Beyond the first and the last year there are none. */
function periodsFrom(day: Day, interval: Interval, count: number, isUntil: boolean): Period[] {
  const anchor = startOfInterval(day, interval);
  const shifts = Array.from({ length: count }, (_, place) => (isUntil ? place - count + 1 : place));
  const periods = shifts.map((shift) => periodFrom(shiftInterval(anchor, interval, shift), interval));
  return periods.filter(({ key }, place) => key !== periods[place - 1]?.key);
}

function periodFrom(start: Day, interval: Interval): Period {
  const key = bucketOf(start, interval);
  return { key, label: labelOf(key, start, interval), start, end: endOfInterval(start, interval) };
}

const today = ({ now, timeZone }: Calendar): Day => localDay(now, timeZone);

function dayFrom(text: string, calendar: Calendar): Day {
  if (isDay(text)) return text;
  const moment = momentFromNow(text, calendar);
  if (moment !== undefined) return localDay(moment, calendar.timeZone);
  throw invalidRequest('/period/from', 'must be a date such as 2026-10-05, or a duration from now such as -P1Y');
}

/** Both ends are held, and a day is all of that day in the organisation's time zone. */
export const isShown = (dataSet: Fields, field: CatalogueField, periods: readonly Period[], calendar: Calendar) =>
  dated(dataSet, field, calendar, 'between', [periods[0]!.start, periods.at(-1)!.end]);

const columns = {
  before: 'before',
  within: 'within',
  after: 'after',
  empty: 'empty',
  first: 'first',
  last: 'last',
} as const;

/** Metrics over all records of a pivot table, of which its periods show some. */
export function leftOutMetrics(
  dataSet: Fields,
  field: CatalogueField,
  periods: readonly Period[],
  calendar: Calendar,
): Metric[] {
  const [start, end] = [periods[0]!.start, periods.at(-1)!.end];
  const before = dated(dataSet, field, calendar, 'lt', start);
  const after = dated(dataSet, field, calendar, 'gt', end);
  const count = (alias: string, where: Condition): Metric => ({ alias, function: 'count_rows', where });
  return [
    count(columns.before, before),
    count(columns.within, isShown(dataSet, field, periods, calendar)),
    count(columns.after, after),
    count(columns.empty, { kind: 'compare', field, test: { is: 'empty' } }),
    { alias: columns.first, function: 'minimum', field, where: after },
    { alias: columns.last, function: 'maximum', field, where: before },
  ];
}

export const leftOutOf = ({ before, after, empty }: Row): LeftOut => ({
  before: Number(before),
  after: Number(after),
  empty: Number(empty),
});

const dated = (
  dataSet: Fields,
  { key }: CatalogueField,
  calendar: Calendar,
  op: 'between' | 'lt' | 'gt',
  value: unknown,
) => atOnce(planViewFilters(dataSet, [{ fieldKey: key, op, value }], calendar));

let monthFormat: Intl.DateTimeFormat | undefined;

/** The format is made on first use, because the first use of `Intl` maps 5 MiB of tables. */
function monthName(start: Day): string {
  monthFormat ??= new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return monthFormat.format(new Date(start));
}

function labelOf(key: string, start: Day, interval: Interval): string {
  switch (interval) {
    case 'week':
      return `Week ${Number(key.slice(6))}, ${key.slice(0, 4)}`;
    case 'month':
      return monthName(start);
    case 'quarter':
      return `${key.slice(5)} ${key.slice(0, 4)}`;
    default:
      return key;
  }
}
