import { useMemo, useRef, useState } from 'react';
import { type Column, columnsIn, sampleRows } from '../columns.ts';
import { cellsAt } from '../model/sheet.ts';
import type { CellPlace } from '../moves.ts';
import { at, rangeOf, type Selection } from './selection.ts';
import type { Editing } from './use-editing.ts';
import { useShownRows } from './use-shown-rows.ts';

/** How much of an empty sheet is drawn. */
export interface Least {
  readonly rows: number;
  readonly columns: number;
}

const emptyWidth = 16;

/** The view that a person has of a sheet, the selection, and the sentence that is told about it. */
export function useDesk(editing: Editing, least: Least) {
  const { sheet, history, look, setLook, selection, setSelection } = editing;
  const [said, say] = useState('');
  /** Whether the focus goes to the active cell as soon as it is drawn. */
  const follows = useRef(false);
  const [isBegun] = useState(selection !== undefined);
  const shown = useShownRows(sheet, history.moves, look, least.rows);
  const count = Math.max(sheet.columns, least.columns);
  const columns = useMemo((): Column[] => {
    const rows = Array.from({ length: Math.min(sampleRows, sheet.rows.length) }, (_, row) => cellsAt(sheet, row));
    return columnsIn(rows, count, sheet.base.text === '' ? emptyWidth : undefined);
    // Widths stay while somebody types.
    // oxlint-disable-next-line react/exhaustive-deps -- They follow the stored sheet and its columns.
  }, [sheet.base, count]);
  const select = (next: Selection, isFollowed = true) => {
    follows.current = isFollowed;
    setSelection(next);
  };
  return {
    editing,
    sheet,
    shown,
    columns,
    allColumns: count,
    look,
    setLook,
    selection,
    range: rangeOf(selection ?? at({ row: Math.min(1, shown.rows - 1), column: 0 })),
    select,
    follows,
    /** Whether a cell was chosen before this page was opened. */
    isBegun,
    said,
    say,
    nameOf: (column: number) => cellsAt(sheet, 0)[column] || columns[column]?.placeholder || '',
    textAt: ({ row, column }: CellPlace) => cellsAt(sheet, shown.rowAt(row))[column] ?? '',
  };
}

export type Desk = ReturnType<typeof useDesk>;
