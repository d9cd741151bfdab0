import { isLongerThan } from '../../schemas/common.ts';
import { invalidRequest } from '../../schemas/errors.ts';
import { dateTypes, numberTypes, type Operator, operatorsOf, Period } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { Direction, Filters, ViewFilters } from '../../schemas/queries.ts';
import { earliest, latest, localDay, startOfDay } from '../time/days.ts';
import { folded, withoutMarks } from '../text/folding.ts';
import type { Work } from '../turns/turn.ts';
import { allFields, type CatalogueField, type Fields } from './catalogue.ts';
import { addDays, type Calendar, daysOf, isDay, millisecondsOf, momentFromNow } from '../time/dates.ts';
import { withJson } from './lists.ts';
import { encodeOne, InvalidValue, refuseIllFormed, type Stored } from './values.ts';

/** A filter with its names looked up and its values as the columns hold them. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'compare'; readonly field: CatalogueField; readonly test: Test };

export type Test =
  | { readonly is: 'empty' | 'present' }
  | { readonly is: 'one_of' | 'none_of'; readonly values: readonly Stored[] }
  | { readonly is: 'contains' | 'not_contains' | 'starts_with' | 'ends_with'; readonly folded: string }
  | { readonly is: 'in_range' | 'not_in_range'; readonly ranges: readonly Range[] }
  | { readonly is: 'has_any' | 'has_all' | 'has_none'; readonly values: readonly Stored[] };

/** From `from` (included) or `above` to `upTo` (included) or `below`; open where nothing is named. */
export interface Range {
  readonly from?: Stored;
  readonly above?: Stored;
  readonly upTo?: Stored;
  readonly below?: Stored;
}

export interface SortKey {
  readonly field: CatalogueField;
  readonly direction: Direction;
  /** Every record has a value here, so that none need come last for want of one. */
  readonly isFilled?: boolean;
}

export function both(one: Condition, other: Condition): Condition {
  if (one === everything) return other;
  return other === everything ? one : { kind: 'and', of: [one, other] };
}

/** The condition of a View without filters, as most are. */
const everything: Condition = { kind: 'and', of: [] };

/** The fields that a condition tests, as often as it does. */
export const testedFields = (condition: Condition): CatalogueField[] =>
  condition.kind === 'compare' ? [condition.field] : condition.of.flatMap(testedFields);

/** The field of a key, or `invalid_request` at `path`. */
export function requiredField(dataSet: Fields, key: string, path: string): CatalogueField {
  const field = allFields(dataSet).find((candidate) => candidate.key === key);
  if (field) return field;
  const known = allFields(dataSet).map((candidate) => candidate.key);
  throw invalidRequest(path, `"${key}" names no field that there is; the fields are ${listed(known)}`);
}

/** Filters of a typed query, ANDed. A mistake is refused with its place; `path` is where the array stands in the input. */
export function planFilters(dataSet: Fields, filters: Filters, calendar: Calendar, path = '/filters'): Work<Condition> {
  const words: Words<QueryFilter> = {
    names: { field: 'field', operator: 'operator' },
    read: ({ field, operator, value }) => ({ field, operator, value }),
  };
  return new FilterPlanner(dataSet, calendar, words).all(filters, path);
}

/** Filters of a View, in its own words (`fieldKey`, `op`). */
export function* planViewFilters(
  dataSet: Fields,
  filters: ViewFilters,
  calendar: Calendar,
  path = '/filters',
): Work<Condition> {
  if (filters.length === 0) return everything;
  const words: Words<ViewFilter> = {
    names: { field: 'fieldKey', operator: 'op' },
    read: ({ fieldKey, op, value }) => ({ field: fieldKey, operator: op, value }),
  };
  return yield* new FilterPlanner(dataSet, calendar, words).all(filters, path);
}

type Leaf<Filter> = Exclude<Filter, { or: unknown } | { and: unknown }>;
type QueryFilter = Leaf<Filters[number]>;
type ViewFilter = Leaf<ViewFilters[number]>;
type Nested<Filter> = Filter | { or: Nested<Filter>[] } | { and: Nested<Filter>[] };

interface Comparison {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/** How a client calls the parts of a condition. */
interface Words<Filter> {
  readonly names: { readonly field: string; readonly operator: string };
  readonly read: (filter: Filter) => Comparison;
}

class FilterPlanner<Filter extends object> {
  readonly #dataSet: Fields;
  readonly #calendar: Calendar;
  readonly #words: Words<Filter>;

  constructor(dataSet: Fields, calendar: Calendar, words: Words<Filter>) {
    this.#dataSet = dataSet;
    this.#calendar = calendar;
    this.#words = words;
  }

  *all(filters: readonly Nested<Filter>[], path: string): Work<Condition> {
    const of: Condition[] = [];
    for (const [index, filter] of filters.entries()) {
      of.push(yield* this.#one(filter, `${path}/${index}`));
      yield;
    }
    return { kind: 'and', of };
  }

  *#one(filter: Nested<Filter>, path: string): Work<Condition> {
    if ('or' in filter) return { ...(yield* this.all(filter.or, `${path}/or`)), kind: 'or' } as Condition;
    if ('and' in filter) return yield* this.all(filter.and, `${path}/and`);
    const { field: key, operator, value } = this.#words.read(filter);
    const field = requiredField(this.#dataSet, key, `${path}/${this.#words.names.field}`);
    const operators = operatorsOf(field);
    if (!operators.includes(operator)) {
      const kind = field.multiple && field.type !== 'multi_select' ? `${field.type} with several values` : field.type;
      throw invalidRequest(
        `${path}/${this.#words.names.operator}`,
        `"${operator}" does not apply to ${kind}; use ${operators.join(', ')}`,
      );
    }
    return { kind: 'compare', field, test: yield* readTest(field, operator, value, this.#calendar, `${path}/value`) };
  }
}

function* readTest(
  field: CatalogueField,
  operator: Operator,
  value: unknown,
  calendar: Calendar,
  path: string,
): Work<Test> {
  const hasRanges = numberTypes.has(field.type) || dateTypes.has(field.type);
  const range = (given: unknown, at = path) => rangeOf(field, given, calendar, at);
  const stored = (given: unknown, at = path) => operand(field, given, at);
  switch (operator) {
    case 'is_empty':
    case 'is_not_empty':
      if (value !== undefined) throw invalidRequest(path, `is not taken by ${operator}`);
      return { is: operator === 'is_empty' ? 'empty' : 'present' };
    case 'eq':
      return hasRanges ? { is: 'in_range', ranges: [range(value)] } : { is: 'one_of', values: [stored(value)] };
    case 'neq':
      return hasRanges ? { is: 'not_in_range', ranges: [range(value)] } : { is: 'none_of', values: [stored(value)] };
    case 'in':
      return dateTypes.has(field.type)
        ? { is: 'in_range', ranges: yield* each(value, path, range) }
        : { is: 'one_of', values: yield* withJson(yield* each(value, path, stored)) };
    case 'not_in':
      return dateTypes.has(field.type)
        ? { is: 'not_in_range', ranges: yield* each(value, path, range) }
        : { is: 'none_of', values: yield* withJson(yield* each(value, path, stored)) };
    case 'contains':
    case 'not_contains':
    case 'starts_with':
    case 'ends_with':
      return { is: operator, folded: folded(soughtText(value, path)) };
    case 'lt':
      return { is: 'in_range', ranges: [{ below: range(value).from! }] };
    case 'gte':
      return { is: 'in_range', ranges: [{ from: range(value).from! }] };
    case 'lte':
      return { is: 'in_range', ranges: [endOf(range(value))] };
    case 'gt':
      return { is: 'in_range', ranges: [behind(range(value))] };
    case 'between': {
      if (!Array.isArray(value) || value.length !== 2) throw invalidRequest(path, 'must be an array of two values');
      const [first, last] = [range(value[0], `${path}/0`), range(value[1], `${path}/1`)];
      return { is: 'in_range', ranges: [{ from: first.from!, ...endOf(last) }] };
    }
    case 'within': {
      const period = Period.safeParse(value);
      if (!period.success) throw invalidRequest(path, `must be one of ${Period.options.join(', ')}`);
      const [first, last] = daysOf(period.data, calendar);
      return { is: 'in_range', ranges: [{ from: range(first).from!, ...endOf(range(last)) }] };
    }
    case 'has_any_of':
      return { is: 'has_any', values: yield* withJson(yield* each(value, path, stored)) };
    case 'has_all_of':
      return { is: 'has_all', values: yield* withJson(yield* each(value, path, stored)) };
    case 'has_none_of':
      return { is: 'has_none', values: yield* withJson(yield* each(value, path, stored)) };
  }
}

/** Most items are short, and each pause costs as much as one. */
const itemsBetweenYields = 8;

function* each<Read>(value: unknown, path: string, read: (item: unknown, at: string) => Read): Work<Read[]> {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.inValues) {
    throw invalidRequest(path, `must be an array of 1 to ${limits.inValues} values`);
  }
  const items: Read[] = [];
  for (const [index, item] of value.entries()) {
    items.push(read(item, `${path}/${index}`));
    if (items.length % itemsBetweenYields === 0) yield;
  }
  return items;
}

/** Without its marks, which make no difference. Each place of a value may have to be compared with all of it. */
function soughtText(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw invalidRequest(path, 'must be a text that is not empty');
  if (isLongerThan(value, limits.cell)) throw invalidRequest(path, `must have at most ${limits.cell} characters`);
  refusingAt(path, () => refuseIllFormed(value));
  const letters = withoutMarks(value);
  if (isLongerThan(letters, limits.soughtText))
    throw invalidRequest(path, `must have at most ${limits.soughtText} characters beside marks`);
  if (folded(letters) === '') throw invalidRequest(path, 'must hold more than marks, which make no difference');
  return letters;
}

/** A value to compare with: of the field's type, and not empty. */
function operand(field: CatalogueField, value: unknown, path: string): Stored {
  const stored = refusingAt(path, () => encodeOne(field, value));
  if (stored === null) throw invalidRequest(path, 'must not be empty; use is_empty or is_not_empty');
  return stored;
}

function refusingAt<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidValue ? invalidRequest(path, error.message) : error;
  }
}

/** The range of a value. A day given for a time covers all of that day. */
function rangeOf(field: CatalogueField, value: unknown, calendar: Calendar, path: string): Range {
  if (numberTypes.has(field.type)) return exactly(operand(field, value, path));
  const moment = typeof value === 'string' ? momentFromNow(value, calendar) : undefined;
  if (field.type === 'date') {
    if (moment !== undefined) return exactly(localDay(moment, calendar.timeZone));
    if (typeof value === 'string' && isDay(value)) return exactly(value);
    throw invalidRequest(path, 'must be a date such as 2026-10-05, or a duration from now such as -P7D');
  }
  if (moment !== undefined) return exactly(moment);
  if (typeof value === 'string' && isDay(value)) return wholeDay(value, calendar.timeZone);
  const time = typeof value === 'string' ? millisecondsOf(value) : undefined;
  if (time !== undefined) return exactly(time);
  throw invalidRequest(
    path,
    'must be a date (2026-10-05), a time with its offset (2026-10-05T09:30:00Z) or a duration from now (-P7D)',
  );
}

const exactly = (value: Stored): Range => ({ from: value, upTo: value });

function wholeDay(day: string, timeZone: string): Range {
  const next = addDays(day, 1);
  return {
    from: addDays(day, -1) === day ? earliest : startOfDay(day, timeZone),
    below: next === day ? latest + 1 : startOfDay(next, timeZone),
  };
}

const endOf = ({ upTo, below }: Range): Range => (upTo === undefined ? { below: below! } : { upTo });

const behind = ({ upTo, below }: Range): Range => (upTo === undefined ? { from: below! } : { above: upTo });

/** An order of records. */
export function planSort(
  dataSet: Fields,
  sort: readonly ({ field: string; direction: Direction } | { fieldKey: string; direction: Direction })[],
  path: string,
): SortKey[] {
  return sort.map((key, index) => {
    const [name, fieldKey] = 'field' in key ? ['field', key.field] : ['fieldKey', key.fieldKey];
    const at = `${path}/${index}/${name}`;
    const field = requiredField(dataSet, fieldKey, at);
    if (field.multiple) throw invalidRequest(at, 'holds several values, by which records cannot be ordered');
    return { field, direction: key.direction };
  });
}

/** Names in a refusal, as many as help. */
export const listed = (names: readonly string[]): string =>
  names.length <= 30 ? names.join(', ') : `${names.slice(0, 30).join(', ')} and ${names.length - 30} more`;
