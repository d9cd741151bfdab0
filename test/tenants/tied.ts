import {
  type Condition,
  isGroup,
  isOneOf,
  isQuery,
  type Item,
  nameOf,
  type Part,
  partsOf,
  partsOfQuery,
  type Source,
  splitAt,
  withAllWithin,
} from './statement.ts';
import { keysOf } from './keys.ts';

/** The tenants' tables of which a statement may read or change rows of any organization. */
export function untied(sql: string): string[] {
  const parts = partsOf(sql);
  const ties = new Ties(parts);
  return parts.flatMap(({ sources }) => sources.filter((source) => !ties.holds(source)).map(({ table }) => table!));
}

/**
 * A source is tied if one of its keys equals a value, or a column of a tied source. The service has values only from
 * the caller, or from rows that it has read before.
 */
class Ties {
  readonly #tied = new Set<Source>();

  constructor(parts: readonly Part[]) {
    let known = -1;
    while (known < this.#tied.size) {
      known = this.#tied.size;
      for (const part of parts)
        for (const source of part.sources) if (this.#isTied(source, part)) this.#tied.add(source);
    }
  }

  holds(source: Source): boolean {
    if (source.queries) return true;
    return this.#tied.has(source) || keysOf(source.table!) === undefined;
  }

  #isTied(source: Source, part: Part): boolean {
    const { table, queries, given, inserted } = source;
    if (queries) return isWithinOne(queries, part) || this.#areTied(queries);
    const keys = keysOf(table!);
    if (inserted) return keys === undefined || inserted.some((column) => keys.includes(column));
    if (given) return this.#isKnown(given, part);
    if (keys === undefined) return true;
    return part.conditions.some((condition) => this.#chooses(condition, source, part));
  }

  #areTied(parts: readonly Part[]): boolean {
    return withAllWithin(parts).every(({ sources }) => sources.every((source) => this.holds(source)));
  }

  #chooses({ items, of }: Condition, source: Source, part: Part): boolean {
    return (of === undefined || of === source) && this.#narrows(items, source, part);
  }

  /** Whether rows of the source that meet the condition are of one organization. */
  #narrows(items: readonly Item[], source: Source, part: Part): boolean {
    const either = splitAt(items, ['or']);
    if (either.length > 1) return either.every((one) => this.#narrows(one, source, part));
    return splitAt(items, ['and']).some((one) => {
      const [only] = one;
      if (one.length === 1 && isGroup(only) && !isQuery(only)) return this.#narrows(only.items, source, part);
      return this.#compares(one, source, part);
    });
  }

  #compares(items: readonly Item[], source: Source, part: Part): boolean {
    if (items[0] === 'exists' && isQuery(items[1]))
      return partsOfQuery
        .get(items[1])!
        .some((inner) => inner.conditions.some((condition) => this.#narrowsFrom(condition, source, inner)));
    const at = items.findIndex((item) => isOneOf(item, comparisons));
    if (at < 0 || (items.includes('not') && !items.includes('distinct'))) return false;
    const [left, right] = [
      items.slice(0, at),
      items.slice(at + 1).filter((item) => !isOneOf(item, ['not', 'distinct', 'from'])),
    ];
    if (items[at] === 'between' && nameOf(left.at(-1)) !== 'term') return false;
    return this.#equals(left, right, source, part) || this.#equals(right, left, source, part);
  }

  #narrowsFrom(condition: Condition, source: Source, inner: Part): boolean {
    return condition.of === undefined && this.#narrows(condition.items, source, inner);
  }

  #equals(column: readonly Item[], value: readonly Item[], source: Source, part: Part): boolean {
    const columns = rowOf(column);
    const values = rowOf(value);
    if (columns.length > 1 && columns.length === values.length)
      return columns.some((one, index) => this.#equals(one, values[index]!, source, part));
    return columns.some((one) => this.#isKeyOf(one, source, part)) && this.#isKnown(value, part, source);
  }

  #isKeyOf(items: readonly Item[], source: Source, part: Part): boolean {
    const column = columnOf(items);
    return column !== undefined && sourceOf(column, part) === source && keysOf(source.table!)!.includes(column.name);
  }

  /** Whether all that is named is a value, or of a source that is tied. */
  #isKnown(given: readonly Item[], part: Part, except?: Source): boolean {
    const items = withoutType(given);
    return items.every((item, index) => {
      if (isGroup(item))
        return isQuery(item) ? this.#areTied(partsOfQuery.get(item)!) : this.#isKnown(item.items, part, except);
      if (!isName(item) || isGroup(items[index + 1]) || items[index + 1] === '.') return true;
      const name = nameOf(item);
      const of = items[index - 1] === '.' ? nameOf(items[index - 2]) : undefined;
      const source = sourceOf({ name, of }, part);
      return source === undefined ? of === undefined : source !== except && this.#tied.has(source);
    });
  }
}

/** The full-text index has the home of a text before each term. A range of terms is therefore of one home. */
const comparisons = ['=', '==', 'is', 'in', '@@', 'between'];

interface Column {
  readonly name: string;
  readonly of: string | undefined;
}

const isName = (item: Item): item is string =>
  typeof item === 'string' && /^(?:[a-z_]\w*|".*")$/.test(item) && !words.has(item);
const words = new Set([
  'as',
  'and',
  'null',
  'text',
  'integer',
  'bigint',
  'jsonb',
  'collate',
  '"C"',
  '"c"',
  'any',
  'array',
  'true',
  'false',
  'distinct',
  'case',
  'when',
  'then',
  'else',
  'end',
]);

/** The type of a cast is not a column. */
function withoutType(items: readonly Item[]): readonly Item[] {
  const as = items.indexOf('as');
  const value = as > 0 ? items.slice(0, as) : items;
  return value.filter((item, index) => item !== '::' && value[index - 1] !== '::');
}

/** `one, two` in parentheses. */
const rowOf = (items: readonly Item[]): Item[][] =>
  items.length === 1 && isGroup(items[0]) && !isQuery(items[0]) ? splitAt(items[0].items, [',']) : [[...items]];

function columnOf(items: readonly Item[]): Column | undefined {
  const [first, dot, second] = items;
  if (items.length === 1 && first !== undefined && isName(first)) return { name: nameOf(first), of: undefined };
  return items.length === 3 && dot === '.' ? { name: nameOf(second), of: nameOf(first) } : undefined;
}

/** The source that a column is of, in this part or one around it. */
function sourceOf(column: Column, part: Part | undefined): Source | undefined {
  if (!part) return undefined;
  const { name, of } = column;
  const read = part.sources.filter(({ inserted }) => inserted === undefined);
  const found = read.filter((source) => (of === undefined ? mayHold(source, name, read.length) : source.alias === of));
  return found.length === 1 ? found[0] : sourceOf(column, part.above);
}

/** Functions over lists answer a column `value`. */
function mayHold({ table, queries, given }: Source, name: string, count: number): boolean {
  if (given || name === 'value') return given !== undefined && name === 'value';
  return queries !== undefined || count === 1 || keysOf(table!)?.includes(name) === true;
}

/** Whether a query reads what it has found so far. */
const isWithinOne = (queries: readonly Part[], part: Part | undefined): boolean =>
  part !== undefined && (queries.includes(part) || isWithinOne(queries, part.above));
