import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { today } from './days.ts';
import styles from './hours.module.css';
import type { SpanKeys } from './shifting.ts';
import type { Held, ShiftSpan, Span } from './spans.ts';
import { minutesOf } from './long-spans.ts';
import { dayMinutes, momentOf, stepMinutes, timedOn } from './timed.ts';
import { TimedBar } from './timed-bar.tsx';

interface HoursProps {
  readonly days: readonly string[];
  /** The only day for which a narrow screen has room. */
  readonly chosen: string;
  readonly spans: readonly Span[];
  readonly keys: SpanKeys;
  readonly held: Held | undefined;
  readonly hold: (held: Held | undefined) => void;
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
}

const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });
const hours = Array.from({ length: 24 }, (_, index) => hour.format(new Date(2024, 0, 1, index)));
/** Where a day is first looked at. */
const morning = 7;

/** Days with their hours. A record is dragged to another hour or day, or by its end to last longer. */
export function Hours({ days, chosen, spans, keys, held, hold, shift, canStretch }: HoursProps) {
  const first = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = first.current?.closest<HTMLElement>('[data-scrolled]');
    if (box) box.scrollTop = first.current!.offsetTop - 8;
  }, []);
  /** A record that keys take to another day is drawn anew there, and keeps the focus. */
  const moved = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (moved.current === undefined || document.activeElement !== document.body) return;
    const link = first.current
      ?.closest('[data-scrolled]')
      ?.querySelector<HTMLElement>(`[data-timed="${moved.current}"] a`);
    moved.current = undefined;
    link?.focus();
  });
  const shiftByKeys: ShiftSpan = (span, by) => {
    if (by.unit === undefined) moved.current = span.record.id;
    shift?.(span, by);
  };
  const minutesAt = ({ currentTarget, clientY }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.round((((clientY - top) / height) * dayMinutes) / stepMinutes) * stepMinutes);
  };
  const drop = (event: DragEvent, day: string) => {
    event.preventDefault();
    hold(undefined);
    if (!held) return;
    const { start, end } = keys;
    const { values } = held.span.record;
    const isOfEnd = held.isEnd && end !== undefined;
    const from = isOfEnd && values[end] != null ? values[end] : values[start];
    const aim = momentOf(day, minutesAt(event) - (isOfEnd ? 0 : (held.grabbed ?? 0)));
    const by = Math.round((aim.getTime() - new Date(String(from)).getTime()) / 60_000);
    shift?.(held.span, { start: isOfEnd ? 0 : by, end: by, unit: 'minutes' });
  };
  const now = today();
  const [minutesNow] = useState(() => minutesOf(new Date()));
  return (
    <div className={styles.hours}>
      <div className={styles.gutter} aria-hidden="true">
        {hours.map((words, index) => (
          <span key={words} ref={index === morning ? first : undefined}>
            {words}
          </span>
        ))}
      </div>
      {days.map((day) => (
        <div
          key={day}
          className={styles.day}
          data-day={day}
          data-chosen={day === chosen || undefined}
          {...(held && {
            onDragOver: (event: DragEvent) => event.preventDefault(),
            onDrop: (event: DragEvent) => drop(event, day),
          })}
        >
          {day === now && <span className={styles.now} style={{ top: `${(minutesNow / dayMinutes) * 100}%` }} />}
          {timedOn(day, spans, keys).map((timed) => (
            <TimedBar
              key={timed.span.record.id}
              {...{ timed, canStretch }}
              shift={shift && shiftByKeys}
              hold={(grabbed, isEnd) =>
                hold(grabbed === undefined ? undefined : { span: timed.span, day, isEnd, grabbed })
              }
            />
          ))}
        </div>
      ))}
    </div>
  );
}
