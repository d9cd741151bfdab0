import { type CsvText, lineOf } from '../csv.ts';
import type { CellPlace } from '../moves.ts';
import type { Look } from './order.ts';
import {
  inverse,
  lineAt,
  movesRows,
  openSheet,
  type Patch,
  patched,
  type Row,
  type RowOf,
  type Sheet,
} from './sheet.ts';

/** One change, which is undone as one. */
interface Step {
  readonly patches: readonly Patch[];
  /** The base that the numbers in its patches mean. */
  readonly base: CsvText;
  readonly columns: number;
  /** Where it happened. */
  readonly place: CellPlace;
  /** How rows were shown before and after, if only that changed. */
  readonly looks?: { readonly from: Look; readonly to: Look };
}

/** A sheet with what can be undone and done again. */
export interface History {
  readonly sheet: Sheet;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Rises when rows have other numbers than before. */
  readonly moves: number;
  /** The numbers that rows got last when another sheet took the place of this one. */
  readonly rowOf?: RowOf | undefined;
  /** Where the last change happened. */
  readonly place?: CellPlace;
}

export const began = (sheet: Sheet): History => ({ sheet, past: [], future: [], moves: 0 });

/** Another sheet in the place of this one. With the new numbers of its rows, changes of rows that are the same in it can still be undone. */
export function replaced({ moves, past, future, sheet: before }: History, sheet: Sheet, rowOf?: RowOf): History {
  const fresh = { ...began(sheet), moves: rowOf ? moves : moves + 1, rowOf };
  if (!rowOf) return fresh;
  const isSame = (row: number): boolean => {
    const there = rowOf(row);
    return row < before.rows.length && there < sheet.rows.length && lineAt(sheet, there) === lineAt(before, row);
  };
  const moved = (steps: readonly Step[]): Step[] => {
    const last = steps.findLastIndex(
      ({ patches, columns }) =>
        columns !== sheet.columns || movesRows(patches) || !patches.flatMap(rowsOf).every(isSame),
    );
    return steps.slice(last + 1).map((step) => withRows(step, rowOf));
  };
  return { ...fresh, past: moved(past), future: moved(future) };
}

const rowsOf = ({ at, inserted }: Patch): number[] => inserted.map((_, index) => at + index);

/** The same step where its rows have other numbers. It moves none itself. */
const withRows = (step: Step, rowOf: RowOf): Step => ({
  ...step,
  place: { ...step.place, row: rowOf(step.place.row) },
  patches: step.patches.flatMap(({ at, removed, inserted }) =>
    inserted.map((row, index) => ({ at: rowOf(at + index), removed: [removed[index]!], inserted: [row] })),
  ),
});

export interface Change {
  readonly patches: readonly Patch[];
  /** How many columns there are then. */
  readonly columns?: number;
}

export function edited(history: History, { patches, columns }: Change, place: CellPlace): History {
  const { sheet } = history;
  if (patches.length === 0 && (columns ?? sheet.columns) === sheet.columns) return history;
  const step = { patches, base: sheet.base, columns: columns ?? sheet.columns, place };
  return { ...applied(history, step), past: [...history.past, { ...step, columns: sheet.columns }], future: [] };
}

/** Rows are shown otherwise. It is undone like a change, in its turn, and changes nothing that is stored. */
export function looked(history: History, from: Look, to: Look): History {
  const { sheet, past, place = { row: 0, column: 0 } } = history;
  const step = { patches: [], base: sheet.base, columns: sheet.columns, place, looks: { from, to } };
  return { ...history, past: [...past, step], future: [] };
}

export function undone(history: History): History {
  const { past, future, sheet } = history;
  const step = past.at(-1);
  if (!step) return history;
  if (step.looks) return { ...history, past: past.slice(0, -1), future: [...future, step] };
  const back = { ...step, patches: inverse(step.patches) };
  const again = { ...step, columns: sheet.columns };
  return { ...applied(history, back), past: past.slice(0, -1), future: [...future, again] };
}

export function redone(history: History): History {
  const { past, future, sheet } = history;
  const step = future.at(-1);
  if (!step) return history;
  if (step.looks) return { ...history, past: [...past, step], future: future.slice(0, -1) };
  return {
    ...applied(history, step),
    past: [...past, { ...step, columns: sheet.columns }],
    future: future.slice(0, -1),
  };
}

function applied(history: History, { patches, base, columns, place }: Step): History {
  const { sheet, moves } = history;
  const known =
    base === sheet.base ? patches : patches.map((patch) => ({ ...patch, inserted: written(patch.inserted, base) }));
  return {
    ...history,
    sheet: patched(sheet, known, columns),
    moves: movesRows(known) || columns !== sheet.columns ? moves + 1 : moves,
    place,
  };
}

const written = (rows: readonly Row[], base: CsvText): Row[] =>
  rows.map((row) => (typeof row === 'string' ? row : lineOf(base, row)));

/** The same rows over another base, which is the sheet as it was stored. Earlier changes can still be undone. */
export function rebased(history: History, base: CsvText, stored: Sheet): History {
  const { sheet } = history;
  const fresh = openSheet(base, sheet.columns);
  if (sheet === stored) return { ...history, sheet: fresh };
  const rows = sheet.rows.map((row, index): Row => {
    const isSame =
      row === stored.rows[index] || (index < fresh.rows.length && lineAt(sheet, index) === lineOf(base, index));
    return isSame ? index : lineAt(sheet, index);
  });
  const isAligned = rows.length === fresh.rows.length;
  return {
    ...history,
    sheet: { ...fresh, rows: isAligned ? rows : sheet.rows.map((_, index) => lineAt(sheet, index)) },
  };
}
