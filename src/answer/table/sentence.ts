import { idTypes } from '../../../schemas/field-types.ts';
import type { Atom } from './atom.ts';
import type { Condition } from './body.ts';
import { baseOf, isDated, type TableField } from './grid.ts';
import type { Reading } from './reading.ts';

/** Says how a question was read: `counted Deals where Stage is Won, this month`. */
export function sentenceOf(reading: Reading, table: string, fields: readonly TableField[]): string {
  const sentence = figuresOf(reading, table, fields);
  return reading.take.part ? `${reading.take.part} of ${sentence}` : sentence;
}

/** The words of a reading for its sentence. */
interface Said {
  readonly reading: Reading;
  /** The rows that are meant. */
  readonly among: string;
  readonly table: string;
  readonly target: string;
  readonly by: string;
  readonly group: string;
  readonly kind: string;
  readonly way: string | undefined;
  /** The place in an order: "2nd ". */
  readonly nth: string;
  /** The word for the end of an order: "highest". */
  readonly most: string;
}

function figuresOf(reading: Reading, table: string, fields: readonly TableField[]): string {
  const label = (field: TableField | undefined) => (field ? oneLine(baseOf(field, fields).label) : '');
  const [kind = '', ...ways] = reading.rule.split('.');
  const said = {
    reading,
    among: whereOf(reading, table, fields),
    table,
    target: label(reading.target),
    by: label(reading.by),
    group: label(reading.group),
    kind,
    way: ways[0],
    nth: ways.includes('nth') ? `${ordinal(reading.take.nth!)} ` : '',
    most: wordFor(ways[0] ?? ''),
  };
  const sentence = sentences[kind];
  return sentence ? sentence(said) : `${said.target} of ${said.among}`;
}

const ofEnd = ({ target, among, kind, nth }: Said): string =>
  `${target} of the ${nth ? `${nth}row from the ${kind === 'first' ? 'top' : 'bottom'}` : `${kind} row`} of ${among}`;
const ofNeighbour = ({ target, among, kind }: Said): string => `${target} of the row ${kind} that of ${among}`;
const ofOthers = ({ target, among, by, kind }: Said): string =>
  `${target} where ${by} is ${kind.replace('-', ' ')} that of ${among}`;
const ofNext = ({ target, among, by, kind }: Said): string =>
  `${target} where ${by} is the next ${kind.includes('more') || kind.includes('later') ? 'above' : 'below'} that of ${among}`;

/** The sentence of each kind of reading. */
const sentences: Readonly<Record<string, (said: Said) => string>> = {
  count: ({ reading, way, among, group, by }) => counted(reading, way, among, group, by),
  list: ({ target, table }) => `listed ${target} of all ${table}`,
  first: ofEnd,
  last: ofEnd,
  sum: ({ by, among }) => `added up ${by} of ${among}`,
  average: ({ by, among }) => `average ${by} of ${among}`,
  range: ({ by, among }) => `difference between the highest and the lowest ${by} of ${among}`,
  extreme: ({ reading, target, by, among, nth, most }) =>
    `${target} with the ${reading.rule.split('.').includes('several') ? `${reading.body.limit} ` : nth}${most} ${by} of ${among}`,
  'extreme-value': ({ by, among, nth, most }) => `${nth}${most} ${by} of ${among}`,
  group: ({ group, way, among }) => `${group} with the ${way} ${among}`,
  'group-count': ({ group, way, among }) => `number of rows of the ${group} with the ${way} ${among}`,
  'group-sum': ({ group, most, by, among }) => `${group} with the ${most} total ${by} of ${among}`,
  repeated: ({ reading, group, among }) => `${group} that ${timesOf(reading)} rows of ${among} have`,
  'repeated-count': ({ reading, group, among }) =>
    `counted each ${group} that ${timesOf(reading)} rows of ${among} have`,
  before: ofNeighbour,
  after: ofNeighbour,
  'more-than': ofOthers,
  'less-than': ofOthers,
  'later-than': ofOthers,
  'earlier-than': ofOthers,
  'next-more-than': ofNext,
  'next-less-than': ofNext,
  'next-later-than': ofNext,
  'next-earlier-than': ofNext,
  same: ({ target, table, by, among }) => `${target} of other ${table} with the same ${by} as ${among}`,
  either: ({ way, among, target, by }) => eitherOf(way!, among, target, by),
  difference: ({ way, among, by, group }) => differenceOf(way, among, by, group),
};

function counted(reading: Reading, way: string | undefined, among: string, group: string, by: string): string {
  switch (way) {
    case 'distinct':
      return `counted each different ${group} of ${among}`;
    case 'before':
    case 'after':
      return `counted the rows ${way} that of ${among}`;
    case 'more-than':
    case 'less-than':
    case 'later-than':
    case 'earlier-than':
      return `counted those whose ${by} is ${way.replace('-', ' ')} that of ${among}`;
    case 'same':
      return `counted others with the same ${by} as ${among}`;
    case 'same-with-it':
      return `counted all with the same ${by} as ${among}`;
    default:
      return `counted ${among}`;
  }
}

function eitherOf(way: string, among: string, target: string, by: string): string {
  switch (way) {
    case 'count':
      return `counted ${among}`;
    case 'sum':
      return `added up ${by} of ${among}`;
    case 'most':
    case 'least':
      return `${target} with the ${wordFor(way)} ${by} of ${among}`;
    case 'most-rows':
    case 'least-rows':
      return `${target} with the ${way.split('-')[0]} rows of ${among}`;
    default:
      return `${target} of ${among}`;
  }
}

function differenceOf(way: string | undefined, among: string, by: string, group: string): string {
  if (way === 'fields') return `difference between ${by} and ${group} of ${among}`;
  return way === 'count' ? `difference between the numbers of rows of ${among}` : `difference in ${by} of ${among}`;
}

const wordFor = (way: string): string =>
  ({ most: 'highest', least: 'lowest', latest: 'latest', earliest: 'earliest' })[way] ?? '';

const comparisons = { gt: 'more than ', gte: 'at least ', eq: '', lt: 'fewer than ', lte: 'at most ' };
const timesOf = ({ take: { having } }: Reading): string => `${comparisons[having!.is]}${having!.number}`;

function ordinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' }[
    new Intl.PluralRules('en', { type: 'ordinal' }).select(number) as 'one'
  ];
  return `${number}${ending ?? 'th'}`;
}

/** `Deals where Stage is Won, this month`. */
function whereOf({ rule, atoms }: Reading, table: string, fields: readonly TableField[]): string {
  const periods = atoms.filter(({ condition }) => condition.operator === 'within');
  const others = atoms.filter((atom) => !periods.includes(atom));
  const joint = rule.startsWith('either') || rule === 'difference' || rule === 'difference.count' ? ' or ' : ' and ';
  const said = others.map((atom) => conditionOf(atom, fields)).join(joint);
  const isOnlyDate = fields.filter(isDated).length === 1;
  const within = periods.map(({ field, condition }) => {
    const period = String(condition.value).replaceAll('_', ' ');
    return `, ${isOnlyDate ? '' : `${oneLine(baseOf(field, fields).label)} `}${period}`;
  });
  return `${oneLine(table)}${said && ` where ${said}`}${within.join('')}`;
}

const operators: Partial<Record<Condition['operator'], string>> = {
  eq: 'is',
  neq: 'is not',
  in: 'is',
  not_in: 'is not',
  has_any_of: 'has',
  has_none_of: 'has not',
  contains: 'contains',
  not_contains: 'does not contain',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
};
const onDays: Partial<Record<Condition['operator'], string>> = {
  gt: 'is after',
  gte: 'is from',
  lt: 'is before',
  lte: 'is up to',
};

function conditionOf({ field, words, condition: { operator, value } }: Atom, fields: readonly TableField[]): string {
  const label = oneLine(baseOf(field, fields).label);
  if (typeof value === 'boolean') return `${label} is ${value ? 'set' : 'not set'}`;
  const values = [...new Set<unknown>(Array.isArray(value) ? value : [value])].map((one) =>
    words !== undefined && idTypes.has(field.type) ? oneLine(words) : shown(one, field),
  );
  const few =
    values.length > mostValuesShown
      ? [...values.slice(0, mostValuesShown), `${values.length - mostValuesShown} more`]
      : values;
  const isOneDay = operator === 'between' && values.length === 1;
  const word = (isDated(field) ? onDays[operator] : undefined) ?? operators[isOneDay ? 'eq' : operator] ?? operator;
  return `${label} ${word} ${few.join(operator === 'between' ? ' and ' : ' or ')}`;
}

const mostValuesShown = 3;
const mostCharacters = 80;

function shown(value: unknown, { options, type }: TableField): string {
  const label = options?.choices?.find(({ key }) => key === value)?.label;
  if (label !== undefined) return oneLine(label);
  return type.endsWith('text') ? `“${oneLine(String(value))}”` : String(value);
}

/** A label or a cell is told on one line, and not at any length. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1)}…`;
}
