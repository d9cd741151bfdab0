import { useMemo, useRef, useState } from 'react';
import { type Column, columnsIn, sampleRows } from '../columns.ts';
import { cellsAt } from '../model/sheet.ts';
import type { CellPlace } from '../moves.ts';
import { at, isSameSelection, rangeOf, type Selection } from '../model/selection.ts';
import type { Editing } from './use-editing.ts';
import { useShownRows } from './use-shown-rows.ts';

/** How much is drawn of a sheet that is smaller. */
export interface Least {
  readonly rows: number;
  readonly columns: number;
  /** In characters, of a column. */
  readonly width?: number;
}

/** The view that a person has of a sheet, the selection, and the sentence that is told about it. */
export function useDesk(editing: Editing, least: Least) {
  const { sheet, history, look, selection, typed } = editing;
  const [said, say] = useState('');
  /** Whether the focus goes to the active cell as soon as it is drawn. */
  const follows = useRef(false);
  /** The column where the last Tabs began, until the selection moves otherwise. */
  const tabs = useRef<number>(undefined);
  const [isBegun] = useState(selection !== undefined);
  // A row and a column follow a cell that is typed into. Enter and Tab go on there.
  const shown = useShownRows(history, look, Math.max(least.rows, (typed?.row ?? 0) + 1));
  const count = Math.max(sheet.columns, least.columns, (selection?.to.column ?? 0) + 1, (typed?.column ?? -2) + 2);
  const columns = useMemo((): Column[] => {
    const rows = Array.from({ length: Math.min(sampleRows, sheet.rows.length) }, (_, row) => cellsAt(sheet, row));
    return columnsIn(rows, count, least.width);
    // oxlint-disable-next-line react/exhaustive-deps -- Widths stay while somebody types, and when it is stored.
  }, [count]);
  /** Selects other cells. One that is still open is taken over, though its field may be gone before it loses the focus. */
  const select = (next: Selection, isFollowed = true, tabbedFrom?: number) => {
    void editing.settle();
    follows.current = isFollowed;
    if (!selection || !isSameSelection(next, selection)) tabs.current = tabbedFrom;
    editing.select(next);
  };
  return {
    editing,
    sheet,
    shown,
    columns,
    allColumns: count,
    /** The last cell that is written. Empty ones may follow it. */
    last: {
      row: Math.max(1, shown.left ?? sheet.rows.length - 1),
      column: Math.max(0, Math.min(columns.length, sheet.columns) - 1),
    },
    look,
    selection,
    range: rangeOf(selection ?? at({ row: Math.min(1, shown.rows - 1), column: 0 })),
    select,
    follows,
    tabbedFrom: () => tabs.current,
    /** Whether a cell was chosen before this page was opened. */
    isBegun,
    said,
    say,
    nameOf: (column: number) => cellsAt(sheet, 0)[column] || columns[column]?.placeholder || '',
    textAt: ({ row, column }: CellPlace) => cellsAt(sheet, shown.rowAt(row))[column] ?? '',
  };
}

export type Desk = ReturnType<typeof useDesk>;
