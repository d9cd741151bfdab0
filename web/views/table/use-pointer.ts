import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { at, type Selection } from '../../grid/model/selection.ts';

interface Pointing {
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection, isFollowed?: boolean) => void;
  readonly edit: () => void;
  readonly columns: number;
}

/** Selects with the mouse: a cell, with Shift up to a cell, a record by its number. A second tap of a finger edits. */
export function usePointer({ selection, select, edit, columns }: Pointing) {
  const isDragging = useRef(false);
  useEffect(() => {
    const end = () => void (isDragging.current = false);
    addEventListener('pointerup', end);
    return () => removeEventListener('pointerup', end);
  }, []);
  const choose = (target: EventTarget, isFurther: boolean) => {
    const place = placeOf(target);
    if (!place) return;
    const { row, column } = place;
    if (column === undefined) {
      const from = { row: isFurther && selection ? selection.from.row : row, column: columns - 1 };
      select({ from, to: { row, column: 0 } });
    } else select(isFurther && selection ? { from: selection.from, to: { row, column } } : at({ row, column }));
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse' || isLink(event.target)) return;
      isDragging.current = true;
      choose(event.target, event.shiftKey);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || (event.buttons & 1) === 0 || !isDragging.current) return;
      const place = placeOf(event.target);
      if (place?.column === undefined) return;
      if (selection?.to.row !== place.row || selection.to.column !== place.column) choose(event.target, true);
    },
    onClick: (event: MouseEvent) => {
      const { nativeEvent } = event;
      if (!(nativeEvent instanceof globalThis.PointerEvent) || nativeEvent.pointerType === 'mouse') return;
      if (isLink(event.target)) return;
      const place = placeOf(event.target);
      const isAgain = place?.row === selection?.to.row && place?.column === selection?.to.column;
      if (isAgain && place?.column !== undefined) edit();
      else choose(event.target, false);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isLink(event.target) && placeOf(event.target)?.column !== undefined) edit();
    },
    /** A cell that takes the focus by itself is selected, as by Tab or a screen reader. */
    onFocus: ({ target }: FocusEvent) => {
      const place = target.hasAttribute('data-column') ? placeOf(target) : undefined;
      const isSelected = place?.row === selection?.to.row && place?.column === selection?.to.column;
      if (place?.column !== undefined && !isSelected) select(at({ row: place.row, column: place.column }), false);
    },
  };
}

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null;

function placeOf(target: EventTarget): { row: number; column: number | undefined } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (!cell) return undefined;
  const { row, column } = cell.dataset;
  return { row: Number(row), column: column === undefined ? undefined : Number(column) };
}
