import { shownDay } from '../../fields/format.ts';
import styles from './calendar-view.module.css';

/** The days of a span in words. A grid shows them by place, and says them to screen readers. */
export const DaysOf = ({ span, isHidden }: { span: { from: string; to: string }; isHidden?: boolean }) => (
  <span className={isHidden ? styles.hidden : styles.days}>
    {span.from === span.to ? shownDay(span.from) : `${shownDay(span.from)} to ${shownDay(span.to)}`}
  </span>
);
