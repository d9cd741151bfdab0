import type { Period } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { daysOf } from '../../time/dates.ts';
import { folded } from '../../text/folding.ts';
import type { Body, Condition } from './body.ts';
import type { Cell, Grid, Single } from './grid.ts';
import { exact, type Rows } from './take.ts';

type Mask = Uint8Array;
type Metric = NonNullable<Body['metrics']>[number];

/**
 * Answers query bodies over a grid as the workspace answers them over the table. It takes thousands in a moment, so
 * every reading of a question can be tried before one is sent.
 */
export class GridQueries {
  readonly grid: Grid;
  readonly #masks = new Map<string, Mask>();
  readonly #places = new Map<string, Int32Array>();
  readonly #compared = comparing();
  readonly #matching = new WeakMap<Filters, readonly number[]>();
  readonly #ordered = new WeakMap<readonly number[], Map<string, readonly number[]>>();
  readonly #groups = new WeakMap<readonly number[], Map<string, ReadonlyMap<Cell, readonly number[]>>>();

  constructor(grid: Grid) {
    this.grid = grid;
  }

  run(body: Body): Rows {
    const matching = this.matching(body.filters);
    return body.operation === 'records' ? this.#records(body, matching) : this.#aggregate(body, matching);
  }

  /** The numbers of the rows that match, upwards from 0; the same array for the same filters. */
  matching(filters: Filters): readonly number[] {
    let rows = this.#matching.get(filters);
    if (!rows) {
      const masks = filters.map((filter) => this.#mask(filter));
      const found: number[] = [];
      for (let row = 0; row < this.grid.rows; row += 1) {
        if (masks.every((mask) => mask[row] === 1)) found.push(row);
      }
      this.#matching.set(filters, (rows = found));
    }
    return rows;
  }

  /** Whether two of the rows have one value. */
  repeats(key: string, rows: readonly number[]): boolean {
    const seen = new Set<Single>();
    let values = 0;
    for (const row of rows) {
      for (const value of [this.value(row, key)].flat()) {
        if (value === undefined) continue;
        seen.add(value);
        values += 1;
      }
    }
    return seen.size < values;
  }

  value(row: number, key: string): Cell {
    return this.grid.columns.get(key)?.[row];
  }

  #mask(filter: Filters[number]): Mask {
    const key = JSON.stringify(filter);
    let mask = this.#masks.get(key);
    if (!mask) {
      mask = this.#maskOf(filter);
      this.#masks.set(key, mask);
    }
    return mask;
  }

  #maskOf(filter: Filters[number]): Mask {
    const mask = new Uint8Array(this.grid.rows);
    if ('or' in filter || 'and' in filter) {
      const masks = ('or' in filter ? filter.or : filter.and).map((one) => this.#mask(one as Filters[number]));
      for (let row = 0; row < mask.length; row += 1) {
        mask[row] = ('or' in filter ? masks.some((one) => one[row] === 1) : masks.every((one) => one[row] === 1))
          ? 1
          : 0;
      }
      return mask;
    }
    const test = testOf(filter);
    for (let row = 0; row < mask.length; row += 1) mask[row] = test(this.value(row, filter.field)) ? 1 : 0;
    return mask;
  }

  #records({ orderBy = [], limit = this.grid.rows }: Body, matching: readonly number[]): Rows {
    const [order] = orderBy;
    const all = order ? this.#inOrder(matching, order.field, order.direction) : matching;
    const rows = all.length > limit ? all.slice(0, limit) : all;
    return { length: rows.length, value: (row, key) => this.value(rows[row]!, key) };
  }

  /** Empty values come last, ties as the rows stand. */
  #inOrder(matching: readonly number[], key: string, direction: 'asc' | 'desc'): readonly number[] {
    const known = remembered(this.#ordered, matching);
    const name = `${direction} ${key}`;
    let rows = known.get(name);
    if (!rows) known.set(name, (rows = this.#sorted(matching, key, direction)));
    return rows;
  }

  #sorted(matching: readonly number[], key: string, direction: 'asc' | 'desc'): readonly number[] {
    const place = this.#placesOf(key);
    const sign = direction === 'asc' ? 1 : -1;
    return matching.toSorted((one, other) => {
      const [first, second] = [place[one]!, place[other]!];
      if (first === second) return one - other;
      if (first < 0) return 1;
      if (second < 0) return -1;
      return sign * (first - second);
    });
  }

  /** The rank of each row's value, -1 for none. */
  #placesOf(key: string): Int32Array {
    let places = this.#places.get(key);
    if (!places) {
      const values = Array.from({ length: this.grid.rows }, (_, row) => this.value(row, key));
      const ranks = new Map(
        [...new Set(values)]
          .filter((value) => value !== undefined)
          .toSorted((one, other) => this.#compared(one as Single, other as Single))
          .map((value, rank) => [value, rank]),
      );
      places = Int32Array.from(values, (value) => (value === undefined ? -1 : ranks.get(value)!));
      this.#places.set(key, places);
    }
    return places;
  }

  #aggregate({ groupBy = [], metrics = [], orderBy = [], limit = Infinity }: Body, matching: readonly number[]): Rows {
    const [group] = groupBy;
    if (group === undefined) return rowsOf([this.#figures(metrics, matching)]);
    const key = group as string;
    const [order] = orderBy;
    const groups = this.#groupsOf(matching, key);
    const found = Array.from(groups, ([value, rows]) => ({ ...this.#figures(metrics, rows), [key]: value }));
    if (order) found.sort((one, other) => this.#inDirection(one[order.field], other[order.field], order.direction));
    return rowsOf(found.slice(0, limit));
  }

  #groupsOf(matching: readonly number[], key: string): ReadonlyMap<Cell, readonly number[]> {
    const known = remembered(this.#groups, matching);
    let groups = known.get(key);
    if (!groups) known.set(key, (groups = this.#grouped(matching, key)));
    return groups;
  }

  #grouped(matching: readonly number[], key: string): ReadonlyMap<Cell, readonly number[]> {
    const groups = new Map<Cell, number[]>();
    for (const row of matching) {
      const value = this.value(row, key);
      for (const one of Array.isArray(value) ? (value as Single[]) : [value]) {
        const rows = groups.get(one);
        if (rows) rows.push(row);
        else groups.set(one, [row]);
      }
    }
    return new Map([...groups].toSorted(([one], [other]) => this.#inDirection(one, other, 'asc')));
  }

  #inDirection(one: Cell, other: Cell, direction: 'asc' | 'desc'): number {
    if (one === other) return 0;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return (direction === 'asc' ? 1 : -1) * this.#compared(one as Single, other as Single);
  }

  #figures(metrics: readonly Metric[], rows: readonly number[]): Record<string, Cell> {
    const figures: Record<string, Cell> = {};
    for (const metric of metrics) figures[metric.alias] = this.#figure(metric, rows);
    return figures;
  }

  #figure({ function: name, field }: Metric, rows: readonly number[]): Cell {
    if (name === 'count_rows') return rows.length;
    const values = rows.map((row) => this.value(row, field!)).filter((value) => value !== undefined);
    if (name === 'count_distinct') return new Set(values.flat()).size;
    if (name === 'sum') return exact((values as number[]).reduce((sum, value) => sum + value, 0));
    if (values.length === 0) return undefined;
    if (name === 'average') return exact((values as number[]).reduce((sum, value) => sum + value, 0) / values.length);
    const sign = name === 'minimum' ? 1 : -1;
    return (values as Single[]).reduce((best, value) => (sign * this.#compared(value, best) < 0 ? value : best));
  }
}

/** The cache that belongs to an array of rows and lives as long as the array. */
function remembered<Kept>(
  kept: WeakMap<readonly number[], Map<string, Kept>>,
  rows: readonly number[],
): Map<string, Kept> {
  let known = kept.get(rows);
  if (!known) kept.set(rows, (known = new Map<string, Kept>()));
  return known;
}

const rowsOf = (rows: readonly Record<string, Cell>[]): Rows => ({
  length: rows.length,
  value: (row, key) => rows[row]![key],
});

/** Compares texts as they are folded. Each text is folded once. */
function comparing(): (one: Single, other: Single) => number {
  const known = new Map<string, string>();
  const foldedOnce = (text: string): string => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = folded(text)));
    return found;
  };
  return (one, other) => {
    if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
    const [first, second] = [foldedOnce(one), foldedOnce(other)];
    return first < second || (first === second && one < other) ? -1 : 1;
  };
}

type CellTest = (cell: Cell) => boolean;

function testOf({ operator, value }: Condition): CellTest {
  switch (operator) {
    case 'eq':
      return (cell) => cell === value;
    case 'neq':
      return (cell) => cell !== value;
    case 'in':
    case 'has_any_of':
      return anyOf(value as Single[]);
    case 'not_in':
    case 'has_none_of': {
      const any = anyOf(value as Single[]);
      return (cell) => !any(cell);
    }
    case 'contains': {
      const text = folded(value as string);
      return (cell) => typeof cell === 'string' && folded(cell).includes(text);
    }
    case 'not_contains': {
      const text = folded(value as string);
      return (cell) => typeof cell !== 'string' || !folded(cell).includes(text);
    }
    case 'is_empty':
      return (cell) => cell === undefined;
    case 'is_not_empty':
      return (cell) => cell !== undefined;
    case 'gt':
      return present((cell) => precise(cell, value) > (value as Single));
    case 'gte':
      return present((cell) => precise(cell, value) >= (value as Single));
    case 'lt':
      return present((cell) => precise(cell, value) < (value as Single));
    case 'lte':
      return present((cell) => precise(cell, value) <= (value as Single));
    case 'between':
      return between(value as [Single, Single]);
    case 'within':
      return between(daysOf(value as Period, { now: Date.now(), timeZone: 'UTC' }));
    default:
      throw new Error(`No grid is asked for "${operator}"`);
  }
}

const between = ([from, to]: readonly [Single, Single]): CellTest =>
  present((cell) => precise(cell, from) >= from && precise(cell, to) <= to);

/** A time beside a day counts as its day. */
const precise = (cell: Single, value: unknown): Single =>
  typeof cell === 'string' && typeof value === 'string' ? cell.slice(0, value.length) : cell;

function anyOf(values: readonly Single[]): CellTest {
  const set = new Set<unknown>(values);
  return (cell) => (Array.isArray(cell) ? cell.some((one) => set.has(one)) : set.has(cell));
}

const present =
  (test: (cell: Single) => boolean): CellTest =>
  (cell) =>
    cell !== undefined && !Array.isArray(cell) && test(cell as Single);
