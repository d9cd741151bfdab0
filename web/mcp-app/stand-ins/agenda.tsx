import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../../views/card-fields.tsx';
import { DayMenu } from '../../views/calendar/day-menu.tsx';
import { DaysOf } from '../../views/calendar/days-of.tsx';
import type { ShiftSpan, Span } from '../../views/calendar/spans.ts';
import styles from '../../views/calendar/calendar-view.module.css';

interface AgendaProps {
  readonly spans: readonly Span[];
  readonly fields: readonly Field[];
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
  /** Whether records have hours. */
  readonly isTimed: boolean;
}

/** The records of a calendar one by one, in few bytes. */
export function Agenda({ spans, fields, shift, ...moving }: AgendaProps) {
  const { RecordLink } = useAround();
  return (
    <ol className={styles.agenda}>
      {spans
        .toSorted((one, other) => one.from.localeCompare(other.from))
        .map((span) => (
          <li key={span.record.id}>
            <span className={styles.entry}>
              <RecordLink id={span.record.id}>
                <Shown text={span.record.title} />
              </RecordLink>
              {shift && <DayMenu title={span.record.title} move={(by) => shift(span, by)} {...moving} />}
            </span>
            <DaysOf span={span} />
            <CardFields record={span.record} fields={fields} />
          </li>
        ))}
    </ol>
  );
}
