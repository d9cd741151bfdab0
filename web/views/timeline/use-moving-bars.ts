import { type DragEvent, useState } from 'react';
import { addDays } from '../calendar/days.ts';
import { pressingOn } from '../calendar/span-keys.ts';
import type { ShiftSpan, Span } from '../calendar/spans.ts';
import type { Scale } from './scale.ts';

interface HeldBar {
  readonly span: Span;
  /** Where the pointer took it on the axis, which may scroll meanwhile. */
  readonly from: number;
  readonly isEnd: boolean;
  /** The days by which it would move if it were let go now. */
  readonly by: number;
}

/** Moves bars along the axis: by dragging them, or their ends, and by keys. */
export function useMovingBars(scale: Scale, shift: ShiftSpan | undefined, canStretch: boolean) {
  const [held, hold] = useState<HeldBar>();
  const daysTo = (event: DragEvent, { from }: HeldBar) => scale.daysIn(placeOf(event) - from);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    const by = daysTo(event, held!);
    if (by !== held!.by) hold({ ...held!, by });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const by = daysTo(event, held!);
    hold(undefined);
    shift?.(held!.span, { start: held!.isEnd ? 0 : by, end: by });
  };
  return {
    shift,
    canStretch,
    onTable: { 'data-axis': true, ...(held && { onDragOver: drag, onDrop: drop }) },
    onBar: (span: Span, isEnd: boolean) =>
      shift && {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', '');
          hold({ span, from: placeOf(event), isEnd, by: 0 });
        },
        onDragEnd: () => hold(undefined),
      },
    onRow: (span: Span) => shift && { onKeyDown: pressingOn((by) => shift(span, by), canStretch) },
    /** The days that the bar of a span covers while it is dragged. */
    draggedDays: (span: Span) =>
      held && held.by !== 0 && held.span.record.id === span.record.id ? draggedDays(held) : undefined,
  };
}

function draggedDays({ span: { from, to }, isEnd, by }: HeldBar): Pick<Span, 'from' | 'to'> {
  const last = addDays(to, by);
  return isEnd ? { from, to: last < from ? from : last } : { from: addDays(from, by), to: last };
}

const placeOf = ({ clientX, currentTarget }: DragEvent): number =>
  clientX - currentTarget.closest('[data-axis]')!.getBoundingClientRect().left;

export type MovingBars = ReturnType<typeof useMovingBars>;
