import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import { DayMenu } from '../calendar/day-menu.tsx';
import { DaysOf } from '../calendar/days-of.tsx';
import { addDays } from '../calendar/days.ts';
import type { Span } from '../calendar/spans.ts';
import type { MovingBars } from './use-moving-bars.ts';
import type { Scale } from './scale.ts';
import styles from './timeline-view.module.css';

interface TimelineRowProps {
  readonly span: Span;
  readonly scale: Scale;
  readonly fields: readonly Field[];
  readonly moving: MovingBars;
}

/** A record: its title, which stays, and its bar. */
export function TimelineRow({ span, scale, fields, moving }: TimelineRowProps) {
  const { RecordLink } = useAround();
  const { record } = span;
  const { shift, canStretch } = moving;
  const dragged = moving.draggedDays(span);
  const { from, to } = dragged ?? span;
  const left = scale.at(from);
  const width = Math.max(scale.at(addDays(to, 1)) - left, 6);
  return (
    <li className={styles.row} {...moving.onRow(span)}>
      <div className={styles.name}>
        <RecordLink id={record.id}>
          <Shown text={record.title} />
        </RecordLink>
        <DaysOf span={span} isHidden />
        {shift && <DayMenu title={record.title} move={(by) => shift(span, by)} canStretch={canStretch} />}
      </div>
      <div className={styles.lane}>
        <span
          className={styles.bar}
          data-dragged={dragged && ''}
          style={{ left, width }}
          {...moving.onBar(span, false)}
        >
          {canStretch && <span className={styles.end} {...moving.onBar(span, true)} />}
        </span>
        <span className={styles.note} style={{ left: left + width + 8 }}>
          {fields.map((field) => (
            <Value key={field.key} value={record.values[field.key]} shape={field} />
          ))}
        </span>
      </div>
    </li>
  );
}
