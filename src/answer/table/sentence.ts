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

function figuresOf(reading: Reading, table: string, fields: readonly TableField[]): string {
  const among = whereOf(reading, table, fields);
  const label = (field: TableField | undefined) => (field ? oneLine(baseOf(field, fields).label) : '');
  const [target, by, group] = [label(reading.target), label(reading.by), label(reading.group)];
  const [kind = '', ...ways] = reading.rule.split('.');
  const nth = ways.includes('nth') ? `${ordinal(reading.take.nth!)} ` : '';
  const most = wordFor(ways[0] ?? '');
  switch (kind) {
    case 'count':
      return counted(reading, ways[0], among, group, by);
    case 'list':
      return `listed ${target} of all ${table}`;
    case 'first':
    case 'last':
      return `${target} of the ${nth ? `${nth}row from the ${kind === 'first' ? 'top' : 'bottom'}` : `${kind} row`} of ${among}`;
    case 'sum':
      return `added up ${by} of ${among}`;
    case 'average':
      return `average ${by} of ${among}`;
    case 'range':
      return `difference between the highest and the lowest ${by} of ${among}`;
    case 'extreme':
      return `${target} with the ${ways.includes('several') ? `${reading.body.limit} ` : nth}${most} ${by} of ${among}`;
    case 'extreme-value':
      return `${nth}${most} ${by} of ${among}`;
    case 'group':
      return `${group} with the ${ways[0]} ${among}`;
    case 'group-count':
      return `number of rows of the ${group} with the ${ways[0]} ${among}`;
    case 'group-sum':
      return `${group} with the ${most} total ${by} of ${among}`;
    case 'repeated':
      return `${group} that ${timesOf(reading)} rows of ${among} have`;
    case 'repeated-count':
      return `counted each ${group} that ${timesOf(reading)} rows of ${among} have`;
    case 'before':
    case 'after':
      return `${target} of the row ${kind} that of ${among}`;
    case 'more-than':
    case 'less-than':
    case 'later-than':
    case 'earlier-than':
      return `${target} where ${by} is ${kind.replace('-', ' ')} that of ${among}`;
    case 'next-more-than':
    case 'next-less-than':
    case 'next-later-than':
    case 'next-earlier-than':
      return `${target} where ${by} is the next ${kind.includes('more') || kind.includes('later') ? 'above' : 'below'} that of ${among}`;
    case 'same':
      return `${target} of other ${table} with the same ${by} as ${among}`;
    case 'either':
      return eitherOf(ways[0]!, among, target, by);
    case 'difference':
      return differenceOf(ways[0], among, by, group);
    default:
      return `${target} of ${among}`;
  }
}

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
