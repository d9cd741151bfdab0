import { invalidRequest } from '../../../schemas/errors.ts';
import { dateTypes } from '../../../schemas/fields.ts';
import type { Completeness, LeftOut, Row } from '../../../schemas/queries.ts';
import type { Calendar } from '../../time/dates.ts';
import { mapInTurns } from '../../turns/turn.ts';
import type { Fields } from '../catalogue.ts';
import { both, type Condition, requiredField } from '../plan.ts';
import { type AggregatePlan, type Group, type Metric, planMetric } from '../plan-aggregate.ts';
import { type DefinitionOf, fieldOfType, planEach } from './definition.ts';
import { isShown, leftOutMetrics, type Period, periodsOf } from './pivot-periods.ts';

/**
 * A pivot table is four figures over the same records: each computed from these, none from another. A fifth counts the
 * records that its periods leave out.
 */
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
  readonly leftOut: AggregatePlan;
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
  readonly leftOut: LeftOut;
  readonly completeness: Completeness;
}

/** These columns cannot equal a field's key, because keys are in lower case. */
const figure = 'Figure';
const periodKey = 'Period';

/** Cells are in the order of their rows, so that this many hold every cell of the first rows. */
export const cellLimit = ({ periods }: PivotPlan, rows: number): number => rows * periods.length;

/** By default the definition names the periods. */
export function planPivot(
  dataSet: Fields,
  definition: DefinitionOf<'pivot_table'>,
  where: Condition,
  calendar: Calendar,
  periods: readonly Period[] = periodsOf(definition.period, calendar),
): PivotPlan {
  const rows = rowGroups(dataSet, definition.rowFieldKeys);
  const period = periodGroup(dataSet, definition.period);
  const metric = planMetric(dataSet, { alias: figure, ...definition.metric }, '/metric');
  const shown = both(where, isShown(dataSet, period.field, periods, calendar));
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
    leftOut: { where, groups: [], metrics: leftOutMetrics(dataSet, period.field, periods, calendar), order: [] },
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
  leftOut: LeftOut,
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
    leftOut,
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
