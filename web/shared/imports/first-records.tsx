import type { ImportPreview } from '../../../schemas/data-sets.ts';
import { isNumeric } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './imports.module.css';

/** The first rows as records, and of how many they are the first. */
export function FirstRecords({ preview: { columns, records, rowCount } }: { preview: ImportPreview }) {
  const titles = columns.find(({ isTitle }) => isTitle)?.field;
  const fields = columns.flatMap(({ field }) => (field && field !== titles ? field : []));
  return (
    <section aria-label="The first records">
      <h2 className={styles.heading}>
        {records.length < rowCount
          ? `The first ${records.length} of ${rowCount.toLocaleString()} records`
          : rowCount === 1
            ? 'The only record'
            : `All ${rowCount} records`}
      </h2>
      <div className={styles.box} role="region" aria-label="Records" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Shown text={titles?.label ?? 'Title'} />
              </th>
              {fields.map(({ key, label }) => (
                <th key={key} scope="col">
                  <Shown text={label} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(({ row, title, values }) => (
              <tr key={row}>
                <th scope="row" className={styles.cell}>
                  <Shown text={title} />
                </th>
                {fields.map((field) => (
                  <td key={field.key} className={styles.cell} data-numeric={isNumeric(field) ? '' : undefined}>
                    {values[field.key] !== undefined && <Value value={values[field.key]} shape={field} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
