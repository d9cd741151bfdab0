import type { DragEvent } from 'react';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { DaysOf } from './days-of.tsx';
import styles from './hours.module.css';
import type { Shift } from './shifting.ts';
import { pressingOn } from './span-keys.ts';
import type { ShiftSpan } from './spans.ts';
import { dayMinutes, momentOf, stepMinutes, type Timed } from './timed.ts';

interface TimedBarProps {
  readonly timed: Timed;
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
  /** Takes it along, or only its end. `grabbed` says how many minutes below its start; without them it is let go. */
  readonly hold: (grabbed: number | undefined, isEnd: boolean) => void;
}

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** A record at its hours. */
export function TimedBar({ timed, shift, canStretch, hold }: TimedBarProps) {
  const { RecordLink } = useAround();
  const { span, from, to, ends, lane, lanes } = timed;
  const dragging = (isEnd: boolean) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      const { top, height } = event.currentTarget.getBoundingClientRect();
      hold(((event.clientY - top) / height) * (to - from), isEnd);
    },
    onDragEnd: () => hold(undefined, isEnd),
  });
  const begins = momentOf(span.from, from);
  const words = ends === undefined ? time.format(begins) : time.formatRange(begins, momentOf(span.from, ends));
  return (
    <span
      className={styles.bar}
      data-timed={span.record.id}
      data-short={to - from < 45 || undefined}
      style={{
        top: `${(from / dayMinutes) * 100}%`,
        height: `${((to - from) / dayMinutes) * 100}%`,
        left: `${(lane / lanes) * 100}%`,
        width: `${100 / lanes}%`,
      }}
      {...(shift && { ...dragging(false), onKeyDown: pressingOnHours((by) => shift(span, by), canStretch) })}
    >
      <RecordLink id={span.record.id} className={styles.item ?? ''}>
        <Shown text={span.record.title} />
        <span className={styles.time}> {words}</span>
        <DaysOf span={span} isHidden />
      </RecordLink>
      {shift && canStretch && (
        <span className={styles.end} title="Drag to end it at another hour" {...dragging(true)} />
      )}
    </span>
  );
}

/** Keys that move by weeks elsewhere move by minutes here. */
const pressingOnHours = (move: (shift: Shift) => void, canStretch: boolean) =>
  pressingOn(
    ({ start, end }) =>
      Math.abs(end) === 7
        ? move({ start: Math.sign(start) * stepMinutes, end: Math.sign(end) * stepMinutes, unit: 'minutes' })
        : move({ start, end }),
    canStretch,
  );
