import type { ReactNode } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { isNumeric } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { ViewedRecord } from '../props.ts';
import styles from './record-table.module.css';

interface RecordTableProps {
  /** Tells screen readers which records these are. */
  readonly caption: string;
  readonly columns: readonly Field[];
  readonly records: readonly ViewedRecord[];
  readonly titleLabel: string;
  /** The head of a column, where it is more than its label. */
  readonly renderHead?: (key: string, label: string) => ReactNode;
  /** By which column they are sorted. */
  readonly sorted?: { readonly key: string; readonly direction: 'asc' | 'desc' } | undefined;
}

/** Records as a table that scrolls inside its box. Heads and titles stay in sight. */
export function RecordTable({ caption, columns, records, titleLabel, renderHead, sorted }: RecordTableProps) {
  const { RecordLink } = useAround();
  const heads = [{ key: 'title', label: titleLabel }, ...columns];
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(({ key, label }, index) => (
              <th
                key={key}
                scope="col"
                className={index > 0 && isNumeric(columns[index - 1]!) ? styles.numeric : undefined}
                {...(sorted?.key === key && { 'aria-sort': sorted.direction === 'asc' ? 'ascending' : 'descending' })}
              >
                {renderHead ? renderHead(key, label) : <Shown text={label} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ id, title, values }) => (
            <tr key={id}>
              <th scope="row">
                <RecordLink id={id}>
                  <Shown text={title} />
                </RecordLink>
              </th>
              {columns.map((field) => (
                <td key={field.key} className={isNumeric(field) ? styles.numeric : undefined}>
                  <Value value={values[field.key]} shape={field} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
