import { idTypes } from '../../schemas/field-types.ts';
import { hasChoices } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { dataTable } from '../store/data-tables/data-tables.ts';
import type { Work, Sizes } from '../store/scan.ts';
import { allFields, type CatalogueField, type CatalogueTable, columnOf, rowsToRead } from './catalogue.ts';
import { mostBound } from './lists.ts';
import type { Condition, SortKey, Test } from './plan.ts';
import type { AggregatePlan, Metric } from './plan-aggregate.ts';
import { isUnbounded } from './room.ts';

/** Nanoseconds that SQLite takes at most; functions of this process are watched while they run. */
const nanoseconds = {
  row: 150,
  /** A page of a long row is passed on the way to what stands behind it. */
  rowByte: 0.1,
  comparison: 60,
  function: 500,
  comparedByte: 0.5,
  /** A range of many, which are parsed for each row. */
  listedRange: 200,
  itemOfList: 160,
  /** A reference is looked up in three tables. */
  reference: 4_000,
  group: 800,
  groupTerm: 200,
  groupedByte: 6,
  figure: 120,
  distinct: 800,
  /** A value is kept and sorted with the others by a function of this process. */
  median: 1_000,
  /** Distinct values of a group are forgotten when the next group begins. */
  distinctInGroup: 3_500,
  distinctByte: 12,
  sorted: 800,
  sortTerm: 250,
  /** Sorting carries the values that are shown. */
  sortedByte: 1.5,
  value: 120,
};

/** The rows that a statement reads, and the sizes of their values. */
interface Contents {
  readonly rows: number;
  readonly sizes: Sizes;
}

export interface RecordsWork {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  readonly fields: readonly CatalogueField[];
  readonly take: number;
}

export const recordsWork = (table: CatalogueTable, request: RecordsWork): Work =>
  workOn(table, (contents) => {
    const { sort, fields, take, where } = request;
    const shown = Math.min(take, contents.rows) * fields.length * nanoseconds.value;
    return conditionTime(where, contents) + sortTime(sort, fields, contents) + shown;
  });

export const aggregateWork = (table: CatalogueTable, plan: AggregatePlan, take: number): Work =>
  workOn(table, (contents) => {
    const rows = rowsToGroup(plan, contents);
    const columns = plan.groups.length + plan.metrics.length;
    return (
      conditionTime(plan.where, contents) +
      groupTime(plan, contents, rows) +
      total(plan.metrics, (metric) => metricTime(metric, contents, rows, plan.groups.length > 0)) +
      Math.min(take, rows) * columns * nanoseconds.value
    );
  });

/** Each list is gone through twice. */
export const combinationsWork = (table: CatalogueTable, { groups, where }: AggregatePlan): Work =>
  workOn(table, (contents) => {
    const lists = groups.filter(({ field }) => field.multiple);
    const items = total(lists, ({ field }) => bytesOf(field, contents) / leastBytesOfItem(field));
    const lookUps = total(lists, ({ field }) => 2 * lookUpTime(field, contents));
    return conditionTime(where, contents) + 2 * items * nanoseconds.itemOfList + lookUps;
  });

/** Beside what is asked, each row is passed, however long. */
function workOn(table: CatalogueTable, asked: (contents: Contents) => number): Work {
  const rows = rowsToRead(table);
  return {
    table: dataTable(table.number),
    columns: textColumnsOf(table),
    nanoseconds: (sizes) =>
      rows * nanoseconds.row +
      total([...sizes.values()], ({ bytes }) => bytes) * nanoseconds.rowByte +
      asked({ rows, sizes }),
  };
}

const textColumns = new WeakMap<CatalogueTable['fields'], readonly string[]>();

/** Cached by the identity of the fields, which a Data Set keeps while they are the same. */
function textColumnsOf(table: CatalogueTable): readonly string[] {
  let known = textColumns.get(table.fields);
  if (!known) textColumns.set(table.fields, (known = allFields(table).filter(isUnbounded).map(columnOf)));
  return known;
}

function conditionTime(condition: Condition, contents: Contents): number {
  if (condition.kind !== 'compare') return total(condition.of, (one) => conditionTime(one, contents));
  const { field, test } = condition;
  const bytes = bytesOf(field, contents);
  return (
    contents.rows * (nanoseconds.comparison + testTime(test)) +
    bytes * timePerByte(field, test) +
    setUpTime(test) +
    2 * lookUpTime(field, contents)
  );
}

/** The time of a test for each row, independent of the row's value. */
function testTime(test: Test): number {
  switch (test.is) {
    case 'empty':
    case 'present':
      return 0;
    case 'one_of':
    case 'none_of':
      return steps(test.values.length) * nanoseconds.comparison;
    case 'in_range':
    case 'not_in_range': {
      const count = test.ranges.length;
      return count * (count > mostBound ? nanoseconds.listedRange : 2 * nanoseconds.comparison);
    }
    default:
      return nanoseconds.function;
  }
}

function timePerByte(field: CatalogueField, test: Test): number {
  if (test.is === 'empty' || test.is === 'present') return 0;
  if (test.is.startsWith('has_')) return nanoseconds.itemOfList / leastBytesOfItem(field);
  const times = 'values' in test ? steps(test.values.length) : 1;
  return times * nanoseconds.comparedByte;
}

/** Many values are sorted before the first row. */
function setUpTime(test: Test): number {
  if (!('values' in test) || test.values.length === 1) return 0;
  const characters = total(test.values, (value) => String(value).length);
  return characters * steps(test.values.length) * nanoseconds.comparedByte;
}

/** The comparisons of a binary search among `count` values. */
const steps = (count: number): number => 1 + Math.ceil(Math.log2(count));

function sortTime(sort: readonly SortKey[], fields: readonly CatalogueField[], contents: Contents): number {
  if (sort.length === 0) return 0;
  const keys = sort.map(({ field }) => field);
  const bytes = total([...keys, ...keys, ...fields], (field) => bytesOf(field, contents));
  const terms = fields.length + 3 * keys.length;
  return (
    contents.rows * (nanoseconds.sorted + terms * nanoseconds.sortTerm) +
    bytes * nanoseconds.sortedByte +
    3 * total(keys, (field) => lookUpTime(field, contents))
  );
}

/** The rows to group. A record gives a row for each combination of values in its lists. */
function rowsToGroup({ groups }: AggregatePlan, contents: Contents): number {
  const { rows } = contents;
  const lists = groups.filter(({ field }) => field.multiple).map(({ field }) => field);
  const [list, ...others] = lists;
  if (!list) return rows;
  if (others.length === 0) return rows + bytesOf(list, contents) / leastBytesOfItem(list);
  return lists.reduce((product, field) => product * longestList(field, contents), rows);
}

const longestList = (field: CatalogueField, { sizes }: Contents): number =>
  Math.min(limits.fieldValues, 1 + (sizes.get(columnOf(field))?.longest ?? 0) / leastBytesOfItem(field));

function groupTime({ groups, order }: AggregatePlan, contents: Contents, rows: number): number {
  if (groups.length === 0) return 0;
  const terms = groups.length + order.length;
  const functions = groups.filter(({ interval }) => interval !== undefined).length;
  const ofEachRow =
    nanoseconds.group +
    terms * nanoseconds.groupTerm +
    functions * nanoseconds.function +
    (rows > contents.rows ? nanoseconds.itemOfList : 0);
  const single = groups.filter(({ field }) => !field.multiple);
  const bytes = total(single, ({ field }) => bytesOf(field, contents)) * (rows / Math.max(1, contents.rows));
  const lookUps = total(groups, ({ field }) => lookUpTime(field, contents));
  return rows * ofEachRow + bytes * nanoseconds.groupedByte + lookUps;
}

/** Its own condition is tested for each row, or twice where the figure is also compared with the largest number. */
function metricTime(metric: Metric, contents: Contents, rows: number, isGrouped: boolean): number {
  const { where } = metric;
  const tested = where ? 2 * (rows / Math.max(1, contents.rows)) * conditionTime(where, contents) : 0;
  const lookUps = metric.field ? lookUpTime(metric.field, contents) * (rows / Math.max(1, contents.rows)) : 0;
  return tested + lookUps + figureTime(metric, contents, rows, isGrouped);
}

function figureTime({ function: name, field }: Metric, contents: Contents, rows: number, isGrouped: boolean): number {
  if (name === 'median') return rows * nanoseconds.median;
  if (name !== 'count_distinct' || !field) return rows * nanoseconds.figure;
  if (field.multiple) return rows * nanoseconds.function;
  const bytes = bytesOf(field, contents) * (rows / Math.max(1, contents.rows));
  return rows * (isGrouped ? nanoseconds.distinctInGroup : nanoseconds.distinct) + bytes * nanoseconds.distinctByte;
}

/** The time in which each reference is found to be live or not; 0 where all are. */
function lookUpTime(field: CatalogueField, contents: Contents): number {
  if (!field.liveValue) return 0;
  const { rows } = contents;
  const references = field.multiple ? rows + bytesOf(field, contents) / leastBytesOfReference : rows;
  return references * nanoseconds.reference;
}

/** In a list: an ID with its quotes. */
const leastBytesOfReference = 20;

/** The total size of a field's values. Values of most types are too short to count. */
function bytesOf(field: CatalogueField, { rows, sizes }: Contents): number {
  return sizes.get(columnOf(field))?.bytes ?? (idTypes.has(field.type) ? rows * limits.identifier : 0);
}

/** In a list: `7,` and `"u",`. */
const leastBytesOfItem = ({ type }: CatalogueField): number => (hasChoices(type) ? 2 : 4);

const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
