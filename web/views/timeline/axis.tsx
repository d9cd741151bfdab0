import own from './axis.module.css';
import { type Scale, ticksOf } from './scale.ts';
import styles from './timeline-view.module.css';

/** The periods of a timeline. The name of the first that is seen stays beside the names. */
export function Axis({ scale }: { scale: Scale }) {
  const ticks = ticksOf(scale);
  return (
    <div className={styles.axis} aria-hidden="true">
      <div className={styles.corner} />
      <div className={styles.lane}>
        {ticks.map(({ day, label }, index) => {
          const left = scale.at(day);
          const next = ticks[index + 1];
          return (
            <span
              key={day}
              className={styles.tick}
              style={{ left, width: (next ? scale.at(next.day) : scale.width) - left }}
            >
              <span className={own.label}>{label}</span>
            </span>
          );
        })}
      </div>
    </div>
  );
}
