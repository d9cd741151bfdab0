import { type Scale, ticksOf } from '../../views/timeline/scale.ts';
import styles from '../../views/timeline/timeline-view.module.css';

/** The periods of a timeline, in few bytes. */
export function Axis({ scale }: { scale: Scale }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      <div className={styles.corner} />
      <div className={styles.lane}>
        {ticksOf(scale).map(({ day, label }) => (
          <span key={day} className={styles.tick} style={{ left: scale.at(day) }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
