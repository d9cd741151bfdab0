import { cellsAt, type RowOf, type Sheet } from './sheet.ts';
import type { Work } from './slices.ts';

/** How rows are shown. The sheet itself stays as it is. */
export interface Look {
  readonly sort?: { readonly column: number; readonly isDescending: boolean } | undefined;
  /** Rows that hold this text in any cell. */
  readonly filter?: string | undefined;
}

type Key = number | string;

interface Keyed {
  readonly row: number;
  readonly key: Key;
}

/** Whether a look leaves rows as they stand in the sheet. */
export const isPlain = ({ sort, filter }: Look): boolean => sort === undefined && (filter ?? '') === '';

/** The same order of rows that have other numbers by now. Rows that are new stand at its end, unless they are filtered. */
export function renumbered(order: readonly number[], rowOf: RowOf, { rows }: Sheet, { filter = '' }: Look): number[] {
  const moved = new Set(order.map(rowOf).filter((row) => row < rows.length));
  if (filter === '') for (let row = 1; row < rows.length; row += 1) moved.add(row);
  return [...moved];
}

const rowsAtOnce = 256;
const grouped = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const collator = new Intl.Collator(undefined, { numeric: true });

/** The rows that a look shows, in its order, without the header. */
export function* rowsShown(sheet: Sheet, { sort, filter = '' }: Look): Work<number[]> {
  const sought = filter.toLowerCase();
  const found: Keyed[] = [];
  for (let row = 1; row < sheet.rows.length; row += 1) {
    if (row % rowsAtOnce === 0) yield;
    const cells = cellsAt(sheet, row);
    if (sought !== '' && !cells.some((cell) => cell.toLowerCase().includes(sought))) continue;
    found.push({ row, key: sort ? keyOf(cells[sort.column] ?? '') : '' });
  }
  if (!sort) return found.map(({ row }) => row);
  const ordered = yield* sorted(found, (a, b) => compared(a.key, b.key, sort.isDescending));
  return ordered.map(({ row }) => row);
}

function keyOf(cell: string): Key {
  return numberIn(cell) ?? cell.trim();
}

/** The number that a cell holds. */
export function numberIn(cell: string): number | undefined {
  const text = cell.trim();
  const number = grouped.test(text) ? Number(text.replaceAll(',', '')) : Number(text);
  return text === '' || Number.isNaN(number) ? undefined : number;
}

/** Numbers, then words, and empty cells last, whatever the direction. */
function compared(a: Key, b: Key, isDescending: boolean): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const ascending =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Number(typeof a === 'string') - Number(typeof b === 'string') || collator.compare(String(a), String(b));
  return isDescending ? -ascending : ascending;
}

const firstRun = 512;

/** Sorted with pauses. Equal ones keep their order. */
function* sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Work<readonly Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += firstRun) {
    runs.push(items.slice(start, start + firstRun).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* mergedRuns(runs[index]!, runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Work<Item[]> {
  const result: Item[] = [];
  let [first, second] = [0, 0];
  while (first < a.length && second < b.length) {
    if (result.length % firstRun === 0) yield;
    result.push(compare(a[first]!, b[second]!) <= 0 ? a[first++]! : b[second++]!);
  }
  return result.concat(a.slice(first), b.slice(second));
}
