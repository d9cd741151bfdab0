import { numberTypes } from '../../schemas/fields.ts';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { Column, Completeness, Row } from '../../schemas/queries.ts';
import type { Effort, IndexUse, Scan, ScannedRow } from '../store/scan.ts';
import { tooLarge } from '../store/dialect.ts';
import { fittingRows } from '../store/room.ts';
import { mapInTurns } from '../turns/turn.ts';
import { type CatalogueTable, type CatalogueField, columnOf, rowsToRead } from './catalogue.ts';
import { aggregateSql, anchorsSql, idsSql, keySql, orderTerms } from './compile.ts';
import { refuseManyCombinations } from './combinations.ts';
import { searchedFields } from './conditions.ts';
import { aggregateWork, recordsWork } from './effort.ts';
import { indexUse } from './learned-indexes.ts';
import { type FoundRecord, type PagePlan, pagePlan, type RecordKey, type RecordsRequest } from './page-plan.ts';
import type { Condition, SortKey } from './plan.ts';
import { type AggregatePlan, type Group, isOfField, type Metric } from './plan-aggregate.ts';
import { roomFor } from './room.ts';
import { itemDecoder } from './values.ts';

export interface FoundRecords {
  readonly records: readonly FoundRecord[];
  /** The key of the record at a place. */
  readonly keyAt: (place: number) => RecordKey;
  /** Whether there was too much text for as many records as were asked for. */
  readonly isCut: boolean;
}

/** Notes what a statement over a large Data Set looks for, so that an index for it can be learned. */
function noted(scan: Scan, table: CatalogueTable, use: IndexUse): Pick<Effort, 'onHeavy'> {
  if (!scan.noteUse || table.recordCount < limits.learnedFromRecords) return {};
  return { onHeavy: scan.noteUse(table.number, use) };
}

/** Records in a total, stable order: ties break by record ID upwards. */
export async function findRecords(scan: Scan, dataSet: CatalogueTable, request: RecordsRequest): Promise<FoundRecords> {
  const plan = pagePlan(scan.dialect, dataSet, request);
  const { rows, isCut } = await scanned(scan, dataSet, plan, request);
  return {
    records: await mapInTurns(scan.subject, rows, plan.present),
    keyAt: (place) => plan.keyOf(rows[place]!),
    isCut,
  };
}

/** The IDs of at most `take` records that match, in no order. */
export async function findIds(scan: Scan, table: CatalogueTable, where: Condition, take: number): Promise<string[]> {
  const searchedBy = table.pendingCount > 0 ? undefined : searchedFields(where, [])?.map(columnOf);
  const work = recordsWork(table, { where, sort: [], fields: [], take });
  const found = await scan(idsSql(scan.dialect, table.rows, where, take), {
    rows: rowsToRead(table),
    work,
    searchedBy,
    ...noted(scan, table, indexUse(where, [])),
  });
  return found.map(([id]) => String(id));
}

/** Where a record stands in an order; undefined when there is none. */
export async function findKey(
  scan: Scan,
  table: CatalogueTable,
  sort: readonly SortKey[],
  id: string,
): Promise<RecordKey | undefined> {
  const { dialect } = scan;
  const [key] = await scan(keySql(dialect, table.rows, orderTerms(dialect, sort), id), { rows: 1 });
  return key;
}

/** Keys of records in an order, each with its place from 1; the last is that of the last record. */
export async function findAnchors(
  scan: Scan,
  table: CatalogueTable,
  { where, sort, every }: Pick<RecordsRequest, 'where' | 'sort'> & { readonly every: number },
): Promise<{ place: number; key: RecordKey }[]> {
  const order = orderTerms(scan.dialect, sort);
  const statement = anchorsSql(scan.dialect, { rows: table.rows, where, order, every });
  const work = recordsWork(table, { where, sort, fields: [], take: table.recordCount });
  const found = await scan(statement, { rows: rowsToRead(table), work, ...noted(scan, table, indexUse(where, sort)) });
  const anchors = found.map(([place, ...key]) => ({ place: Number(place), key }));
  return anchors.toSorted((one, other) => one.place - other.place);
}

async function scanned(
  scan: Scan,
  dataSet: CatalogueTable,
  plan: PagePlan,
  { where, sort, take, after }: RecordsRequest,
): Promise<Scanned> {
  // An index may lead to any number of pending rows first.
  const searchedBy = dataSet.pendingCount > 0 ? undefined : plan.searchedBy;
  const work = recordsWork(dataSet, { where, sort, take, fields: plan.read });
  const effort = { rows: rowsToRead(dataSet), work, searchedBy, ...noted(scan, dataSet, plan.use) };
  let { room } = plan;
  let rows: ScannedRow[] = [];
  for (const stretch of plan.stretchesBehind(after)) {
    const read = await scan(stretch(after ?? [], take - rows.length), { ...effort, room });
    // The page is full. Any excess follows the rows that are shown.
    if (read.length >= take - rows.length) return { rows: rows.length === 0 ? read : [...rows, ...read], isCut: false };
    const fitting = fittingRows(read, room);
    rows = rows.length === 0 ? fitting.rows : [...rows, ...fitting.rows];
    if (fitting.isCut) return { rows, isCut: true };
    if (rows.length >= take) break;
    room = fitting.room();
  }
  return { rows, isCut: false };
}

interface Scanned {
  readonly rows: ScannedRow[];
  readonly isCut: boolean;
}

export interface Figures {
  readonly columns: Column[];
  readonly rows: Row[];
  readonly completeness: Completeness;
}

/** Records that were read one beyond the limit, as the rows of a table: ID and title, then each field. */
export const recordTable = (
  { records, isCut }: Pick<FoundRecords, 'records' | 'isCut'>,
  fields: readonly CatalogueField[],
  limit: number,
): Figures => ({
  columns: recordColumnsOf(fields),
  rows: records.slice(0, limit).map(recordRow),
  completeness: completenessOf(records.length, limit, 'row_limit', isCut),
});

export const recordColumnsOf = (fields: readonly CatalogueField[]): Column[] => [
  ...recordColumns,
  ...fields.map(({ key, label, type }) => ({ key, label, type })),
];

/** A record as a row of these columns. */
export const recordRow = ({ id, title, values }: FoundRecord): Row => ({ id, title, ...values });

const recordColumns: readonly Column[] = [
  { key: 'id', label: 'ID', type: 'id' },
  { key: 'title', label: 'Title', type: 'text' },
];

/** Figures over every record that matches; at most `limit` groups. */
export async function aggregate(
  scan: Scan,
  dataSet: CatalogueTable,
  plan: AggregatePlan,
  limit: number,
  timeZone: string,
  bytes?: number,
): Promise<Figures> {
  const take = limit + 1;
  await refuseManyCombinations(scan, dataSet, plan);
  const statement = aggregateSql(scan.dialect, dataSet.rows, plan, take, timeZone);
  const keys = plan.groups.map(({ field }) => field);
  const room = keys.length === 0 ? undefined : roomFor(dataSet, keys, { rows: take, bytes });
  const work = aggregateWork(dataSet, plan, take);
  const effort = { rows: rowsToRead(dataSet), work, room, ...noted(scan, dataSet, indexUse(plan.where, [])) };
  const { rows: found, isCut } = fittingRows(await scan(statement, effort), room);
  return {
    columns: [...plan.groups.map(groupColumn), ...plan.metrics.map(metricColumn)],
    rows: await mapInTurns(scan.subject, found.slice(0, limit), (row) => figuresOf(plan, row)),
    completeness: completenessOf(found.length, limit, 'group_limit', isCut),
  };
}

/** How many records match. */
export async function countOf(scan: Scan, table: CatalogueTable, where: Condition): Promise<number> {
  const metrics = [{ alias: 'count', function: 'count_rows' }] as const;
  const { rows } = await aggregate(scan, table, { where, groups: [], metrics, order: [] }, 1, 'UTC');
  return Number(rows[0]!.count);
}

/** The completeness of rows that were read one beyond the limit, or cut before it. */
export function completenessOf(
  found: number,
  limit: number,
  reason: 'row_limit' | 'group_limit',
  isCut = false,
): Completeness {
  const complete = found <= limit && !isCut;
  const ended = found <= limit ? 'size_limit' : reason;
  return { complete, returned: Math.min(found, limit), limit, ...(!complete && { reason: ended }) };
}

function figuresOf({ groups, metrics }: AggregatePlan, row: ScannedRow): Row {
  // Without a prototype, because a field may be called `constructor`.
  const figures = Object.create(null) as Row;
  for (const [index, { field, interval, key }] of groups.entries()) {
    const value = row[index]!;
    if (value !== null) figures[key] = interval === undefined ? itemDecoder(field)(value) : value;
  }
  for (const [index, metric] of metrics.entries()) {
    const value = row[groups.length + index]!;
    if (value === tooLarge && isNumber(metric)) throw overflow(metric);
    if (value !== null) figures[metric.alias] = isOfField(metric) ? itemDecoder(metric.field!)(value) : value;
  }
  return figures;
}

const isNumber = ({ function: name }: Metric): boolean => name === 'sum' || name === 'average';

const overflow = ({ function: name, field }: Metric) =>
  new WorkspaceError(
    'invalid_request',
    `The ${name} of ${field!.key} is larger than a number can be; leave out its largest values by a filter.`,
  );

function groupColumn({ field, interval, key }: Group): Column {
  return interval === undefined
    ? { key, label: field.label, type: field.type }
    : { key, label: `${field.label} (${interval})`, type: 'text' };
}

function metricColumn(metric: Metric): Column {
  const { alias, function: name, field } = metric;
  const isCount = !field || name === 'count_distinct';
  const type = !isCount && (isOfField(metric) || numberTypes.has(field.type)) ? field.type : 'number';
  return { key: alias, label: alias, type };
}
