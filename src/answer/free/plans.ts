import { limits } from '../../../schemas/limits.ts';
import type { Filters, Row, TypedQuery } from '../../../schemas/queries.ts';
import { differenceIn, shareIn } from '../figures/derived.ts';
import { weekdays } from '../language/lexicon/numbers.ts';
import { isDate, isNumber, type SubjectField } from '../plain/named.ts';
import { daysIn, type Duration } from './days/durations.ts';
import type { Bound } from './amounts.ts';
import type { Frame, Group, Order } from './frame.ts';
import { groupsButNot, groupsHaving, groupsWithout } from './planning/kinds.ts';
import {
  type FreePlan,
  given,
  type Metric,
  metricOf,
  mostGroups,
  numbered,
  plain,
  query,
  valueOf,
} from './planning/parts.ts';

const mostRows = 100;

/** The query of a frame. Undefined where its parts do not fit together. */
export function planOf(frame: Frame): FreePlan | undefined {
  const plan = planIn(frame);
  const nth = frame.order?.nth;
  return plan && nth !== undefined && nth > 1 && plan.reading === undefined
    ? { ...plan, reading: `number ${nth} of the order` }
    : plan;
}

/** The plan of what a question asks about first: days, a share, a comparison, groups or an order. */
function planIn(frame: Frame): FreePlan | undefined {
  const { ask, groups, order, target, having, whether, compared, period, duration, weekday } = frame;
  if (duration) return isAlone(frame) ? lasting(frame, duration) : undefined;
  if (ask === 'share') return share(frame);
  if (weekday) return weekdayOf(frame, weekday.each);
  if (compared) return difference(frame, compared);
  const butNot = target && !order && (ask === 'value' || ask === 'distinct') && groupsButNot(frame, target);
  if (butNot) return butNot;
  if (frame.isNever && target && !isDate(target)) return groupsWithout(frame, target);
  if (having && target) return groupsHaving(frame, target);
  if (whether) return isBeyond(frame, whether);
  if (period) return order ? busiest(frame, period) : undefined;
  if (groups.length > 0) return inGroups(frame);
  return order ? ordered(frame) : asked(frame);
}

/** Whether nothing stands beside a duration that would make groups or an order of it. */
const isAlone = ({ ask, groups, order, having, compared }: Frame): boolean =>
  groups.length === 0 && !order && !having && !compared && ask !== 'share';

function inGroups(frame: Frame): FreePlan | undefined {
  const { groups, order, subject } = frame;
  const field = subject.fields.find((one) => one.key === groups[0]);
  return order?.count !== undefined && field ? ordered({ ...frame, target: field }) : grouped(frame);
}

/** The plan of a single figure, of values or of records. */
function asked(frame: Frame): FreePlan | undefined {
  const { ask, target, conditions } = frame;
  if (ask === 'count' || ask === 'any') return counted(frame);
  if (ask === 'distinct')
    return target && single(frame, { alias: 'count', function: 'count_distinct', field: target.key });
  if (ask === 'figure') return single(frame, metricOf(frame));
  if (ask === 'value') return target && looked(frame, target);
  return conditions.length === 0 ? undefined : records(frame, [], mostRows);
}

function single(frame: Frame, metric: Metric): FreePlan {
  return {
    query: query(frame, { metrics: [metric] }),
    valuesIn: ([row]) =>
      metric.field === frame.measure?.key ? numbered(frame, row?.[metric.alias]) : plain(row?.[metric.alias]),
  };
}

function counted(frame: Frame): FreePlan {
  const plan = single(frame, { alias: 'count', function: 'count_rows' });
  if (frame.ask === 'count') return plan;
  return { ...plan, valuesIn: ([row]) => [{ value: Number(row?.['count'] ?? 0) > 0, type: 'checkbox' }] };
}

/** Whether a figure is beyond an amount. Nothing is compared where no record has a figure. */
function isBeyond(frame: Frame, { operator, value }: Bound): FreePlan {
  const metric: Metric = frame.ask === 'count' ? { alias: 'count', function: 'count_rows' } : metricOf(frame);
  return {
    query: query(frame, { metrics: [metric] }),
    valuesIn: ([row]) => {
      const figure = row?.[metric.alias];
      return typeof figure === 'number' ? [{ value: compares[operator](figure, value), type: 'checkbox' }] : [];
    },
  };
}

const compares: Readonly<Record<Bound['operator'], (figure: number, than: number) => boolean>> = {
  gt: (figure, than) => figure > than,
  gte: (figure, than) => figure >= than,
  lt: (figure, than) => figure < than,
  lte: (figure, than) => figure <= than,
};

function share(frame: Frame): FreePlan | undefined {
  const { part, measure, conditions, groups, target, order } = frame;
  if (part.length === 0 || groups.length > 0 || (order && !target)) return undefined;
  const rest = { ...frame, conditions: conditions.filter((one) => !part.includes(one)) };
  const metric: Metric = measure
    ? { alias: 'whole', function: 'sum', field: measure.key }
    : { alias: 'all_records', function: 'count_rows' };
  const metrics = [{ ...metric, alias: 'part', filters: part.map(({ filter }) => filter) }, metric];
  if (order && target) return greatestShare(rest, metrics, order, target);
  const typed = query(rest, { metrics });
  return {
    query: typed,
    valuesIn: ([row]) => {
      const found = shareIn(typed, row);
      return found ? [{ value: found.percentage, type: 'percent' }] : [];
    },
  };
}

/** The days between two dates of each record. */
function lasting(frame: Frame, duration: Duration): FreePlan {
  const { from, to } = duration;
  const body = { operation: 'records' as const, fields: ['title', from.key, to.key], limit: limits.queryRowsMost };
  return {
    query: query(frame, body, [given(from), given(to)]),
    needsAll: true,
    reading: readingOf(duration),
    valuesIn: (rows) => daysIn(rows, duration),
  };
}

function readingOf({ from, to, figure, bound }: Duration): string {
  const days = `the days between ${from.label} and ${to.label}`;
  if (figure === 'longest') return `the record with the most of ${days}`;
  if (bound)
    return `the number of records where ${days} are ${bound.operator === 'gt' ? 'more' : 'less'} than ${bound.value}`;
  return `the ${figure} of ${days}`;
}

/** The group in which the share is the greatest or the least. Undefined of a tie. */
function greatestShare(frame: Frame, metrics: readonly Metric[], { way, nth, count }: Order, target: SubjectField) {
  if (isDate(target) || nth !== undefined || count !== undefined) return undefined;
  const typed = query(frame, { groupBy: [target.key], metrics: [...metrics], limit: mostGroups }, [given(target)]);
  const valuesIn = (rows: readonly Row[]) => {
    const shares = rows.flatMap((row) => {
      const [part, all] = metrics.map(({ alias }) => Number(row[alias] ?? 0));
      return all ? { row, share: part! / all } : [];
    });
    const best = (way === 'desc' ? Math.max : Math.min)(...shares.map(({ share: one }) => one));
    const first = shares.filter(({ share: one }) => one === best);
    return first.length === 1 ? valueOf(first[0]!.row[target.key], target) : [];
  };
  return {
    query: typed,
    valuesIn,
    needsAll: true,
    reading: `the ${target.label} with the ${way === 'desc' ? 'greatest' : 'least'} share`,
  };
}

function difference(frame: Frame, [first, second]: readonly [Filters[number], Filters[number]]): FreePlan {
  const metric = metricOf(frame);
  const isTurned = frame.isPercentage || frame.isGrowth;
  const typed = query(frame, {
    metrics: [
      { ...metric, alias: isTurned ? 'before' : 'first', filters: [first] },
      { ...metric, alias: isTurned ? 'after' : 'second', filters: [second] },
    ],
  });
  const turned = { ...typed, metrics: typed.metrics!.toReversed() };
  const shown = isTurned ? turned : typed;
  return {
    query: shown,
    valuesIn: ([row]) => {
      const found = differenceIn(shown, row);
      if (!found) return [];
      if (frame.isMore !== undefined)
        return [{ value: frame.isMore ? found.difference > 0 : found.difference < 0, type: 'checkbox' }];
      if (frame.isPercentage)
        return found.percentage === undefined ? [] : [{ value: found.percentage, type: 'percent' }];
      return numbered(frame, found.difference);
    },
  };
}

/** The day of the week with the most or the least. */
function weekdayOf(frame: Frame, each: readonly Filters[number][]): FreePlan {
  const metric = metricOf(frame);
  const metrics = each.map((filter, at) => ({ ...metric, alias: weekdays[at]!, filters: [filter] }));
  const isLeast = frame.order?.way === 'asc';
  return {
    query: query(frame, { metrics }),
    valuesIn: ([row]) => {
      const figures = weekdays.map((name) => Number(row?.[name] ?? 0));
      const best = isLeast ? Math.min(...figures) : Math.max(...figures);
      const first = weekdays.filter((_name, at) => figures[at] === best);
      return first.length > mostWeekdays ? [] : first.map((name) => ({ value: capital(name), type: 'text' }));
    },
    reading: 'the day of the week that stands first, by the records of each',
  };
}

/** More that stand first say nothing. */
const mostWeekdays = 2;

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** The place in an order that is asked for alone. Undefined of a tie, because either may be meant. */
function only(rows: readonly Row[], { nth }: Order, by: string): readonly Row[] {
  if (nth === undefined) return rows;
  const row = rows[nth - 1];
  const isTied = [rows[nth - 2], rows[nth]].some((one) => one !== undefined && one[by] === row?.[by]);
  return row && !isTied ? [row] : [];
}

/** How many rows an order is read of. One more tells a tie. */
const rowsOf = ({ nth, count }: Order): number => (nth === undefined ? (count ?? 1) : nth + 1);

function busiest(frame: Frame, { field, interval }: Exclude<Group, string>): FreePlan {
  const metric = metricOf({ ...frame, figure: frame.figure ?? 'sum' });
  const isOne = frame.order!.nth === undefined && frame.order!.count === undefined;
  const typed = query(
    frame,
    {
      groupBy: [{ field, interval }],
      metrics: [metric],
      orderBy: [{ field: metric.alias, direction: frame.order!.way }],
      limit: isOne ? mostTied + 1 : rowsOf(frame.order!),
    },
    [{ field, operator: 'is_not_empty' }],
  );
  const key = `${field}_${interval}`;
  const type = frame.subject.fields.find((one) => one.key === field)!.type;
  return {
    query: typed,
    valuesIn: (rows) =>
      (isOne ? firstOf(rows, metric.alias) : only(rows, frame.order!, metric.alias)).map((row) => ({
        value: row[key] as string,
        type,
        fieldKey: field,
      })),
  };
}

/** All that stand first alike. Where too many do, none does. */
function firstOf(rows: readonly Row[], by: string): readonly Row[] {
  const first = rows.filter((row) => row[by] === rows[0]![by]);
  return first.length > mostTied ? [] : first;
}

const mostTied = 3;

function grouped(frame: Frame): FreePlan {
  const metric = metricOf(frame);
  const order = frame.order && { orderBy: [{ field: metric.alias, direction: frame.order.way }] };
  return {
    query: query(frame, { groupBy: [...frame.groups], metrics: [metric], ...order, limit: mostGroups }),
    valuesIn: (rows) =>
      (frame.order ? only(rows, frame.order, metric.alias) : rows).flatMap((row) =>
        metric.field ? numbered(frame, row[metric.alias]) : plain(row[metric.alias]),
      ),
    needsAll: true,
  };
}

/** The first of an order: groups, records, days, or the greatest number itself. */
function ordered(frame: Frame): FreePlan | undefined {
  const { order, target, measure, subject } = frame;
  const { way, count, isOfDays } = order!;
  if (target && measure && order!.isOfOne) {
    const by = [{ field: measure.key, direction: way }];
    return nthOf(order!, measure.key, records(frame, by, rowsOf(order!), target, [given(measure)]));
  }
  if (target && !isDate(target) && !isOfDays) {
    if (!measure && !(order!.isMany && frame.isOfRecords)) return undefined;
    const metric = metricOf(frame, frame.figure === 'average' || frame.figure === 'median' ? frame.figure : 'sum');
    const typed = query(
      frame,
      {
        groupBy: [target.key],
        metrics: [metric],
        orderBy: [{ field: metric.alias, direction: way }],
        limit: rowsOf(order!),
      },
      [given(target)],
    );
    return {
      query: typed,
      valuesIn: (rows) => only(rows, order!, metric.alias).flatMap((row) => valueOf(row[target.key], target)),
    };
  }
  if (isOfDays) {
    const date = target && isDate(target) ? target : frame.date;
    if (!date) return undefined;
    const shown = target ?? undefined;
    return nthOf(
      order!,
      date.key,
      records(frame, [{ field: date.key, direction: way }], rowsOf(order!), shown, [given(date)]),
    );
  }
  if (!measure || !isNumber(measure)) return undefined;
  if (count === undefined && order!.nth === undefined && !frame.isOfRecords)
    return single(frame, metricOf(frame, way === 'desc' ? 'maximum' : 'minimum'));
  const by = [{ field: measure.key, direction: way }];
  return nthOf(order!, measure.key, records({ ...frame, subject }, by, rowsOf(order!), undefined, [given(measure)]));
}

const nthOf = (order: Order, by: string, plan: FreePlan): FreePlan => ({
  ...plan,
  valuesIn: (rows) => plan.valuesIn(only(rows, order, by)),
});

function records(
  frame: Frame,
  orderBy: NonNullable<TypedQuery['orderBy']>,
  limit: number,
  target?: SubjectField,
  more: Filters = [],
): FreePlan {
  const fields = ['title', ...new Set([...orderBy.map(({ field }) => field), ...(target ? [target.key] : [])])];
  const order = orderBy.length > 0 && { orderBy };
  return {
    query: query(frame, { operation: 'records', fields, limit, ...order }, more),
    valuesIn: (rows) =>
      rows.flatMap((row) =>
        target
          ? valueOf(row[target.key], target)
          : [{ value: row['title'] as string, type: 'text', fieldKey: 'title' }],
      ),
  };
}

/** The different values of a field under the conditions. */
function looked(frame: Frame, target: SubjectField): FreePlan | undefined {
  if (frame.conditions.length === 0) return undefined;
  const plan = records(frame, [], mostRows, target, [given(target)]);
  return {
    ...plan,
    needsAll: true,
    valuesIn: (rows) => [...new Map(plan.valuesIn(rows).map((value) => [String(value.value), value])).values()],
  };
}
