import type { Field } from '../../../schemas/fields.ts';
import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { systemKeys } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './record-page.module.css';

interface ValuesProps {
  readonly record: WorkspaceRecord;
  readonly fields: readonly Field[];
}

/** Every field of a record with its value, in the order of the Data Set. */
export const Values = ({ record, fields }: ValuesProps) => (
  <section aria-labelledby="values">
    <h2 id="values" className={styles.heading}>
      Fields
    </h2>
    <dl className={styles.values}>
      {fields
        .filter(({ key }) => !systemKeys.has(key))
        .map((field) => (
          <div key={field.key} className={styles.value}>
            <dt>
              <Shown text={field.label} />
            </dt>
            <dd className={field.type === 'long_text' ? styles.long : undefined}>
              {isEmpty(record.values[field.key], field) ? (
                <span className={styles.none}>No value</span>
              ) : (
                <Value value={record.values[field.key]} shape={field} />
              )}
            </dd>
          </div>
        ))}
    </dl>
  </section>
);

const isEmpty = (value: unknown, { type }: Field) => value === undefined && type !== 'checkbox';
