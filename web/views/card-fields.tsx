import type { Field } from '../../schemas/fields.ts';
import { Value } from '../fields/value.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './card-fields.module.css';
import type { ViewedRecord } from './props.ts';

/** The values of a card that has any. */
export function CardFields({ record, fields }: { record: ViewedRecord; fields: readonly Field[] }) {
  const filled = fields.filter(({ key }) => record.values[key] !== undefined);
  if (filled.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {filled.map((field) => (
        <div key={field.key} className={styles.field}>
          <dt>
            <Shown text={field.label} />
          </dt>
          <dd>
            <Value value={record.values[field.key]} shape={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
