import type { DragEvent } from 'react';
import { Bar } from './bar.tsx';
import { addDays, daysBetween, today, timeOf } from './days.ts';
import { type Held, placedIn, type ShiftSpan, type Span } from './spans.ts';
import styles from './calendar-view.module.css';

interface WeekProps {
  readonly monday: string;
  /** Days of other months are dimmed. */
  readonly month: string | undefined;
  /** Room for as many bars below one another. */
  readonly least: number;
  readonly spans: readonly Span[];
  readonly held: Held | undefined;
  readonly hold: (held: Held | undefined) => void;
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
}

const dayNumber = new Intl.DateTimeFormat(undefined, { day: 'numeric', timeZone: 'UTC' });

/** The seven days of a week, and what lasts on them. A dragged one is dropped on a day. */
export function Week({ monday, month, least, spans, held, hold, shift, canStretch }: WeekProps) {
  const now = today();
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const placed = placedIn(monday, spans);
  const lines = placed.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  const dayAt = ({ currentTarget, clientX }: DragEvent) => {
    const { left, width } = currentTarget.closest(`.${styles.week}`)!.getBoundingClientRect();
    return days[Math.min(6, Math.max(0, Math.floor(((clientX - left) / width) * 7)))]!;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!held) return;
    const by = daysBetween(held.day, dayAt(event));
    hold(undefined);
    shift?.(held.span, { start: held.isEnd ? 0 : by, end: by });
  };
  return (
    <div
      className={styles.week}
      {...(held && { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop })}
    >
      {days.map((day, index) => (
        <div
          key={day}
          className={styles.day}
          style={{
            gridColumn: index + 1,
            gridRow: `1 / ${Math.max(lines, least) + 2}`,
          }}
          data-outside={month === undefined || day.startsWith(month) ? undefined : ''}
          {...(day === now && { 'aria-current': 'date' })}
        >
          <time dateTime={day}>{dayNumber.format(timeOf(day))}</time>
        </div>
      ))}
      {placed.map((one) => (
        <Bar
          key={one.record.id}
          placed={one}
          monday={monday}
          shift={shift}
          canStretch={canStretch}
          hold={(event, isEnd) => hold(event && { span: one, day: isEnd ? one.to : dayAt(event), isEnd })}
        />
      ))}
    </div>
  );
}
