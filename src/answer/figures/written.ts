import { dateTypes, numberTypes } from '../../../schemas/fields.ts';
import type { Column, Row, TypedQuery } from '../../../schemas/queries.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { wordsOf } from '../language/words.ts';
import { counted, escaped, listed, numeral, ratioNumeral, reading } from '../prose.ts';
import { type Data, mostOfList } from './data.ts';
import { differenceIn, isDifference, isRatio, isShare, shareIn } from './derived.ts';
import { conditionText, description, labelOf } from './description.ts';
import { type Names, type ShownField, shownValue, type Value } from './values.ts';

/** Figures and the query that gave them. */
export interface Figures {
  readonly values: readonly Value[];
  readonly query: TypedQuery;
  readonly data: Data;
  /** How the question was read, if the query does not show it. */
  readonly reading?: string | undefined;
  /** The place in an order that is asked for. The answer is the last row alone. */
  readonly nth?: number | undefined;
  /** Words that are ambiguous. */
  readonly unsure?: readonly string[];
  /** Other reasons why the answer is only likely, in sentences. */
  readonly doubts?: readonly string[];
  /** Words that the reading ignores. */
  readonly unread?: readonly string[];
  /** The name of the table's channel, if the question was asked elsewhere. */
  readonly elsewhere?: string | undefined;
  /** The name of the Data Set or sheet. */
  readonly name: string;
  readonly fields: readonly ShownField[];
  readonly names: Names;
}

const mostRows = 20;
const mostValues = 12;

/** Figures as readable text. A sentence says how the question was read, and remarks say which words were not. */
export function written(figures: Figures): string {
  return [sentence(figures), ...remarks(figures).map(reading)].join('\n\n');
}

const notRead = 'Not read:';

const beside = 'Left out as beside the question:';

/** Says which parts of a question were left out. */
export const leftBeside = (asides: readonly string[]): string =>
  `${beside} ${asides.map((one) => `“${one}”`).join(', ')}.`;

/** Whether a written answer says that it leaves out a word. */
export const leavesOut = (answer: string, word: string): boolean =>
  answer.split('\n').some((line) => line.includes(notRead) && line.includes(quoted([word])));

/** Whether a written answer says that it leaves out a part of the question with this word. */
export const leavesBeside = (answer: string, word: string): boolean =>
  answer.split('\n').some((line) => line.includes(beside) && wordsOf(line).some(({ text }) => text === word));

/** How many words a written answer says that it leaves out. */
export const countLeftOut = (answer: string): number =>
  answer.split('\n').reduce((count, line) => count + (line.includes(notRead) ? line.split('“').length - 1 : 0), 0);

function remarks({ reading: read, unsure = [], doubts = [], unread = [], elsewhere, name }: Figures): string[] {
  return [
    ...(read === undefined ? [] : [`Read as: ${escaped(read)}.`]),
    ...(unread.length === 0 ? [] : [`${notRead} ${quoted(unread)}.`]),
    ...(unsure.length === 0 ? [] : [`Likely, not certain: ${quoted(unsure)} may mean something else.`]),
    ...doubts.map(escaped),
    ...(elsewhere === undefined
      ? []
      : [
          `No table of this channel answers it: this is ${escaped(name)}${elsewhere && ` of the channel ${escaped(elsewhere)}`}.`,
        ]),
  ];
}

const quoted = (words: readonly string[]): string => listed([...new Set(words)].map((word) => `“${escaped(word)}”`));

function sentence(figures: Figures): string {
  if (figures.reading !== undefined) return listOf(figures);
  const { query, values } = figures;
  const isGrouped = (query.groupBy?.length ?? 0) > 0;
  if (isShare(query)) return share(figures);
  if (isDifference(query)) return difference(figures);
  if (query.operation === 'aggregate') return isGrouped ? groups(figures) : metric(figures);
  const isOfTitles = values.every(({ fieldKey }) => fieldKey === 'title');
  if (query.orderBy && !(isOfTitles && query.limit === mostOfList)) return ranked(figures);
  return isOfTitles ? records(figures) : lookedUp(figures);
}

const of = ({ query, name, fields, names }: Figures): string => description(query, name, fields, names);

const textOf = ({ fields, names }: Figures, { value, fieldKey }: Value): string =>
  shownValue(
    value,
    fields.find(({ key }) => key === fieldKey),
    names,
  );

const bold = (text: string): string => `**${text}**`;

const metricNames = {
  count_rows: 'Number',
  count_distinct: 'Number of different values of',
  sum: 'Total',
  average: 'Average',
  median: 'Median',
  minimum: 'Least',
  maximum: 'Greatest',
} as const;

function metric(figures: Figures): string {
  const { query, values, fields } = figures;
  const { function: name, field } = query.metrics![0]!;
  const value = bold(textOf(figures, values[0]!));
  const isOne = values[0]!.value === 1;
  if (typeof values[0]!.value === 'boolean') return yesOrNo(figures);
  if (name === 'count_rows')
    return isOne ? `There is ${value} record in ${of(figures)}.` : `There are ${value} ${of(figures)}.`;
  const label = labelOf(field!, fields);
  if (name === 'count_distinct') return `There ${isOne ? 'is' : 'are'} ${value} different ${label} in ${of(figures)}.`;
  return `The ${metricNames[name].toLowerCase()} ${label} of ${of(figures)} is ${value}.`;
}

/** Yes or no, with the figure that says so. */
function yesOrNo(figures: Figures): string {
  const { query, values, data, fields, names } = figures;
  const { function: name, field, alias } = query.metrics![0]!;
  const said = bold(values[0]!.value ? 'Yes' : 'No');
  if (field !== undefined) {
    const measure = fields.find(({ key }) => key === field);
    const figure = shownValue(data.rows?.[0]?.[alias], measure, names);
    return `${said}: the ${metricNames[name].toLowerCase()} ${labelOf(field, fields)} of ${of(figures)} is ${figure}.`;
  }
  const count = Number(data.rows?.[0]?.[alias] ?? 0);
  if (count === 0) return `${said}: no record was found in ${of(figures)}.`;
  return `${said}: there ${count === 1 ? 'is 1 record in' : `are ${numeral(count)}`} ${of(figures)}.`;
}

function share(figures: Figures): string {
  const { query, data, fields, names } = figures;
  const { part, all, percentage } = shareIn(query, data.rows?.[0])!;
  const [{ field, filters }] = query.metrics as [NonNullable<TypedQuery['metrics']>[number]];
  const conditions = listed(filters!.map((filter) => conditionText(filter, fields, names)));
  const share = bold(`${numeral(percentage)} %`);
  if (field === undefined)
    return `${share}: ${numeral(part)} of ${numeral(all)} ${of(figures)}. The ${numeral(part)} are those where ${conditions}.`;
  const measure = fields.find(({ key }) => key === field);
  const [some, whole] = [part, all].map((value) => shownValue(value, measure, names));
  return `${share}: ${some!} of ${whole!}, the total ${labelOf(field, fields)} of ${of(figures)}. The ${some!} are of those where ${conditions}.`;
}

/** Both figures, and how far the first is above the second. */
function difference(figures: Figures): string {
  const { query, data, fields, names, name, values } = figures;
  const { first, second, difference: more, percentage } = differenceIn(query, data.rows?.[0])!;
  const [one, other] = query.metrics!;
  const measure = fields.find(({ key }) => key === one!.field);
  const shown = (value: number) => shownValue(value, measure, names);
  const what = measure ? `${metricNames[one!.function].toLowerCase()} ${labelOf(measure.key, fields)}` : 'number';
  const where = ({ filters = [] }: typeof one & object) =>
    description({ ...query, filters: [...(query.filters ?? []), ...filters] }, name, fields, names);
  const both = `${shown(first)} of ${where(one!)}, ${shown(second)} of ${where(other!)}`;
  if (typeof values[0]!.value === 'boolean') return `${bold(values[0]!.value ? 'Yes' : 'No')}: ${both}.`;
  if (values[0]!.type === 'text') return `${bold(escaped(String(values[0]!.value)))}: ${both}.`;
  if (isRatio(query)) return `${bold(ratioNumeral(Number(values[0]!.value)))} is the ratio: ${both}.`;
  const change = percentage === undefined || values[0]!.type === 'percent' ? '' : ` (${numeral(percentage)} %)`;
  const result = values[0]!.type === 'percent' ? `${numeral(percentage!)} %` : shown(more);
  return `${bold(result)}${change} is the difference of the ${what}: ${both}.`;
}

/** The first group, or a table of all groups. */
function groups(figures: Figures): string {
  const { query, fields, values, data } = figures;
  const { function: name, field, alias } = query.metrics![0]!;
  const what = `${metricNames[name]}${field === undefined ? '' : ` ${labelOf(field, fields)}`}`;
  const keys = query.groupBy!.map((by) => (typeof by === 'string' ? by : by.field));
  const by = query
    .groupBy!.map((one) =>
      typeof one === 'string' ? labelOf(one, fields) : `${one.interval} of ${labelOf(one.field, fields)}`,
    )
    .join(' and ');
  if (query.having) return groupsWithMany(figures, keys[0]!, by);
  if (figures.nth !== undefined) return nthGroup(figures, alias, `${what.toLowerCase()} by ${by}`);
  const isFirst = new Set(data.rows?.slice(0, values.length).map((row) => row[alias])).size === 1;
  if (query.orderBy && values.length > 0 && isFirst && keys.includes(values[0]!.fieldKey ?? '')) {
    const shown = values.map((value) => bold(textOf(figures, value))).join(' and ');
    const measure = fields.find(({ key }) => key === field);
    const most = shownValue(data.rows?.[0]?.[alias], measure, figures.names);
    return `${shown}: ${most} is the ${endOf(query)} ${what.toLowerCase()} by ${by}, of ${of(figures)}.`;
  }
  return [`${what} of ${of(figures)}, by ${by}:`, tableOf(figures, what)].join('\n\n');
}

/** The group at one place of an order. */
function nthGroup(figures: Figures, alias: string, what: string): string {
  const { query, fields, values, data, names, nth = 1 } = figures;
  const measure = fields.find(({ key }) => key === query.metrics![0]!.field);
  const figure = shownValue(data.rows?.[nth - 1]?.[alias], measure, names);
  return `${bold(textOf(figures, values[0]!))}: ${figure} is the ${ordinal(nth)} ${endOf(query)} ${what}, of ${of(figures)}.`;
}

/** The groups that have enough records, each with its number, or how many there are. */
function groupsWithMany(figures: Figures, key: string, by: string): string {
  const { query, values, data, fields, names } = figures;
  const metrics = query.metrics!;
  const { alias, field: measured } = metrics[0]!;
  const measure = fields.find((field) => field.key === measured);
  const rows = data.rows ?? [];
  const group = fields.find((field) => field.key === key);
  const isCounted = values[0]!.fieldKey === undefined;
  const lines = rows
    .slice(0, isCounted ? 0 : mostRows)
    .map((row) => `- ${bold(shownValue(row[key], group, names))}: ${shownValue(row[alias], measure, names)}`);
  const labels = metrics.map((metric, at) => ({
    key: metric.alias,
    label: figureText(metric, fields, names).replace(/^The/u, at === 0 ? 'The' : 'the'),
    type: 'number' as const,
  }));
  const condition = listed(query.having!.map((one) => conditionText(one, labels, names)));
  const count = isCounted ? `${bold(textOf(figures, values[0]!))} found. ` : '';
  const rest = isCounted ? 0 : rows.length - lines.length;
  const more = rest > 0 ? [`- and ${counted(rest, 'more', 'more')}`] : [];
  return [`${count}${condition} by ${by}, of ${of(figures)}${isCounted ? '.' : ':'}`, '', ...lines, ...more]
    .join('\n')
    .trimEnd();
}

/** A figure of a group: "The number", "The average Amount", "The number of those where Status is Paid". */
function figureText(
  { function: name, field, filters }: NonNullable<TypedQuery['metrics']>[number],
  fields: readonly ShownField[],
  names: Names,
): string {
  const what = `The ${metricNames[name].toLowerCase()}${field === undefined ? '' : ` ${labelOf(field, fields)}`}`;
  return filters ? `${what} of those where ${listed(filters.map((one) => conditionText(one, fields, names)))}` : what;
}

const endOf = ({ orderBy }: TypedQuery): string => (orderBy?.[0]?.direction === 'asc' ? 'least' : 'greatest');

const ordinal = (place: number): string =>
  [...ordinalWords].find(([, number]) => number === place)?.[0] ?? `${place}th`;

/** The first in an order, such as the greatest or the latest. */
function ranked(figures: Figures): string {
  const { query, data, fields, names, values } = figures;
  const { field: key, direction } = query.orderBy![0]!;
  const field = fields.find((one) => one.key === key);
  const isDate = field?.type.startsWith('date');
  const end = isDate ? (direction === 'asc' ? 'earliest' : 'latest') : endOf(query);
  const ranks = (data.rows ?? []).slice((figures.nth ?? 1) - 1).slice(0, values.length);
  const rows = ranks.map((row, index) => {
    const value = values[index] && bold(textOf(figures, values[index]));
    const title = values[index]?.fieldKey === 'title' ? '' : ` (${escaped(String(row['title']))})`;
    return `${value ?? ''}${values[index]?.fieldKey === key ? '' : `: ${shownValue(row[key], field, names)}`}${title}`;
  });
  const place = figures.nth === undefined ? '' : `${ordinal(figures.nth)} `;
  const what = `the ${place}${end} ${labelOf(key, fields)} of ${of(figures)}`;
  if (rows.length === 1) return `${rows[0]!} is ${what}.`;
  return [`By ${what}:`, '', ...rows.slice(0, mostValues).map((row) => `- ${row}`)].join('\n');
}

function records(figures: Figures): string {
  const { data, fields, names, query } = figures;
  const rows = data.rows ?? [];
  const besides = (query.fields ?? []).filter((key) => key !== 'title');
  const lines = rows.slice(0, mostRows).map((row) => {
    const more = besides.flatMap((key) =>
      row[key] === undefined
        ? []
        : shownValue(
            row[key],
            fields.find((one) => one.key === key),
            names,
          ),
    );
    return `- ${escaped(String(row['title']))}${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
  });
  const isCut = data.completeness?.complete === false;
  const rest = isCut ? 'and more' : rows.length > mostRows ? `and ${numeral(rows.length - mostRows)} more` : '';
  const count = bold(numeral(rows.length));
  const found = rows.length === 1 ? `There is ${count} record in` : `There are ${isCut ? 'more than ' : ''}${count}`;
  return [`${found} ${of(figures)}${inOrder(figures)}:`, '', ...lines, ...(rest ? [`- ${rest}`] : [])].join('\n');
}

/** The order of a list: ", the greatest Amount first", ", in the order of Company". */
function inOrder({ query: { orderBy }, fields }: Figures): string {
  const [order] = orderBy ?? [];
  if (!order) return '';
  const { type } = fields.find(({ key }) => key === order.field)!;
  const isRising = order.direction === 'asc';
  const label = labelOf(order.field, fields);
  if (numberTypes.has(type)) return `, the ${isRising ? 'least' : 'greatest'} ${label} first`;
  if (dateTypes.has(type)) return `, the ${isRising ? 'earliest' : 'latest'} ${label} first`;
  return `, in the ${isRising ? '' : 'reverse '}order of ${label}`;
}

/** The value of a field in the matching records. */
function lookedUp(figures: Figures): string {
  const { data, fields, values, query } = figures;
  const rows = data.rows ?? [];
  const label = labelOf(values[0]!.fieldKey ?? '', fields);
  if (rows.length === 1 && values.length === 1) {
    const title = 'artifactId' in query ? '' : ` of ${escaped(String(rows[0]!['title']))}`;
    return `The ${label}${title} is ${bold(textOf(figures, values[0]!))}, in ${of(figures)}.`;
  }
  return [`${label} in ${of(figures)}:`, '', ...bullets(figures)].join('\n');
}

function listOf(figures: Figures): string {
  const { values } = figures;
  const beside = figureBeside(figures);
  return values.length === 1
    ? `${bold(textOf(figures, values[0]!))}${beside && `: ${beside}`}`
    : [...bullets(figures), ...(beside ? [`\n${beside} each.`] : [])].join('\n');
}

/** The figure that puts a value in its place of an order. */
function figureBeside(figures: Figures): string {
  const { query, values, data, fields, names } = figures;
  const { orderBy, metrics = [] } = query;
  const key = orderBy?.[0]?.field;
  if (key === undefined) return '';
  const figure = rowOfFirst(values, data)?.[key];
  const isSaid = values.some(({ fieldKey, value }) => fieldKey === key || value === figure);
  if (figure === undefined || isSaid || /^_?row/.test(key)) return '';
  const field = fields.find((one) => one.key === (metrics.find(({ alias }) => alias === key)?.field ?? key));
  return shownValue(figure, field, names);
}

/** The row of the first value. The second of an order is not in the first row. */
function rowOfFirst([first]: readonly Value[], { rows = [] }: Data): Row | undefined {
  const key = first?.fieldKey;
  return key === undefined ? undefined : rows.find((row) => [row[key]].flat().includes(first!.value));
}

function bullets(figures: Figures): string[] {
  const shown = figures.values.slice(0, mostValues).map((value) => `- ${textOf(figures, value)}`);
  const rest = figures.values.length - shown.length;
  return rest > 0 ? [...shown, `- and ${counted(rest, 'more', 'more')}`] : shown;
}

function tableOf({ data, query, fields, names }: Figures, what: string): string {
  const columns = data.columns ?? [];
  const [{ alias, field }] = query.metrics as [NonNullable<TypedQuery['metrics']>[number]];
  const rows = data.rows ?? [];
  const measure = fields.find(({ key }) => key === field);
  const cell = (row: Row, column: Column) => {
    const of = column.key === alias ? measure : fields.find(({ key }) => key === column.key);
    return shownValue(row[column.key], of, names);
  };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, mostRows).map((row) => line(columns.map((column) => cell(row, column))));
  const head = columns.map(({ key, label }) => (key === alias ? what : escaped(label)));
  const isCut = rows.length > mostRows || (data.completeness?.complete === false && query.orderBy === undefined);
  return [
    line(head),
    line(columns.map(() => '---')),
    ...shown,
    ...(isCut ? [`\nThe first ${shown.length} of more.`] : []),
  ].join('\n');
}
