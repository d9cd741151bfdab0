import { dayMs } from '../../../schemas/durations.ts';
import styles from './calendar-view.module.css';

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** A Monday. */
const anyMonday = Date.UTC(2024, 0, 1);

/** The names of the days from Monday on. */
export const weekdays = Array.from({ length: 7 }, (_, index) => weekday.format(anyMonday + index * dayMs));

export const Weekdays = () => (
  <div className={styles.weekdays} aria-hidden="true">
    {weekdays.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);
