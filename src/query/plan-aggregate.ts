import { invalidRequest } from '../../schemas/errors.ts';
import { dateTypes, functionsOf, type Interval, type MetricFunction, type Operator } from '../../schemas/fields.ts';
import type { Direction, Filters } from '../../schemas/queries.ts';
import type { Calendar } from '../time/dates.ts';
import type { Work } from '../turns/turn.ts';
import type { CatalogueField, Fields } from './catalogue.ts';
import { type Condition, listed, planFilters, requiredField } from './plan.ts';

export interface Group {
  readonly field: CatalogueField;
  readonly interval?: Interval | undefined;
  /** Its column in the answer: the field's key, or `<field>_<interval>`. */
  readonly key: string;
}

export interface Metric {
  readonly alias: string;
  readonly function: MetricFunction;
  readonly field?: CatalogueField | undefined;
  /** Records that do not match do not count. */
  readonly where?: Condition | undefined;
}

export interface AggregatePlan {
  readonly where: Condition;
  /** The groups that are shown. Its fields are those of `metricFields`. */
  readonly having?: Condition | undefined;
  readonly groups: readonly Group[];
  readonly metrics: readonly Metric[];
  readonly order: readonly { readonly by: Group | Metric; readonly direction: Direction }[];
}

export interface AggregateRequest {
  readonly groupBy?: readonly (string | { field: string; interval: Interval })[] | undefined;
  readonly metrics?: readonly MetricRequest[] | undefined;
  readonly having?: Having | undefined;
  readonly filters?: Filters | undefined;
  readonly orderBy?: readonly { field: string; direction: Direction }[] | undefined;
}

export interface MetricRequest {
  readonly alias: string;
  readonly function: MetricFunction;
  readonly field?: string | undefined;
  readonly filters?: Filters | undefined;
}

type Having = readonly { readonly field: string; readonly operator: Operator; readonly value?: unknown }[];

/** Groups and metrics over the records that match; `path` is where the request stands in the input. */
export function* planAggregate(
  dataSet: Fields,
  request: AggregateRequest,
  calendar: Calendar,
  path = '',
): Work<AggregatePlan> {
  const groups = (request.groupBy ?? []).map((group, index) => planGroup(dataSet, group, `${path}/groupBy/${index}`));
  const metrics: Metric[] = [];
  for (const [index, metric] of (request.metrics ?? []).entries()) {
    const at = `${path}/metrics/${index}`;
    const { filters } = metric;
    const where = filters && (yield* planFilters(dataSet, filters, calendar, `${at}/filters`));
    metrics.push({ ...planMetric(dataSet, metric, at), where });
  }
  if (groups.length + metrics.length === 0)
    throw invalidRequest(`${path}/metrics`, 'needs a metric, or groupBy a field');
  refuseRepeated(
    groups.map(({ key }) => key),
    (index) => `${path}/groupBy/${index}`,
    'is there twice',
  );
  const keys = [...groups.map(({ key }) => key), ...metrics.map(({ alias }) => alias)];
  refuseRepeated(keys, (index) => `${path}/metrics/${index - groups.length}/alias`, 'names another column already');
  const order = (request.orderBy ?? []).map(({ field, direction }, index) => {
    const by =
      metrics.find(({ alias }) => alias === field) ??
      groups.find(({ key }) => key === field) ??
      groups.find((group) => group.field.key === field);
    if (!by) throw invalidRequest(`${path}/orderBy/${index}/field`, `must name a group or a metric: ${listed(keys)}`);
    return { by, direction };
  });
  const where = yield* planFilters(dataSet, request.filters ?? [], calendar, `${path}/filters`);
  const having = request.having && (yield* planHaving(metrics, request.having, calendar, `${path}/having`));
  return { where, having, groups, metrics, order };
}

function planHaving(metrics: readonly Metric[], having: Having, calendar: Calendar, path: string): Work<Condition> {
  const stranger = having.findIndex(({ field }) => !metrics.some(({ alias }) => alias === field));
  if (stranger < 0) return planFilters({ fields: metricFields(metrics), otherFields: [] }, [...having], calendar, path);
  const known = listed(metrics.map(({ alias }) => alias)) || 'none';
  throw invalidRequest(`${path}/${stranger}/field`, `must name a metric by its alias; known aliases: ${known}`);
}

/** The columns of metrics as fields of a table of groups, numbered like the metrics. */
const metricFields = (metrics: readonly Metric[]): CatalogueField[] =>
  metrics.map((metric, number) => ({
    number,
    key: metric.alias,
    label: metric.alias,
    type: isOfField(metric) ? metric.field!.type : 'number',
    multiple: false,
    required: false,
    fromSource: false,
    options: {},
  }));

/** Whether a metric's value is one of the field's own, rather than a number about them. */
export const isOfField = ({ function: name }: Metric): boolean => name === 'minimum' || name === 'maximum';

function refuseRepeated(keys: readonly string[], pathOf: (index: number) => string, message: string): void {
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (repeated >= 0) throw invalidRequest(pathOf(repeated), message);
}

function planGroup(dataSet: Fields, group: string | { field: string; interval: Interval }, path: string): Group {
  if (typeof group === 'string') return { field: requiredField(dataSet, group, path), key: group };
  const field = requiredField(dataSet, group.field, `${path}/field`);
  if (!dateTypes.has(field.type)) throw invalidRequest(`${path}/interval`, 'is for a date or date_time field');
  return { field, interval: group.interval, key: `${field.key}_${group.interval}` };
}

/** A metric over a field that takes it, or over the records themselves. */
export function planMetric(
  dataSet: Fields,
  { alias, function: name, field: key }: MetricRequest,
  path: string,
): Metric {
  if (name === 'count_rows') {
    if (key !== undefined) throw invalidRequest(`${path}/field`, 'is not taken by count_rows');
    return { alias, function: name };
  }
  if (key === undefined) throw invalidRequest(`${path}/field`, `is required by ${name}`);
  const field = requiredField(dataSet, key, `${path}/field`);
  if (!functionsOf(field).includes(name)) {
    throw invalidRequest(
      `${path}/function`,
      `"${name}" does not apply to ${field.type}; use ${functionsOf(field).join(', ')}`,
    );
  }
  return { alias, function: name, field };
}
