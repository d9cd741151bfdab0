import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type Field, type Interval, isMultiple, numberTypes, systemFields, textTypes } from '../../schemas/fields.ts';
import type { queries } from '../../schemas/queries.ts';
import type * as z from 'zod';
import type { Clock } from './calendar.ts';
import { allOf } from './conditions.ts';
import { folded, listOf, quoted } from './sql-texts.ts';
import { columnKey, fieldOf, type Table, type Value } from './table.ts';

export type Query = Omit<z.input<typeof queries.run.input>, 'operation'> & { operation: 'records' | 'aggregate' };
export type Metric = NonNullable<Query['metrics']>[number];
type Group = NonNullable<Query['groupBy']>[number];

export interface Expected {
  readonly columns: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
  readonly completeness: { complete: boolean; returned: number; limit: number; reason?: string };
  /** Whether sums that differ by rounding alone decide which row comes first, so that either order is right. */
  readonly rounding: boolean;
}

/** The same cells in DuckDB, and what a typed query over them must answer by the contract. */
export interface Reference {
  answer(query: Query, clock: Clock): Promise<Expected>;
  close(): void;
}

export async function referenceOf(table: Table, timeZone: string): Promise<Reference> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = ${quoted(timeZone)}`);
  await load(connection, table);
  return {
    answer: (query, clock) =>
      query.operation === 'records'
        ? recordsAnswer(connection, table, query, clock)
        : aggregateAnswer(connection, table, query, clock),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

// Loading: every cell goes in as text, and SQL gives it its type.

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly text: (value: Value) => string | undefined;
}

const asText = (value: Value) => (value === undefined ? undefined : String(value));

/** The columns of a field: its values, and beside them what DuckDB cannot compute as the contract says. */
function storedColumns(field: Field, index: number): StoredColumn[] {
  const name = `c${index}`;
  const { type } = field;
  if (isMultiple(field)) {
    return [
      { name, type: `$::JSON::VARCHAR[]`, text: (value) => (value === undefined ? undefined : JSON.stringify(value)) },
    ];
  }
  if (numberTypes.has(type)) return [{ name, type: '$::DOUBLE', text: asText }];
  if (type === 'checkbox') return [{ name, type: '$::BOOLEAN', text: asText }];
  if (type === 'date') return [{ name, type: '$::DATE', text: asText }];
  if (type === 'date_time') {
    const milliseconds = (value: Value) => (value === undefined ? undefined : String(Date.parse(String(value))));
    return [{ name, type: 'make_timestamptz($::BIGINT * 1000)', text: milliseconds }];
  }
  const column = { name, type: '$', text: asText };
  if (!textTypes.has(type)) return [column];
  const fold = (value: Value) => (value === undefined ? undefined : folded(String(value)));
  return [column, { name: `${name}_folded`, type: '$', text: fold }];
}

async function load(connection: DuckDBConnection, table: Table): Promise<void> {
  const columns = table.fields.flatMap((field, index) =>
    storedColumns(field, index).map((column) => ({ ...column, key: field.key })),
  );
  const names = ['id', ...columns.map(({ name }) => name)];
  await connection.run(`CREATE TABLE raw (${names.map((name) => `${name} VARCHAR`).join(', ')})`);
  const appender = await connection.createAppender('raw');
  for (const { id, values } of table.rows) {
    for (const text of [id, ...columns.map((column) => column.text(values[column.key]))]) {
      if (text === undefined) appender.appendNull();
      else appender.appendVarchar(text);
    }
    appender.endRow();
  }
  appender.closeSync();
  const typed = columns.map(({ name, type }) => `${type.replace('$', name)} AS ${name}`);
  await connection.run(`CREATE TABLE cells AS SELECT ${['id', ...typed].join(', ')} FROM raw`);
  await connection.run('DROP TABLE raw');
}

// Answers

const direction = (word: string) => (word === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');

/** The columns by which a field's values are in order; `values` names what holds them. */
function orderOf(field: Field, values: string, foldedValues: string): string[] {
  if (textTypes.has(field.type)) return [foldedValues, values];
  if (field.type === 'checkbox') return [`coalesce(${values}, false)`];
  if (field.options?.choices)
    return [`list_position(${listOf(field.options.choices.map(({ key }) => key))}, ${values})`];
  return [values];
}

/** A value as the interface writes it. */
function shown(field: Field, value: string): string {
  if (isMultiple(field)) return value;
  return field.type === 'date_time'
    ? `epoch_ms(${value})::DOUBLE`
    : field.type === 'date'
      ? `${value}::VARCHAR`
      : value;
}

const written = (type: Field['type'] | 'bucket', value: unknown): unknown =>
  type === 'date_time' && typeof value === 'number' ? new Date(value).toISOString() : value;

async function recordsAnswer(
  connection: DuckDBConnection,
  table: Table,
  query: Query,
  clock: Clock,
): Promise<Expected> {
  const { filters = [], orderBy = [], limit = 100 } = query;
  const isKept = ({ key }: Field) => (query.fields ? query.fields.includes(key) : !(key in systemFields));
  const fields = [fieldOf(table, 'title'), ...table.fields.filter((field) => field.key !== 'title' && isKept(field))];
  const keys = fields.map(({ key }) => key);
  const place = (field: Field) => `c${table.fields.indexOf(field)}`;
  const order = orderBy.flatMap(({ field: key, direction: word }) => {
    const field = fieldOf(table, key);
    return orderOf(field, place(field), `${place(field)}_folded`).map((by) => `${by} ${direction(word)}`);
  });
  const select = fields.map((field, index) => `${shown(field, place(field))} AS v${index}`);
  const found = await rowsOf(
    connection,
    `SELECT id, ${select.join(', ')} FROM cells WHERE ${allOf(filters, { table, clock })}
     ORDER BY ${[...order, 'id'].join(', ')} LIMIT ${limit + 1}`,
  );
  const rows = found.slice(0, limit).map((row) => ({
    id: row['id'],
    ...present(keys, (index) => written(fields[index]!.type, row[`v${index}`])),
  }));
  return { columns: ['id', ...keys], rows, completeness: marker(found.length, limit, 'row_limit'), rounding: false };
}

const marker = (found: number, limit: number, reason: string): Expected['completeness'] => ({
  complete: found <= limit,
  returned: Math.min(found, limit),
  limit,
  ...(found > limit && { reason }),
});

function present(keys: readonly string[], valueAt: (index: number) => unknown): Record<string, unknown> {
  const entries = keys.map((key, index) => [key, valueAt(index)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

interface Key {
  readonly key: string;
  readonly field: Field;
  readonly interval: Interval | undefined;
  /** The expression by which records are grouped. `$` stands for the value of the field. */
  readonly sql: string;
}

async function aggregateAnswer(
  connection: DuckDBConnection,
  table: Table,
  query: Query,
  clock: Clock,
): Promise<Expected> {
  const { filters = [], groupBy = [], orderBy = [], limit = 100 } = query;
  const metrics = query.metrics ?? [];
  const keys = groupBy.map((group) => keyOf(table, group, clock));
  const spread = keys.reduce(spreadOver(table), `SELECT * FROM cells WHERE ${allOf(filters, { table, clock })}`);
  const grouped = keys.flatMap(({ sql, field, interval }, index) => {
    const fold = textTypes.has(field.type) ? `c${table.fields.indexOf(field)}_folded` : 'NULL';
    return [`${sql} AS k${index}`, `${interval ? 'NULL' : fold} AS f${index}`];
  });
  const keyOrder = keys.map(({ field, interval }, index) =>
    interval ? [`k${index}`] : orderOf(field, `k${index}`, `f${index}`),
  );
  const asked = orderBy.flatMap(({ field: name, direction: word }) => {
    const metric = metrics.findIndex(({ alias }) => alias === name);
    const by = metric >= 0 ? [`m${metric}`] : keyOrder[keys.findIndex(({ key }) => key === name)]!;
    return by.map((column) => `${column} ${direction(word)}`);
  });
  const order = [...asked, ...keyOrder.flat().map((column) => `${column} ASC NULLS LAST`)];
  const names = keys.flatMap((_key, index) => [`k${index}`, `f${index}`]);
  const sql = `
    WITH spread AS (${spread}),
    grouped AS (SELECT ${['*', ...grouped].join(', ')} FROM spread),
    answer AS (SELECT ${[...names, ...metrics.map((metric, index) => `${metricSql(table, metric, clock)} AS m${index}`)].join(', ')}
      FROM grouped ${names.length > 0 ? `GROUP BY ${names.join(', ')}` : ''})
    SELECT ${[
      ...keys.map(
        ({ field, interval }, index) => `${interval ? `k${index}` : shownOne(field, `k${index}`)} AS v${index}`,
      ),
      ...metrics.map((_metric, index) => `m${index}`),
    ].join(
      ', ',
    )} FROM answer WHERE ${havingSql(query.having, metrics)} ${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}`;
  const found = await rowsOf(connection, sql);
  const rows = found.slice(0, limit).map((row) => ({
    ...present(
      keys.map(({ key }) => key),
      (index) => written(keys[index]!.interval ? 'bucket' : keys[index]!.field.type, row[`v${index}`]),
    ),
    ...present(
      metrics.map(({ alias }) => alias),
      (index) => written(metricType(table, metrics[index]!), row[`m${index}`]),
    ),
  }));
  return {
    columns: [...keys.map(({ key }) => key), ...metrics.map(({ alias }) => alias)],
    rows,
    completeness: marker(found.length, limit, 'group_limit'),
    rounding: orderBy.some(({ field: name }) => {
      const metric = metrics.findIndex(({ alias }) => alias === name);
      return metric >= 0 && isRounded(table, metrics[metric]!) && hasNearTies(found, `m${metric}`);
    }),
  };
}

/** One value of a field, also of several. */
const shownOne = (field: Field, value: string): string => (isMultiple(field) ? value : shown(field, value));

function keyOf(table: Table, group: Group, { timeZone }: Clock): Key {
  const interval = typeof group === 'string' ? undefined : group.interval;
  const field = fieldOf(table, typeof group === 'string' ? group : group.field);
  const column = `c${table.fields.indexOf(field)}`;
  const local = field.type === 'date' ? column : `timezone(${quoted(timeZone)}, ${column})`;
  const value = isMultiple(field) ? `u${column}` : field.type === 'checkbox' ? `coalesce(${column}, false)` : column;
  return { key: columnKey(group), field, interval, sql: interval ? bucketSql(local, interval) : value };
}

function bucketSql(day: string, interval: Interval): string {
  switch (interval) {
    case 'day':
      return `strftime(${day}, '%Y-%m-%d')`;
    case 'week':
      return `strftime(${day}, '%G-W%V')`;
    case 'month':
      return `strftime(${day}, '%Y-%m')`;
    case 'quarter':
      return `strftime(${day}, '%Y') || '-Q' || quarter(${day})`;
    case 'year':
      return `strftime(${day}, '%Y')`;
  }
}

/** A record under each of its values, and one without under none. */
const spreadOver =
  (table: Table) =>
  (from: string, { field }: Key): string => {
    if (!isMultiple(field)) return from;
    const column = `c${table.fields.indexOf(field)}`;
    return `SELECT *, unnest(coalesce(${column}, [NULL]::VARCHAR[])) AS u${column} FROM (${from})`;
  };

type Having = NonNullable<Query['having']>;

const havingSql = (having: Having = [], metrics: readonly Metric[]): string =>
  ['true', ...having.map((condition) => comparedSql(condition, metrics))].join(' AND ');

function comparedSql({ field, operator, value }: Having[number], metrics: readonly Metric[]): string {
  const signs: Record<string, string> = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };
  return `m${metrics.findIndex(({ alias }) => alias === field)} ${signs[operator]} ${Number(value)}`;
}

function metricSql(table: Table, metric: Metric, clock: Clock): string {
  const only = metric.filters ? allOf(metric.filters, { table, clock }) : 'true';
  if (metric.field === undefined) return `(count(*) FILTER (${only}))::DOUBLE`;
  const field = fieldOf(table, metric.field);
  const column = `c${table.fields.indexOf(field)}`;
  const figure = (name: string) => `${name}(${column}) FILTER (${only})`;
  switch (metric.function) {
    case 'count_rows':
      return `(count(*) FILTER (${only}))::DOUBLE`;
    case 'count_distinct':
      return distinctSql(field, column, only);
    case 'sum':
      return `coalesce(${figure('sum')}, 0)`;
    case 'average':
      return figure('avg');
    case 'median':
      return figure('median');
    case 'minimum':
      return shown(field, figure('min'));
    case 'maximum':
      return shown(field, figure('max'));
  }
}

function distinctSql(field: Field, column: string, only: string): string {
  if (!isMultiple(field)) {
    const value = field.type === 'checkbox' ? `coalesce(${column}, false)` : column;
    return `(count(DISTINCT ${value}) FILTER (${only}))::DOUBLE`;
  }
  const lists = `list(${column}) FILTER (${column} IS NOT NULL AND ${only})`;
  return `coalesce(len(list_distinct(flatten(${lists}))), 0)::DOUBLE`;
}

const metricType = (table: Table, { function: name, field }: Metric) =>
  field !== undefined && (name === 'minimum' || name === 'maximum') ? fieldOf(table, field).type : 'number';

/** Whether sums of the field depend on the order in which its values are added. */
function isRounded(table: Table, { function: name, field }: Metric): boolean {
  if (field === undefined || !['sum', 'average', 'median'].includes(name)) return false;
  const values = table.rows.map((row) => Math.abs(Number(row.values[field] ?? 0)) * 1024);
  return values.some((value) => !Number.isInteger(value)) || values.reduce((sum, value) => sum + value, 0) > 2 ** 53;
}

function hasNearTies(rows: readonly Record<string, unknown>[], name: string): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1]?.[name];
    return typeof next === 'number' && near(row[name] as number, next);
  });
}

/** Whether two numbers are one but for rounding. */
export const near = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
