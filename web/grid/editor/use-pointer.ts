import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Commands } from './commands.ts';
import { at, type Range } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';

/** Selects with the mouse: a cell, with Shift up to a cell, a row by its number. The corner fills. A finger scrolls, and selects by a tap. */
export function usePointer(desk: Desk, commands: Commands) {
  const drag = useRef<'select' | 'fill'>(undefined);
  const target = useRef<Range>(undefined);
  const { selection, select, range } = desk;

  useEffect(() => {
    const end = () => {
      if (drag.current === 'fill' && target.current) void commands.fillTo(target.current);
      drag.current = undefined;
      target.current = undefined;
    };
    addEventListener('pointerup', end);
    return () => removeEventListener('pointerup', end);
  });

  const choose = (event: MouseEvent, isFurther: boolean) => {
    const place = placeOf(event.target);
    if (!place) return;
    if (place.column === undefined) {
      const from = { row: isFurther && selection ? selection.from.row : place.row, column: desk.columns.length - 1 };
      select({ from, to: { row: place.row, column: 0 } });
    } else {
      const to = { row: place.row, column: place.column };
      select(isFurther && selection ? { from: selection.from, to } : at(to));
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse') return;
      const isHandle = event.target instanceof HTMLElement && event.target.dataset['handle'] !== undefined;
      drag.current = isHandle ? 'fill' : 'select';
      if (isHandle) event.preventDefault();
      else choose(event, event.shiftKey);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || (event.buttons & 1) === 0 || !drag.current) return;
      const place = placeOf(event.target);
      if (place?.column === undefined) return;
      const { row, column } = place;
      if (drag.current === 'fill') target.current = stretched(range, row, column);
      else if (selection?.to.row !== row || selection.to.column !== column) choose(event, true);
    },
    onClick: (event: MouseEvent) => {
      const { nativeEvent } = event;
      if (!(nativeEvent instanceof globalThis.PointerEvent) || nativeEvent.pointerType === 'mouse') return;
      const place = placeOf(event.target);
      const isAgain = place?.row === selection?.to.row && place?.column === selection?.to.column;
      if (isAgain && place?.column !== undefined) commands.type();
      else choose(event, false);
    },
    onDoubleClick: () => commands.type(),
    /** A cell that takes the focus by itself is selected, as by Tab or a screen reader. */
    onFocus: ({ target }: FocusEvent) => {
      const place = target.hasAttribute('data-column') ? placeOf(target) : undefined;
      const isSelected = place?.row === selection?.to.row && place?.column === selection?.to.column;
      if (place?.column !== undefined && !isSelected) select(at({ row: place.row, column: place.column }), false);
    },
  };
}

/** A range that grows down or to the right, whichever is further. */
function stretched(range: Range, row: number, column: number): Range | undefined {
  const [down, right] = [row - range.bottom, column - range.right];
  if (down <= 0 && right <= 0) return undefined;
  return down >= right ? { ...range, bottom: row } : { ...range, right: column };
}

function placeOf(target: EventTarget): { row: number; column: number | undefined } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (!cell) return undefined;
  const { row, column } = cell.dataset;
  return { row: Number(row), column: column === undefined ? undefined : Number(column) };
}
