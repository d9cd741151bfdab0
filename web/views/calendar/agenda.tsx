import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../card-fields.tsx';
import { DaysOf } from './days-of.tsx';
import type { Span } from './spans.ts';
import styles from './calendar-view.module.css';

/** The same by day, where a grid has no room. */
export function Agenda({ spans, fields }: { spans: readonly Span[]; fields: readonly Field[] }) {
  const { RecordLink } = useAround();
  return (
    <ol className={styles.agenda}>
      {spans.map((span) => (
        <li key={span.record.id}>
          <RecordLink id={span.record.id}>
            <Shown text={span.record.title} />
          </RecordLink>
          <DaysOf span={span} />
          <CardFields record={span.record} fields={fields} />
        </li>
      ))}
    </ol>
  );
}
