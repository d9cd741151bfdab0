import { numberTypes } from '../../schemas/fields.ts';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Column, Completeness, Row } from '../../schemas/queries.ts';
import type { Database } from '../store/database.ts';
import { type CatalogueDataSet, type CatalogueField, columnOf } from './catalogue.ts';
import { aggregateSql, orderTerms, recordsSql, tooLarge } from './compile.ts';
import { searchedFields } from './conditions.ts';
import type { AggregatePlan, Condition, Group, Metric, SortKey } from './plan.ts';
import { decoder, itemDecoder, type Stored } from './values.ts';

type Scan = Database['scan'];
type FoundRow = Record<string, Stored>;

export interface FoundRecord {
  readonly id: string;
  readonly title: string;
  /** Field key → value; a field without a value is left out. */
  readonly values: Row;
  /** Where it stands in the order: a page begins behind it. */
  readonly key: readonly Stored[];
}

export interface RecordsRequest {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  /** Fields to read beside id and title. */
  readonly fields: readonly CatalogueField[];
  readonly after?: readonly Stored[] | undefined;
  readonly take: number;
}

/** Records in a total, stable order: ties break by record ID upwards. */
export async function findRecords(
  scan: Scan,
  dataSet: CatalogueDataSet,
  request: RecordsRequest,
): Promise<FoundRecord[]> {
  const terms = orderTerms(request.sort);
  const read = withSortFields(request);
  const searchedBy = searchedFields(request.where, request.sort)?.map(columnOf);
  const rows: FoundRow[] = [];
  for (const stretch of recordsSql({ ...request, dataSet: dataSet.number, fields: read })) {
    const statement = stretch(request.take - rows.length);
    rows.push(...(await scan<FoundRow>(statement, { rows: dataSet.recordCount, searchedBy })));
    if (rows.length >= request.take) break;
  }
  const shown = request.fields.map((field, index) => ({
    name: field.key,
    column: `v${index}`,
    shownOf: decoder(field),
  }));
  const keyOf = (row: FoundRow) => terms.map(({ of, field }) => of(field ? row[`v${read.indexOf(field)}`]! : row.id!));
  return rows.map((row) => new Found(row, shown, keyOf));
}

interface ShownColumn {
  readonly name: string;
  readonly column: string;
  readonly shownOf: (stored: string | number) => unknown;
}

class Found implements FoundRecord {
  readonly id: string;
  readonly title: string;
  readonly values: Row;
  readonly #row: FoundRow;
  readonly #keyOf: (row: FoundRow) => Stored[];

  constructor(row: FoundRow, shown: readonly ShownColumn[], keyOf: (row: FoundRow) => Stored[]) {
    this.id = String(row.id);
    this.title = String(row.title);
    this.values = {};
    for (const { name, column, shownOf } of shown) {
      const stored = row[column]!;
      if (stored !== null) this.values[name] = shownOf(stored);
    }
    this.#row = row;
    this.#keyOf = keyOf;
  }

  /** Of a page, only the last is asked. */
  get key(): Stored[] {
    return this.#keyOf(this.#row);
  }
}

/** What is shown, and what the order needs beside it. */
function withSortFields({ fields, sort }: RecordsRequest): CatalogueField[] {
  return [...new Set([...fields, ...sort.map(({ field }) => field)])];
}

export interface Figures {
  readonly columns: Column[];
  readonly rows: Row[];
  readonly completeness: Completeness;
}

/** Figures over every record that matches; at most `limit` groups. */
export async function aggregate(
  scan: Scan,
  dataSet: CatalogueDataSet,
  plan: AggregatePlan,
  limit: number,
  timeZone: string,
): Promise<Figures> {
  const statement = aggregateSql(dataSet.number, plan, limit + 1, timeZone);
  const found = await scan<FoundRow>(statement, { rows: dataSet.recordCount });
  const rows = found.slice(0, limit).map((row) => figuresOf(plan, row));
  return {
    columns: [...plan.groups.map(groupColumn), ...plan.metrics.map(metricColumn)],
    rows,
    completeness: completenessOf(found.length, limit, 'group_limit'),
  };
}

/** Of rows that were read one beyond the limit. */
export function completenessOf(found: number, limit: number, reason: 'row_limit' | 'group_limit'): Completeness {
  const complete = found <= limit;
  return { complete, returned: Math.min(found, limit), limit, ...(!complete && { reason }) };
}

function figuresOf({ groups, metrics }: AggregatePlan, row: FoundRow): Row {
  const figures: Row = {};
  for (const [index, { field, interval, key }] of groups.entries()) {
    const value = row[`g${index}`]!;
    if (value !== null) figures[key] = interval === undefined ? itemDecoder(field)(value) : value;
  }
  for (const [index, metric] of metrics.entries()) {
    const value = row[`m${index}`]!;
    if (value === tooLarge && isNumber(metric)) throw overflow(metric);
    if (value !== null) figures[metric.alias] = isOfField(metric) ? itemDecoder(metric.field!)(value) : value;
  }
  return figures;
}

const isNumber = ({ function: name }: Metric): boolean => name === 'sum' || name === 'average';

const overflow = ({ alias, field }: Metric) =>
  new WorkspaceError(
    'invalid_request',
    `The metric "${alias}" is larger than a number can be; leave out the largest values of ${field!.key} by a filter.`,
  );

/** Whether a metric's value is one of the field's own, rather than a number about them. */
const isOfField = ({ function: name }: Metric): boolean => name === 'minimum' || name === 'maximum';

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
