import { hasChoices, textTypes } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { Direction } from '../../schemas/queries.ts';
import { checkedOf } from '../store/data-tables/data-tables.ts';
import type { Dialect } from '../store/dialect.ts';
import { type Fragment, join, listed, raw, type Statement, sql } from '../store/fragment.ts';
import { type CatalogueField, columnOf, shownOf } from './catalogue.ts';
import { jsonOfList, mostBound } from './lists.ts';
import type { Condition, Range, SortKey, Test } from './plan.ts';
import type { AggregatePlan, Group, Metric } from './plan-aggregate.ts';
import type { Stored } from './values.ts';

export interface OrderTerm {
  /** An expression over the columns of a record. */
  readonly expression: string;
  readonly direction: Direction;
  /** The same of a value that has been read. */
  readonly of: (value: Stored) => Stored;
  /** Whose value it is of; the last term is of the record's ID. */
  readonly field?: CatalogueField;
  /** Whether there is a value: 1 for the records without. */
  readonly isPresence?: true;
}

const knownOrders = new WeakMap<readonly SortKey[], readonly OrderTerm[]>();

/**
 * The order of records in SQL: empty values last, ties by record ID. An index for this order must have the same terms.
 * The result is cached by the sort's identity, because a View keeps its sort object. A sort belongs to one table.
 */
export function orderTerms(dialect: Dialect, sort: readonly SortKey[]): readonly OrderTerm[] {
  let terms = knownOrders.get(sort);
  if (!terms) {
    terms = [...sort.flatMap((key) => fieldTerms(dialect, key)), { expression: 'id', direction: 'asc', of: itself }];
    knownOrders.set(sort, terms);
  }
  return terms;
}

function fieldTerms(
  dialect: Dialect,
  { field, direction, isFilled = isNeverEmpty(field) }: SortKey,
): readonly OrderTerm[] {
  const value = valueOf(field);
  const terms = valueTerms(dialect, field, value).map((term): OrderTerm => ({ ...term, direction, field }));
  const presence: OrderTerm = {
    expression: dialect.absence(value),
    direction: 'asc',
    of: (one) => (one === null ? 1 : 0),
    field,
    isPresence: true,
  };
  return isFilled ? terms : [presence, ...terms];
}

const itself = (value: Stored): Stored => value;
const trueOrFalse = (value: Stored): Stored => value ?? 0;

/** A text too long for a cursor stays as it is: its key is read again, by `keySql`. */
const unlessLong =
  (of: (text: string) => string) =>
  (text: Stored): Stored =>
    typeof text !== 'string' || text.length > limits.cursor ? text : of(text);

/** The fields that every record has, and a checkbox, which is false when absent. */
const isNeverEmpty = ({ number, type }: CatalogueField): boolean => number === 0 || type === 'checkbox';

/** The terms that order a field's values. */
function valueTerms(dialect: Dialect, { type }: CatalogueField, value: string): Pick<OrderTerm, 'expression' | 'of'>[] {
  if (!textTypes.has(type)) return [{ expression: value, of: type === 'checkbox' ? trueOrFalse : itself }];
  return dialect.textOrder(value).map(({ expression, of }) => ({ expression, of: unlessLong(of) }));
}

/** A field's value in SQL; an absent checkbox is false. An index by it must be built as this of the stored field. */
export const valueOf = (field: CatalogueField): string =>
  field.type === 'checkbox' ? checkedOf(shownOf(field)) : shownOf(field);

/** The IDs of records that match; `among` restricts them to a JSON array of IDs. */
export function idsSql(dialect: Dialect, rows: string, where: Condition, take: number, among?: string): Statement {
  const matching = conditionSql(dialect, where);
  const condition = among === undefined ? matching : sql`${dialect.isListed(raw('id'), among)} and ${matching}`;
  return dialect.statementOf(sql`select id from ${raw(rows)} where ${condition} limit ${take}`);
}

interface Anchored {
  /** SQL: what to select from. */
  readonly rows: string;
  readonly where: Condition;
  readonly order: readonly OrderTerm[];
  readonly every: number;
}

/**
 * Keys of records at equal distances in their order, each with its place. The last is that of the last record, whose
 * place is the count. One pass numbers the records.
 */
export function anchorsSql(dialect: Dialect, { rows, where, order, every }: Anchored): Statement {
  const keys = order.map((_, index) => `k${index}`).join(', ');
  const terms = order.map(({ expression }, index) => `${expression} as k${index}`).join(', ');
  return dialect.statementOf(
    sql`select place, ${raw(keys)} from (
      select ${raw(terms)}, row_number() over sorted as place, lead(id) over sorted as following
      from ${raw(rows)} where ${conditionSql(dialect, where)} window sorted as (order by ${orderSql(order)})
    ) as placed where place % ${raw(String(every))} = 0 or following is null`,
  );
}

/** Where a record stands in an order. */
export const keySql = (dialect: Dialect, rows: string, order: readonly OrderTerm[], id: string): Statement =>
  dialect.statementOf(
    sql`select ${raw(order.map(({ expression }) => expression).join(', '))} from ${raw(rows)} where id = ${id}`,
  );

export const orderSql = (terms: readonly OrderTerm[]): Fragment =>
  raw(terms.map(({ expression, direction }) => `${expression} ${direction}`).join(', '));

/** Groups, then metrics, in their total order. */
export function aggregateSql(dialect: Dialect, rows: string, plan: AggregatePlan, take: number, timeZone: string) {
  const groups = plan.groups.map((group, index) => groupSql(dialect, group, index, timeZone));
  const share = shareOf(plan);
  const columns = [
    ...groups.map((group, index) => sql`${group} as ${raw(`g${index}`)}`),
    ...plan.metrics.map((metric, index) => sql`${metricSql(dialect, metric, share)} as ${raw(`m${index}`)}`),
  ];
  const grouping =
    plan.groups.length === 0 ? sql`` : raw(`group by ${plan.groups.map((_, index) => `g${index}`).join(', ')}`);
  const figures = sql`select ${join(columns, ', ')} from ${raw(rows)} ${eachItem(dialect, plan.groups)}
    where ${conditionSql(dialect, plan.where)} ${grouping}`;
  const order = groupOrder(dialect, plan);
  const ordering = order.length === 0 ? sql`` : raw(`order by ${order.join(', ')}`);
  return dialect.statementOf(sql`${dialect.withNames(shownGroups(dialect, figures, plan))} ${ordering} limit ${take}`);
}

const metricColumn = ({ number }: Pick<CatalogueField, 'number'>): string => `m${number}`;

function shownGroups(dialect: Dialect, figures: Fragment, { having }: AggregatePlan): Fragment {
  if (!having) return figures;
  return sql`select * from (${figures}) as figures where ${conditionSql(dialect, having, metricColumn)}`;
}

/** How many combinations of values the records have in the groups, and how many bytes these. */
export function combinationsSql(dialect: Dialect, rows: string, { groups, where }: AggregatePlan): Statement {
  const columnsOf = (isList: boolean) =>
    groups.filter(({ field }) => field.multiple === isList).map(({ field }) => shownOf(field));
  const lengths = columnsOf(true).map(dialect.itemCount);
  const bytes = [
    ...columnsOf(false).map(dialect.bytesOf),
    ...columnsOf(true).map((list, index) => `${dialect.bytesOf(list)} / ${lengths[index]}`),
  ];
  const combinations = lengths.join(' * ');
  const totals = [combinations, `${combinations} * (${bytes.join(' + ')})`].map(dialect.total);
  return dialect.statementOf(sql`select ${raw(totals.join(', '))}
    from ${raw(rows)} where ${conditionSql(dialect, where)}`);
}

/** Groups of a field with several values are its single values. */
function eachItem({ joinItems }: Dialect, groups: readonly Group[]): Fragment {
  const joins = groups.flatMap(({ field }, index) =>
    field.multiple ? [raw(joinItems(shownOf(field), `item${index}`, hasChoices(field.type)))] : [],
  );
  return join(joins, ' ');
}

function groupSql(dialect: Dialect, { field, interval }: Group, index: number, timeZone: string): Fragment {
  if (field.multiple) return raw(`item${index}.value`);
  if (interval === undefined) return raw(valueOf(field));
  const column = raw(shownOf(field));
  const day = field.type === 'date' ? column : dialect.localDay(column, timeZone);
  switch (interval) {
    case 'day':
      return day;
    case 'week':
      return dialect.weekOf(day);
    case 'month':
      return sql`substr(${day}, 1, 7)`;
    case 'quarter':
      return sql`substr(${day}, 1, 4) || '-Q' || ((cast(substr(${day}, 6, 2) as integer) + 2) / 3)`;
    case 'year':
      return sql`substr(${day}, 1, 4)`;
  }
}

/** How much one metric of a kind may keep, so that all of its kind stay within the limit. */
interface Share {
  readonly items: number;
  readonly medianValues: number;
}

function shareOf({ metrics }: AggregatePlan): Share {
  const each = (limit: number, kept: readonly Metric[]) => Math.floor(limit / Math.max(1, kept.length));
  const ofLists = metrics.filter(({ function: name, field }) => name === 'count_distinct' && field?.multiple);
  const medians = metrics.filter(({ function: name }) => name === 'median');
  return { items: each(limits.distinctItems, ofLists), medianValues: each(limits.medianValues, medians) };
}

function metricSql(dialect: Dialect, { function: name, field, where }: Metric, share: Share): Fragment {
  const counted = (value: Fragment) =>
    where ? sql`case when ${conditionSql(dialect, where)} then ${value} end` : value;
  if (!field) return where ? sql`count(${counted(sql`1`)})` : sql`count(*)`;
  const value = counted(raw(valueOf(field)));
  switch (name) {
    case 'count_rows':
      return sql`count(*)`;
    case 'count_distinct':
      return field.multiple ? dialect.distinctItems(value, share.items) : sql`count(distinct ${value})`;
    case 'sum':
      return dialect.sum(value);
    case 'average':
      return dialect.average(value);
    case 'median':
      return dialect.median(value, share.medianValues);
    case 'minimum':
      return sql`min(${value})`;
    case 'maximum':
      return sql`max(${value})`;
  }
}

/** The order that is asked for, then the groups' keys upwards; empty values last. */
function groupOrder(dialect: Dialect, { groups, metrics, order }: AggregatePlan): string[] {
  const asked = order.map(({ by, direction }) => ({ by, direction }));
  const rest = groups.filter((group) => !order.some(({ by }) => by === group));
  return [...asked, ...rest.map((by) => ({ by, direction: 'asc' as const }))].flatMap(({ by, direction }) => {
    const isGroup = 'key' in by;
    const column = isGroup ? `g${groups.indexOf(by)}` : `m${metrics.indexOf(by)}`;
    const terms =
      isGroup && by.interval === undefined ? valueTerms(dialect, by.field, column) : [{ expression: column }];
    return [`${column} is null`, ...terms.map(({ expression }) => `${expression} ${direction}`)];
  });
}

export function conditionSql(dialect: Dialect, condition: Condition, sqlOf = valueOf): Fragment {
  if (condition.kind === 'compare') return comparisonSql(dialect, condition, sqlOf);
  if (condition.of.length === 0) return sql`true`;
  const each = condition.of.map((one) => conditionSql(dialect, one, sqlOf));
  return sql`(${join(each, condition.kind === 'and' ? ' and ' : ' or ')})`;
}

/** An index finds the stored values, and each is looked up. */
function comparisonSql(dialect: Dialect, { field, test }: Comparison, sqlOf: typeof valueOf): Fragment {
  const tested = testSql(dialect, raw(sqlOf(field)), test);
  if (!field.liveValue || test.is !== 'one_of') return tested;
  return sql`(${testSql(dialect, raw(columnOf(field)), test)} and ${tested})`;
}

type Comparison = Extract<Condition, { kind: 'compare' }>;

function testSql(dialect: Dialect, value: Fragment, test: Test): Fragment {
  switch (test.is) {
    case 'empty':
      return sql`${value} is null`;
    case 'present':
      return sql`${value} is not null`;
    case 'one_of':
      return isOneOf(dialect, value, test.values);
    case 'none_of':
      return sql`(${value} is null or not ${isOneOf(dialect, value, test.values)})`;
    case 'in_range':
      return isInRange(dialect, value, test.ranges);
    case 'not_in_range':
      return sql`(${value} is null or not ${isInRange(dialect, value, test.ranges)})`;
    case 'contains':
      return sql`${dialect.placeIn(value, test.folded)} > 0`;
    case 'not_contains':
      return sql`(${value} is null or ${dialect.placeIn(value, test.folded)} = 0)`;
    case 'starts_with':
      return dialect.startsWith(value, test.folded);
    case 'ends_with':
      return dialect.endsWith(value, test.folded);
    case 'has_any':
      return hasAny(dialect, value, test.values);
    case 'has_all':
      return hasAll(dialect, value, test.values);
    case 'has_none':
      return sql`not ${hasAny(dialect, value, test.values)}`;
  }
}

function isOneOf(dialect: Dialect, value: Fragment, values: readonly Stored[], isListed = dialect.isListed): Fragment {
  if (values.length === 1) return sql`${value} = ${values[0]!}`;
  if (values.length <= mostBound) return sql`${value} in (${listed(values)})`;
  return isListed(value, jsonOfList(values));
}

function isInRange(dialect: Dialect, value: Fragment, ranges: readonly Range[]): Fragment {
  const isFew = ranges.length <= mostBound;
  const each = isFew ? ranges.map((range) => oneRange(value, range)) : manyRanges(dialect, value, ranges);
  return sql`(${join(each, ' or ')})`;
}

/** Many ranges are those of a list: single values, and days of which the end is not held. */
function manyRanges(dialect: Dialect, value: Fragment, ranges: readonly Range[]): Fragment[] {
  const values = ranges.filter(isOneValue).map(({ from }) => from!);
  const days = ranges.filter((range) => !isOneValue(range)).map(({ from, below }) => [from, below]);
  return [
    ...(values.length > 0 ? [isOneOf(dialect, value, values)] : []),
    ...(days.length > 0 ? [dialect.isInListedRange(value, JSON.stringify(days))] : []),
  ];
}

const isOneValue = ({ from, upTo }: Range): boolean => from !== undefined && from === upTo;

function oneRange(value: Fragment, range: Range): Fragment {
  const { from, above, upTo, below } = range;
  if (isOneValue(range)) return sql`${value} = ${from!}`;
  const bounds: Fragment[] = [];
  if (from !== undefined) bounds.push(sql`${value} >= ${from}`);
  if (above !== undefined) bounds.push(sql`${value} > ${above}`);
  if (upTo !== undefined) bounds.push(sql`${value} <= ${upTo}`);
  if (below !== undefined) bounds.push(sql`${value} < ${below}`);
  return sql`(${join(bounds, ' and ')})`;
}

/** In one pass over the list. */
function hasAll({ itemsOf }: Dialect, value: Fragment, items: readonly Stored[]): Fragment {
  const distinct = [...new Set(items)];
  return sql`(select count(distinct item.value) from ${itemsOf(value, 'item')}
    where item.value in (${listed(distinct)})) = ${distinct.length}`;
}

function hasAny(dialect: Dialect, value: Fragment, items: readonly Stored[]): Fragment {
  const isOne = isOneOf(dialect, raw('item.value'), items, dialect.isListedItem);
  return sql`exists (select 1 from ${dialect.itemsOf(value, 'item')} where ${isOne})`;
}
