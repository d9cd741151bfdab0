import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { addDays, mondayOf } from './days.ts';
import { DaysOf } from './days-of.tsx';
import { Hours } from './hours.tsx';
import styles from './hours.module.css';
import type { Span, TimedDaysProps } from './spans.ts';
import { isLong } from './long-spans.ts';
import { Weekdays, weekdays } from './weekdays.tsx';

/** A week or a day with hours. Longer records stand above. A narrow screen shows one day, and the way to the others. */
export function TimedDays({ look, day, show, children, ...rest }: TimedDaysProps) {
  const week = Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));
  const isWeek = look === 'week';
  const longer = rest.spans.filter((span) => isLong(span, rest.keys) && span.from <= day && span.to >= day);
  return (
    <div className={styles.timed} data-scrolled tabIndex={-1}>
      {isWeek && (
        <>
          <div className={styles.above}>
            <Weekdays />
            {children}
          </div>
          <div className={styles.strip} role="group" aria-label="Days of the week">
            {week.map((one, index) => (
              <button key={one} type="button" aria-pressed={one === day} onClick={() => show('week', one)}>
                <span>{weekdays[index]}</span> {Number(one.slice(8))}
              </button>
            ))}
          </div>
        </>
      )}
      <Longer isBesideWeek={isWeek} spans={longer} />
      <Hours {...rest} days={isWeek ? week : [day]} chosen={day} />
    </div>
  );
}

/** Where a week has no room for its bars, and for a day. */
function Longer({ spans, isBesideWeek }: { spans: readonly Span[]; isBesideWeek: boolean }) {
  const { RecordLink } = useAround();
  if (spans.length === 0) return null;
  return (
    <ul className={styles.whole} data-beside-week={isBesideWeek || undefined} aria-label="Longer than a day">
      {spans.map((span) => (
        <li key={span.record.id}>
          <RecordLink id={span.record.id}>
            <Shown text={span.record.title} />
          </RecordLink>{' '}
          <DaysOf span={span} />
        </li>
      ))}
    </ul>
  );
}
