import type { DragEvent } from 'react';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { addDays } from './days.ts';
import { DaysOf } from './days-of.tsx';
import { pressingOn } from './span-keys.ts';
import type { Placed, ShiftSpan } from './spans.ts';
import styles from './calendar-view.module.css';

interface BarProps {
  readonly placed: Placed;
  readonly monday: string;
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
  /** Takes it along, or only its end. */
  readonly hold: (event: DragEvent | undefined, isEnd: boolean) => void;
}

/** A record in a week. It is dragged to another day, or by its end to last longer; keys do the same. */
export function Bar({ placed, monday, shift, canStretch, hold }: BarProps) {
  const { RecordLink } = useAround();
  const { record, column, length, lane, from, to } = placed;
  const isLater = to > addDays(monday, 6);
  const dragging = (isEnd: boolean) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      hold(event, isEnd);
    },
    onDragEnd: () => hold(undefined, isEnd),
  });
  return (
    <span
      className={styles.bar}
      style={{ gridColumn: `${column + 1} / span ${length}`, gridRow: lane + 2 }}
      data-earlier={from < monday ? '' : undefined}
      data-later={isLater ? '' : undefined}
      {...(shift && { ...dragging(false), onKeyDown: pressingOn((by) => shift(placed, by), canStretch) })}
    >
      <RecordLink id={record.id} className={styles.item ?? ''}>
        <Shown text={record.title} />
        <DaysOf span={placed} isHidden />
      </RecordLink>
      {shift && canStretch && !isLater && (
        <span className={styles.end} title="Drag to end it on another day" {...dragging(true)} />
      )}
    </span>
  );
}
