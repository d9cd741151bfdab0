import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CellPlace } from '../../grid/moves.ts';
import { at, type Range, rangeOf, type Selection } from '../../grid/model/selection.ts';
import { scrollTo } from '../../grid/visible.ts';
import type { Lines } from './groups.ts';
import { viewOf } from './metrics.ts';

interface Grid {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly lines: Lines;
  readonly rows: number;
  readonly columns: number;
  /** The first and the last row that are drawn. */
  readonly drawn: readonly [number, number];
}

/** The selected cells. Another selection scrolls into sight. */
export function useSelection({ box, table, lines, rows, columns, drawn: [first, last] }: Grid) {
  const [selection, setSelection] = useState<Selection>();
  /** Whether the focus goes to the active cell once it is drawn. */
  const follows = useRef(false);
  const within = ({ row, column }: CellPlace) => ({
    row: Math.min(row, rows - 1),
    column: Math.min(column, columns - 1),
  });
  const active = selection && rows > 0 ? within(selection.to) : undefined;
  const isDrawn = active !== undefined && active.row >= first && active.row <= last;
  useEffect(() => {
    if (!active) return;
    if (!isDrawn) box.current!.scrollTop = scrollTo(lines.lineOf(active.row), viewOf(box.current!, lines.count));
    else table.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- Only another selection scrolls.
  }, [selection]);
  return {
    selection,
    range: bounded(rangeOf(selection ?? at({ row: 0, column: 0 })), rows, columns),
    /** The cell that keys move. */
    active,
    isDrawn,
    /** Gives the focus to the active cell if it is drawn and keys moved it there. Says whether it did. */
    takeFocus: (): boolean => {
      const cell = table.current?.querySelector<HTMLElement>('[data-active]');
      if (!follows.current || !cell) return false;
      follows.current = false;
      cell.focus();
      return true;
    },
    select: (next: Selection, isFollowed = true) => {
      follows.current = isFollowed;
      setSelection(next);
    },
  };
}

export type Selected = ReturnType<typeof useSelection>;

const bounded = (range: Range, rows: number, columns: number): Range => ({
  top: Math.min(range.top, rows - 1),
  bottom: Math.min(range.bottom, rows - 1),
  left: Math.min(range.left, columns - 1),
  right: Math.min(range.right, columns - 1),
});
