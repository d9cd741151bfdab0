import { dateTypes, type Interval } from '../../../schemas/fields.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Completeness, Row } from '../../../schemas/queries.ts';
import { localDay } from '../../time/days.ts';
import { atOnce, mapInTurns } from '../../turns/turn.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { bucketOf, type Calendar, endOfInterval, shiftInterval, startOfInterval } from '../../time/dates.ts';
import { both, type Condition, planViewFilters, requiredField } from '../plan.ts';
import { type AggregatePlan, type Group, type Metric, planMetric } from '../plan-aggregate.ts';
import { type DefinitionOf, fieldOfType, planEach } from './definition.ts';

interface Period {
  /** As a group of the interval is named. */
  readonly key: string;
  readonly label: string;
  /** First and last day. */
  readonly start: string;
  readonly end: string;
}

/** A pivot table is four figures over the same records: each computed from these, none from another. */
export interface PivotPlan {
  readonly periods: readonly Period[];
  readonly rows: readonly Group[];
  readonly period: Group;
  readonly metric: Metric;
  readonly totals: { readonly rows: boolean; readonly columns: boolean };
  readonly byRow: AggregatePlan;
  readonly byCell: AggregatePlan;
  readonly byPeriod: AggregatePlan;
  readonly grand: AggregatePlan;
}

interface PivotRow {
  readonly keys: Row;
  readonly values: Row;
  readonly total?: unknown;
}

export interface PivotTable {
  readonly periods: readonly Period[];
  readonly rows: readonly PivotRow[];
  readonly totals?: { readonly columns?: Row; readonly grand?: unknown };
  readonly completeness: Completeness;
}

/** These columns cannot equal a field's key, because keys are in lower case. */
const figure = 'Figure';
const periodKey = 'Period';

/** Cells are in the order of their rows, so that this many hold every cell of the first rows. */
export const cellLimit = ({ periods }: PivotPlan, rows: number): number => rows * periods.length;

export function planPivot(
  dataSet: Fields,
  definition: DefinitionOf<'pivot_table'>,
  where: Condition,
  calendar: Calendar,
): PivotPlan {
  const rows = rowGroups(dataSet, definition.rowFieldKeys);
  const period = periodGroup(dataSet, definition.period);
  const metric = planMetric(dataSet, { alias: figure, ...definition.metric }, '/metric');
  const periods = periodsUntilNow(definition.period.interval, definition.period.count, calendar);
  const shown = both(where, isIn(dataSet, period.field, periods, calendar));
  const by = (...groups: Group[]): AggregatePlan => ({ where: shown, groups, metrics: [metric], order: [] });
  return {
    periods,
    rows,
    period,
    metric,
    totals: definition.totals ?? { rows: false, columns: false },
    byRow: by(...rows),
    byCell: by(...rows, period),
    byPeriod: by(period),
    grand: by(),
  };
}

/** The figures as the table that they are. */
export async function pivotTable(
  subject: string,
  plan: PivotPlan,
  figures: {
    readonly byRow: readonly Row[];
    readonly byCell: readonly Row[];
    readonly byPeriod: readonly Row[];
    readonly grand: readonly Row[];
  },
  completeness: Completeness,
): Promise<PivotTable> {
  const keys = await mapInTurns(subject, figures.byCell, (cell) => rowKey(plan, cell));
  const cells = Map.groupBy(figures.byCell, (_cell, place) => keys[place]!);
  const { totals } = plan;
  return {
    periods: plan.periods,
    rows: await mapInTurns(subject, figures.byRow, (row) => ({
      keys: keysOf(plan, row),
      values: valuesOf(plan, cells.get(rowKey(plan, row)) ?? []),
      ...(totals.rows && { total: row[figure] }),
    })),
    ...((totals.rows || totals.columns) && {
      totals: {
        ...(totals.columns && { columns: valuesOf(plan, figures.byPeriod) }),
        grand: figures.grand[0]?.[figure],
      },
    }),
    completeness,
  };
}

function rowGroups(dataSet: Fields, keys: readonly string[]): Group[] {
  return planEach(keys, (key, place) => {
    const path = `/rowFieldKeys/${place}`;
    if (keys.indexOf(key) < place) throw invalidRequest(path, `"${key}" is there twice`);
    return { field: requiredField(dataSet, key, path), key };
  });
}

function periodGroup(dataSet: Fields, { fieldKey, interval }: DefinitionOf<'pivot_table'>['period']): Group {
  return {
    field: fieldOfType(dataSet, fieldKey, dateTypes, '/period/fieldKey'),
    interval,
    key: periodKey,
  };
}

/** The last `count` intervals, of which the last holds today. */
function periodsUntilNow(interval: Interval, count: number = limits.pivotPeriodsDefault, calendar: Calendar): Period[] {
  const current = startOfInterval(localDay(calendar.now, calendar.timeZone), interval);
  return Array.from({ length: count }, (_, place) => {
    const start = shiftInterval(current, interval, place - count + 1);
    const key = bucketOf(start, interval);
    return { key, label: labelOf(key, start, interval), start, end: endOfInterval(start, interval) };
  });
}

let monthFormat: Intl.DateTimeFormat | undefined;

/** The format is made on first use, because the first use of `Intl` maps 5 MiB of tables. */
function monthName(start: string): string {
  monthFormat ??= new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return monthFormat.format(new Date(start));
}

function labelOf(key: string, start: string, interval: Interval): string {
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

/** Both ends of `between` are held, and a day is all of that day in the organisation's time zone. */
function isIn(dataSet: Fields, { key }: CatalogueField, periods: readonly Period[], calendar: Calendar): Condition {
  const value = [periods[0]!.start, periods.at(-1)!.end];
  return atOnce(planViewFilters(dataSet, [{ fieldKey: key, op: 'between', value }], calendar));
}

const keysOf = ({ rows }: PivotPlan, row: Row): Row =>
  Object.fromEntries(rows.flatMap(({ key }) => (row[key] === undefined ? [] : [[key, row[key]]])));

const rowKey = ({ rows }: PivotPlan, row: Row): string => JSON.stringify(rows.map(({ key }) => row[key] ?? null));

/** Every period's figure; over nothing a count or sum is 0, and any other there is none. */
function valuesOf({ periods, period, metric }: PivotPlan, cells: readonly Row[]): Row {
  const figures = new Map(cells.map((cell) => [cell[period.key], cell[figure]]));
  const ofNothing = isZeroOfNothing(metric) ? 0 : undefined;
  return Object.fromEntries(
    periods.flatMap(({ key }) => {
      const value = figures.get(key) ?? ofNothing;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

const isZeroOfNothing = ({ function: name }: Metric): boolean =>
  name === 'count_rows' || name === 'count_distinct' || name === 'sum';
