import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { addDays, today, timeOf } from './days.ts';
import { DaysOf } from './days-of.tsx';
import { placedIn, type Span } from './spans.ts';
import styles from './calendar-view.module.css';

interface WeekProps {
  readonly monday: string;
  readonly month: string;
  readonly spans: readonly Span[];
}

const dayNumber = new Intl.DateTimeFormat(undefined, { day: 'numeric', timeZone: 'UTC' });

/** The seven days of a week, and what lasts on them. */
export function Week({ monday, month, spans }: WeekProps) {
  const { RecordLink } = useAround();
  const now = today();
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const placed = placedIn(monday, spans);
  const lines = placed.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  return (
    <div className={styles.week}>
      {days.map((day, index) => (
        <div
          key={day}
          className={styles.day}
          style={{ gridColumn: index + 1, gridRow: `1 / ${Math.max(lines, 2) + 2}` }}
          data-outside={day.startsWith(month) ? undefined : ''}
          {...(day === now && { 'aria-current': 'date' })}
        >
          <time dateTime={day}>{dayNumber.format(timeOf(day))}</time>
        </div>
      ))}
      {placed.map(({ record, column, length, lane, ...span }) => (
        <span
          key={record.id}
          className={styles.bar}
          style={{ gridColumn: `${column + 1} / span ${length}`, gridRow: lane + 2 }}
          data-earlier={span.from < monday ? '' : undefined}
          data-later={span.to > addDays(monday, 6) ? '' : undefined}
        >
          <RecordLink id={record.id} className={styles.item ?? ''}>
            <Shown text={record.title} />
            <DaysOf span={span} isHidden />
          </RecordLink>
        </span>
      ))}
    </div>
  );
}
