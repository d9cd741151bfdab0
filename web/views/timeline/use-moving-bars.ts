import { type DragEvent, useState } from 'react';
import { pressingOn } from '../calendar/span-keys.ts';
import type { ShiftSpan, Span } from '../calendar/spans.ts';
import type { Scale } from './scale.ts';

interface HeldBar {
  readonly span: Span;
  /** Where the pointer took it. */
  readonly from: number;
  readonly isEnd: boolean;
}

/** Moves bars along the axis: by dragging them, or their ends, and by keys. */
export function useMovingBars(scale: Scale, shift: ShiftSpan | undefined, canStretch: boolean) {
  const [held, hold] = useState<HeldBar>();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!held) return;
    const by = scale.daysIn(event.clientX - held.from);
    hold(undefined);
    shift?.(held.span, { start: held.isEnd ? 0 : by, end: by });
  };
  return {
    shift,
    canStretch,
    onTable: held && { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop },
    onBar: (span: Span, isEnd: boolean) =>
      shift && {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = 'move';
          hold({ span, from: event.clientX, isEnd });
        },
        onDragEnd: () => hold(undefined),
      },
    onRow: (span: Span) => shift && { onKeyDown: pressingOn((by) => shift(span, by), canStretch) },
  };
}

export type MovingBars = ReturnType<typeof useMovingBars>;
