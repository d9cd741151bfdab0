import type { Field } from '../../../schemas/fields.ts';
import type { ViewData, ViewedRecord } from '../props.ts';
import type { Span, TableRows } from './actions.ts';

/** Records of a table that have one value. They follow one another. */
export type TableGroup = NonNullable<ViewData['groups']>[number];

/** A group where it stands in the table. */
export interface GroupHead {
  readonly group: TableGroup;
  readonly isOpen: boolean;
  /** The place of its head among all lines of the table. */
  readonly line: number;
  /** The number of rows above it, which are those of open groups. */
  readonly row: number;
  /** The place of its first record in the View. */
  readonly first: number;
  /** How many of its records have rows. */
  readonly size: number;
}

/** A line of a table: the head of a group, or a row with its number in the group. */
export type Line =
  | { readonly head: GroupHead }
  | { readonly head?: undefined; readonly row: number; readonly number: number };

export interface Lines {
  readonly count: number;
  readonly at: (line: number) => Line;
  readonly lineOf: (row: number) => number;
}

export const keyOf = ({ key }: Pick<TableGroup, 'key'>): string => JSON.stringify(key ?? null);

/** The groups with the rows of as many records as there are. */
export function headsOf(groups: readonly TableGroup[], closed: readonly string[], records: number): GroupHead[] {
  const isClosed = new Set(closed);
  let [line, row, first] = [0, 0, 0];
  return groups.map((group) => {
    const isOpen = !isClosed.has(keyOf(group));
    const size = isOpen ? Math.max(0, Math.min(group.count, records - first)) : 0;
    const head = { group, isOpen, line, row, first, size };
    line += size + 1;
    row += size;
    first += group.count;
    return head;
  });
}

/** The lines of a table, with or without groups. */
export function linesOf(heads: readonly GroupHead[] | undefined, rows: number): Lines {
  if (!heads) return { count: rows, at: (line) => ({ row: line, number: line }), lineOf: (row) => row };
  return {
    count: heads.length + rows,
    at: (line) => {
      const head = lastWhere(heads, (one) => one.line <= line)!;
      const number = line - head.line - 1;
      return number < 0 ? { head } : { row: head.row + number, number };
    },
    lineOf: (row) => {
      const head = headOfRow(heads, row);
      return head ? head.line + 1 + row - head.row : 0;
    },
  };
}

/** The group of a row. Groups without rows come before the one that begins at the same row. */
export const headOfRow = (heads: readonly GroupHead[], row: number): GroupHead | undefined =>
  lastWhere(heads, (one) => one.row <= row);

/** The rows of open groups alone. */
export function openRows(rows: TableRows, heads: readonly GroupHead[]): TableRows {
  const last = heads.at(-1);
  return {
    count: last ? last.row + last.size : 0,
    isWhole: rows.isWhole,
    at: (row): ViewedRecord | undefined => {
      const head = headOfRow(heads, row);
      return head && rows.at(head.first + row - head.row);
    },
    want: (...spans) => rows.want(...spans.flatMap((span) => placesOf(heads, span))),
  };
}

/** Where the records of rows stand in the View: a stretch in each open group. */
function placesOf(heads: readonly GroupHead[], [from, to]: Span): Span[] {
  return heads
    .filter(({ row, size }) => size > 0 && row < to && row + size > from)
    .map(({ row, size, first }) => [first + Math.max(0, from - row), first + Math.min(size, to - row)]);
}

/** The values that a record may be moved to: each choice, yes and no, or the people who have records. */
export function targetsOf(field: Field, groups: readonly TableGroup[]): Pick<TableGroup, 'key' | 'label'>[] {
  const none = { label: `No ${field.label}` };
  switch (field.type) {
    case 'checkbox':
      return [
        { key: false, label: 'No' },
        { key: true, label: 'Yes' },
      ];
    case 'select':
      return [...(field.options?.choices ?? []), none];
    default:
      return [...groups.filter(({ key }) => key !== undefined), none];
  }
}

/** The last of these, of which the first ones fulfil a condition and the others do not. */
function lastWhere<One>(sorted: readonly One[], holds: (one: One) => boolean): One | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
