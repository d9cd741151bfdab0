import { systemFields } from '../../../schemas/fields.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Answer, Column, Row, TypedQuery } from '../../../schemas/queries.ts';
import { counted, escaped, reading } from '../prose.ts';
import { description } from './description.ts';
import { type Names, type ShownField, shownValue } from './values.ts';

type Data = Awaited<ReturnType<Workspace['queries']['run']>>['data'];
export type Value = NonNullable<Answer['values']>[number];

/** Figures and the query that gave them. */
export interface Figures {
  readonly values: readonly Value[];
  readonly query: TypedQuery;
  readonly data: Data;
  /** How the question was read; made from the query where it is left out. */
  readonly reading?: string | undefined;
  /** Of the Data Set or sheet. */
  readonly name: string;
  readonly fields: readonly ShownField[];
  readonly names: Names;
}

const mostRows = 20;
const mostValues = 12;

/** Figures as a person likes to read them: a sentence for one, a list for some, a table for groups. */
export function written(figures: Figures): string {
  return [said(figures), reading(`${readAs(figures)}.`)].join('\n\n');
}

function readAs({ query, name, fields, names, ...figures }: Figures): string {
  if (figures.reading) return escaped(figures.reading).replace(/\.$/, '');
  const of = description(query, name, fields, names);
  const [metric] = query.metrics ?? [];
  const groups = (query.groupBy ?? []).map((by) =>
    typeof by === 'string' ? labelOf(by, fields) : `${by.interval} of ${labelOf(by.field, fields)}`,
  );
  const by = groups.length > 0 ? `, by ${groups.join(' and ')}` : '';
  const what = metric
    ? `${functionNames[metric.function]}${metric.field === undefined ? '' : ` ${labelOf(metric.field, fields)} of`}`
    : 'Looked at';
  return `${what} ${of}${by}`;
}

const functionNames = {
  count_rows: 'Counted',
  count_distinct: 'Counted the different values of',
  sum: 'Added up',
  average: 'Took the average of',
  minimum: 'Took the least',
  maximum: 'Took the greatest',
} as const;

const labelOf = (key: string, fields: readonly ShownField[]): string =>
  escaped(
    fields.find((field) => field.key === key)?.label ??
      (key in systemFields ? systemFields[key as keyof typeof systemFields].label : key),
  );

function said(figures: Figures): string {
  const { values, query, data } = figures;
  const rows = data.rows ?? [];
  if (query.operation === 'aggregate' && (query.groupBy?.length ?? 0) > 0 && values.length > 1)
    return tableOf(figures, rows);
  if (values.length === 1) return `**${textOf(figures, values[0]!)}**${unitOf(figures)}${withTitle(figures, rows)}`;
  const shown = values.slice(0, mostValues).map((value) => `- ${textOf(figures, value)}`);
  const more = values.length > shown.length ? [`- and ${counted(values.length - shown.length, 'more', 'more')}`] : [];
  return [`${counted(values.length, 'answer')}:`, '', ...shown, ...more].join('\n');
}

function textOf({ fields, names }: Figures, { value, fieldKey }: Value): string {
  return shownValue(
    value,
    fields.find(({ key }) => key === fieldKey),
    names,
  );
}

/** `29` of what: counted records bear the name of their table. */
function unitOf({ query, name }: Figures): string {
  const isCount =
    query.operation === 'aggregate' && query.metrics?.length === 1 && query.metrics[0]!.function === 'count_rows';
  return isCount && !query.groupBy?.length ? ` ${escaped(name)}` : '';
}

/** Of a value that one record gave, which record that is. */
function withTitle({ query, values }: Figures, rows: readonly Row[]): string {
  const title = rows.length === 1 && query.operation === 'records' ? rows[0]!['title'] : undefined;
  return typeof title === 'string' && title !== values[0]!.value ? ` (${escaped(title)})` : '';
}

function tableOf({ data, fields, names }: Figures, rows: readonly Row[]): string {
  const columns = data.columns ?? [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, mostRows);
  const body = shown.map((row) => line(columns.map((column) => cellOf(row, column, fields, names))));
  const more =
    rows.length > shown.length || data.completeness?.complete === false ? [`\nThe first ${shown.length} of more.`] : [];
  return [line(columns.map(({ label }) => escaped(label))), line(columns.map(() => '---')), ...body, ...more].join(
    '\n',
  );
}

function cellOf(row: Row, column: Column, fields: readonly ShownField[], names: Names): string {
  const field =
    fields.find(({ key }) => key === column.key) ??
    (column.type === 'id' ? undefined : { ...column, type: column.type });
  return shownValue(row[column.key], field, names);
}

/** Whether a query's own cells hold every one of these values: only then are they its figures. */
export function gives({ rows = [] }: Data, values: readonly Value[]): boolean {
  const cells = new Set(rows.flatMap((row) => Object.values(row).flat().map(String)));
  return values.length > 0 && values.every(({ value }) => cells.has(String(value)));
}
