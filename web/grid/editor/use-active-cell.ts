import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { viewOf } from '../metrics.ts';
import { scrollTo } from '../visible.ts';
import type { Desk } from './use-desk.ts';

interface Drawn {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly table: RefObject<HTMLTableElement | null>;
  /** The rows below the header that are drawn. */
  readonly from: number;
  readonly to: number;
}

/** Keeps the active cell in sight and in focus. Says whether it is drawn. */
export function useActiveCell(
  { editing, selection, follows, isBegun, shown }: Desk,
  { box, table, from, to }: Drawn,
): boolean {
  const active = selection?.to;
  const isDrawn = active !== undefined && (active.row === 0 || (active.row - 1 >= from && active.row - 1 < to));
  const cellOf = () => table.current?.querySelector<HTMLElement>('[data-active]');

  useEffect(() => {
    const cell = cellOf();
    if (follows.current && cell) {
      follows.current = false;
      cell.focus();
    } else if (active && !isDrawn && document.activeElement === document.body) {
      // The active cell scrolled out of sight. Keys still reach the table.
      table.current?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(() => {
    // An open cell takes the focus itself.
    if (!isBegun || editing.typed) return;
    follows.current = !isDrawn;
    (cellOf() ?? table.current)?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- Only who arrives is led to the cell, before the next key.
  }, [isBegun]);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isInCells = focused?.matches('[data-column]') && table.current!.contains(focused);
    if (!active || !isInCells) return;
    follows.current = !isDrawn;
    (cellOf() ?? table.current)?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- The selected cells have moved to other rows of the table.
  }, [editing.history.rowOf]);
  /** A cell far away is scrolled to, and drawn then. */
  useEffect(() => {
    if (!active) return;
    if (!isDrawn) box.current!.scrollTop = scrollTo(active.row - 1, viewOf(box.current!, shown.rows - 1));
    else cellOf()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- Only another selection scrolls.
  }, [selection]);
  return isDrawn;
}
