import type { ImportPreview } from '../../../schemas/data-sets.ts';
import { Shown } from '../../ui/shown.tsx';
import styles from './imports.module.css';

/** How many rows do not fit, and the first of them with what is wrong. */
export function Refused({ preview, isNew }: { preview: ImportPreview; isNew: boolean }) {
  const { refused, refusedCount, rowCount } = preview;
  if (refusedCount === 0) {
    return (
      <p role="status" className={styles.fits}>
        {rowCount === 1 ? 'The only row fits.' : `All ${rowCount.toLocaleString()} rows fit.`}
      </p>
    );
  }
  const mistakes = refused.flatMap(({ mistakes, ...row }) => mistakes.map((mistake) => ({ ...row, ...mistake })));
  return (
    <section aria-label="Rows that do not fit">
      <div role="status">
        <h2 className={styles.heading}>
          {refusedCount.toLocaleString()} of {rowCount.toLocaleString()} {rowCount === 1 ? 'row' : 'rows'}{' '}
          {refusedCount === 1 ? 'does' : 'do'} not fit
        </h2>
      </div>
      <p>
        Rows are imported all or none. {isNew ? 'Give the column another type, or correct' : 'Correct'} the file and
        choose it again.
        {refused.length < refusedCount && ` These are the first ${refused.length} rows.`}
      </p>
      <div className={styles.box} role="region" aria-label="What does not fit" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {['Line', 'Column', 'It says', 'What is wrong'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mistakes.map(({ row, line, label, cell, message }, place) => (
              <tr key={place}>
                <th scope="row">{line ?? `row ${row}`}</th>
                <td>{label !== undefined && <Shown text={label} />}</td>
                <td className={styles.cell}>{cell !== undefined && <Shown text={cell} />}</td>
                <td className={styles.refusal}>
                  <Shown text={message} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
