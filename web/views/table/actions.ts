import type { Field } from '../../../schemas/fields.ts';
import type { ViewedRecord } from '../props.ts';

export interface CellEdit {
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The acts of the one who shows a table. Without them it is read only. */
export interface TableActions {
  /** Whether the values of a field may be changed. */
  readonly canEdit: (field: Field) => boolean;
  /** Stores changes as one step. `words` say what it was: "3 cells cleared". */
  readonly change: (edits: readonly CellEdit[], words: string) => void;
  /** Adds records; absent where none may be added. */
  readonly create?:
    | ((records: readonly { title: string; values: Record<string, unknown> }[], words: string) => void)
    | undefined;
  readonly remove?: ((records: readonly ViewedRecord[]) => void) | undefined;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Why the value of a cell is not stored. */
  readonly mistakeAt: (id: string, key: string) => string | undefined;
}

/** From the first to before the last. */
export type Span = readonly [from: number, to: number];

/** Where the rows of a table come from. */
export interface TableRows {
  /** All rows that can be scrolled to. */
  readonly count: number;
  /** Whether there are no more rows than these. */
  readonly isWhole: boolean;
  /** A row that was read already. */
  readonly at: (row: number) => ViewedRecord | undefined;
  /** Rows that are wanted now. */
  readonly want: (...spans: readonly Span[]) => void;
}
